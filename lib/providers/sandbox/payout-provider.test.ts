import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { payoutProviderContract, transferTo } from '@/lib/providers/testing/payout-provider-contract'
import { holdingTransaction, idle, openPool, someoneWaits } from '@/lib/providers/testing/sandbox-database'
import type { Together } from './connection'
import { createSandboxPayoutProvider } from './payout-provider'

/** Two pools act like two processes. */
const pool = openPool()
const otherPool = openPool()
const provider = createSandboxPayoutProvider(pool)
const other = createSandboxPayoutProvider(otherPool)
afterAll(async () => {
  await Promise.all([pool.end(), otherPool.end()])
})

const never = () => new AbortController().signal
const refused = (code: string) => ({ kind: 'rejected', code })
const insertVoided = `INSERT INTO sandbox_transfers
    (idempotency_key, reference, scenario, status, later_statuses, created_at)
  VALUES ($1, $2, 'never_accepted', 'VOIDED', '{}', now())`
const insertDelivered = `INSERT INTO sandbox_transfers
    (idempotency_key, reference, amount_minor, currency, scenario, status, later_statuses, created_at)
  VALUES ($1, $2, 2500, 'USD', 'delivered', 'DELIVERED', '{}', now())`

async function countTransfers(key: string): Promise<number> {
  const result = await pool.query(
    `SELECT FROM sandbox_transfers WHERE idempotency_key = $1 AND status NOT IN ('VOIDED', 'REFUSED')`,
    [key],
  )
  return result.rowCount ?? 0
}

payoutProviderContract(
  'the sandbox',
  async () => {
    const nowhere = new Pool({ host: '127.0.0.1', port: 1 })
    return {
      provider,
      unreachable: createSandboxPayoutProvider(nowhere),
      wrongKey: null,
      balance: null,
      feeMinor: null,
      faults: null,
      accounts: {
        delivered: '123456789012',
        refused: '000111111116',
        answerLost: '000444444440',
        requestLost: '000555555559',
        slow: '000777777771',
        returned: '000666666661',
      },
      unusedKey: 'rejected',
      countTransfers,
      close: () => nowhere.end(),
    }
  },
  { isInOurDatabase: true },
)

describe('the sandbox account numbers', () => {
  test.each([
    ['000111111116', 'no_account'],
    ['000111111113', 'account_closed'],
    ['000222222227', 'insufficient_funds'],
  ])('%s is refused with %s, and a look-up says the same', async (number, code) => {
    const request = transferTo(number)
    const outcome = await provider.send(request, never())
    expect(outcome).toMatchObject(refused(code))
    expect(await provider.lookUp({ key: request.key, id: null }, never())).toEqual(outcome)
  })

  test.each([
    ['123456789012', ['DELIVERED', 'DELIVERED', 'DELIVERED']],
    ['000666666661', ['DELIVERED', 'RETURNED', 'RETURNED', 'RETURNED']],
    ['000777777771', ['PROCESSING', 'PROCESSING', 'DELIVERED', 'DELIVERED']],
  ])('%s answers, then is looked up as %s', async (number, statuses) => {
    const request = transferTo(number)
    const seen = [acceptedValue(await provider.send(request, never())).providerStatus]
    while (seen.length < statuses.length) {
      seen.push(acceptedValue(await provider.lookUp({ key: request.key, id: null }, never())).providerStatus)
    }
    expect(seen).toEqual(statuses)
  })

  test('000666666661 is returned with a code and a message', async () => {
    const request = transferTo('000666666661')
    await provider.send(request, never())
    expect(acceptedValue(await provider.lookUp({ key: request.key, id: null }, never()))).toMatchObject({
      status: 'returned',
      failure: { code: 'returned', detail: 'The bank sent the transfer back' },
    })
  })

  test('000555555559 leaves no transfer, and a look-up voids the key', async () => {
    const request = transferTo('000555555559')
    await callProvider((signal) => provider.send(request, signal), { timeoutMs: 200 })
    const rows = await pool.query('SELECT FROM sandbox_transfers WHERE idempotency_key = $1', [request.key])
    expect(rows.rowCount).toBe(0)
    expect(await provider.lookUp({ key: request.key, id: null }, never())).toMatchObject(
      refused('never_accepted'),
    )
    expect(await provider.send(request, never())).toMatchObject(refused('never_accepted'))
  })

  test('are not stored', async () => {
    for (const number of ['987654321098', '000111111116', '000666666661']) {
      const { key } = transferTo(number)
      await provider.send(transferTo(number, { key }), never())
      const rows = await pool.query<{ text: string }>(
        'SELECT t::text AS text FROM sandbox_transfers t WHERE idempotency_key = $1',
        [key],
      )
      expect(rows.rows).toHaveLength(1)
      expect(rows.rows[0]?.text).not.toContain(number)
    }
  })
})

describe('a sandbox key', () => {
  test('is refused for another amount, another currency and another outcome', async () => {
    const request = transferTo('123456789012')
    await provider.send(request, never())
    const { key } = request
    for (const changed of [
      { ...request, amountMinor: 1n },
      { ...request, currency: 'EUR' },
      transferTo('000111111116', { key }),
      transferTo('000555555559', { key }),
    ]) {
      expect(await provider.send(changed, never())).toMatchObject(refused('idempotency_mismatch'))
    }
    expect(acceptedValue(await provider.lookUp({ key, id: null }, never())).providerStatus).toBe('DELIVERED')
  })

  test('is either paid or voided when a transfer and a look-up race', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 60; round += 1) {
      const request = transferTo('123456789012')
      const send = () => provider.send(request, never())
      const lookUp = () => other.lookUp({ key: request.key, id: null }, never())
      const calls = round % 2 === 0 ? [send(), lookUp()] : [lookUp(), send()]
      const kinds = new Set((await Promise.all(calls)).map((outcome) => outcome.kind))
      expect(kinds.size).toBe(1)
      const paid = kinds.has('accepted') ? 1 : 0
      expect(await countTransfers(request.key)).toBe(paid)
      expect((await provider.send(request, never())).kind).toBe(paid === 1 ? 'accepted' : 'rejected')
      for (const kind of kinds) seen.add(kind)
    }
    expect(seen.has('unknown')).toBe(false)
  })

  test('is not paid by a transfer that arrives while a look-up voids it', async () => {
    const request = transferTo('123456789012')
    const voiding = await holdingTransaction(otherPool, insertVoided, [request.key, randomUUID()])
    const sent = provider.send(request, never())
    await someoneWaits(otherPool)
    await voiding.commit()
    expect(await sent).toMatchObject(refused('never_accepted'))
    expect(await countTransfers(request.key)).toBe(0)
  })

  test('is not voided by a look-up that arrives while a transfer is recorded', async () => {
    const request = transferTo('123456789012')
    const recording = await holdingTransaction(otherPool, insertDelivered, [request.key, randomUUID()])
    const outcome = provider.lookUp({ key: request.key, id: null }, never())
    await someoneWaits(otherPool)
    await recording.commit()
    expect(acceptedValue(await outcome).providerStatus).toBe('DELIVERED')
  })
})

describe('the sandbox and its database', () => {
  test('answers unknown at once when the signal aborts during a statement, and gets its connection back', async () => {
    const one = openPool(1)
    const request = transferTo('123456789012')
    const holding = await holdingTransaction(otherPool, insertVoided, [request.key, randomUUID()])
    const controller = new AbortController()
    const sent = createSandboxPayoutProvider(one).send(request, controller.signal)
    await someoneWaits(otherPool)
    controller.abort()
    expect(await callProvider(() => sent, { timeoutMs: 0 })).toMatchObject({ kind: 'unknown' })
    await holding.rollback()
    await idle(one)
    await one.end()
  })

  test('holds no connection while it withholds an answer', async () => {
    const one = openPool(1)
    const controller = new AbortController()
    const sandbox = createSandboxPayoutProvider(one)
    const silent = transferTo('000444444440')
    const unanswered = sandbox.send(silent, controller.signal)
    await vi.waitFor(async () => expect(await countTransfers(silent.key)).toBe(1), 10_000)
    acceptedValue(await sandbox.send(transferTo('123456789012'), never()))
    controller.abort()
    expect((await unanswered).kind).toBe('unknown')
    await one.end()
  })

  test('sends nothing if the signal aborted while it waited for a connection', async () => {
    const one = openPool(1)
    const taken = await one.connect()
    const controller = new AbortController()
    const request = transferTo('123456789012')
    const sent = createSandboxPayoutProvider(one).send(request, controller.signal)
    controller.abort()
    expect((await sent).kind).toBe('unknown')
    taken.release()
    await idle(one)
    expect(await countTransfers(request.key)).toBe(0)
    await one.end()
  })

  test('sends nothing if the signal aborted while it waited for others', async () => {
    const controller = new AbortController()
    const request = transferTo('123456789012')
    let turn: Promise<unknown> = Promise.resolve()
    const together: Together = (_kind, work) => {
      controller.abort()
      const result = work(pool)
      turn = result
      return result
    }
    const sandbox = createSandboxPayoutProvider(pool, () => new Date(), together)
    expect((await sandbox.send(request, controller.signal)).kind).toBe('unknown')
    await expect(turn).rejects.toThrow('aborted')
    expect(await countTransfers(request.key)).toBe(0)
  })

  test('answers unknown when its connection is cut, and continues with a new one', async () => {
    const one = openPool(1)
    const sandbox = createSandboxPayoutProvider(one)
    const request = transferTo('123456789012')
    const holding = await holdingTransaction(otherPool, insertVoided, [request.key, randomUUID()])
    const sent = sandbox.send(request, never())
    const [waiting] = await someoneWaits(otherPool)
    await otherPool.query('SELECT pg_terminate_backend($1)', [waiting])
    expect(await sent).toEqual({ kind: 'unknown', reason: 'the sandbox failed: 57P01' })
    await holding.rollback()
    acceptedValue(await sandbox.send(request, never()))
    await one.end()
  })
})
