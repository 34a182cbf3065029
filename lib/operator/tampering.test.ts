import { beforeAll, describe, expect, test, vi } from 'vitest'
import { AUDIT_STREAM } from '@/lib/audit/audit-seal'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { connectionPool, database } from '@/lib/db/client'
import { checkHealth, isWell } from '@/lib/db/health'
import { type SealedStream, sealRows, verifySeals } from '@/lib/db/seals'
import { inOrmTransaction, inTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { LEDGER_STREAM } from '@/lib/ledger/ledger-seal'
import { verifyBooks } from '@/lib/ledger/verify-books'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import type { Account } from '@/lib/vendors/account'
import { buildInvoice, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { checkBooks, latestChecks } from './check-books'

let account: Account
let vendorId: string

/** A run notes where the rows end, and a later one seals them: transactions of other tests may delay that. */
async function seal(stream: SealedStream): Promise<void> {
  const table = { ledger: 'ledger_transactions', audit: 'audit_events' }[stream.name]
  const sealRest = async () => {
    await sealRows(stream)
    const { rows } = await connectionPool().query<{ left: number }>(
      `SELECT count(*)::int AS left FROM ${table}
        WHERE position > (SELECT up_to FROM seal_heads WHERE stream = $1)`,
      [stream.name],
    )
    return rows[0]?.left
  }
  await vi.waitUntil(async () => (await sealRest()) === 0, { interval: 20, timeout: 20_000 })
}

beforeAll(async () => {
  const vendor = await buildVendor()
  account = vendor.test
  vendorId = vendor.id
  for (const cents of [1001n, 2002n, 3003n]) await fundWallet(account, cents)
  for (const detail of ['first', 'second', 'third']) {
    await recordAuditEvent(connectionPool(), { vendorId, action: 'profile.changed', detail })
  }
  await seal(LEDGER_STREAM)
  await seal(AUDIT_STREAM)
  // A second seal of each, and rows after it.
  const { accountId, id: invoiceId } = await buildInvoice(account)
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test')))
  await recordAuditEvent(connectionPool(), { vendorId, action: 'profile.changed', detail: 'fourth' })
  await seal(LEDGER_STREAM)
  await seal(AUDIT_STREAM)
  await fundWallet(account, 4004n)
  await recordAuditEvent(connectionPool(), { vendorId, action: 'profile.changed', detail: 'fifth' })
})

class Undo extends Error {}

/** The problems of ledger and audit log after somebody with all rights has changed the database, which is undone. */
async function problemsAfter(...statements: string[]): Promise<string[]> {
  let problems: string[] = []
  const tamper = async (tx: OrmTransaction) => {
    await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
    for (const statement of statements) expect(await tx.$executeRawUnsafe(statement)).toBeGreaterThan(0)
    problems = [...(await verifyBooks(tx)).problems, ...(await verifySeals(tx, AUDIT_STREAM))]
    throw new Undo()
  }
  await inOrmTransaction(tamper).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return problems
}

const idOf = async (query: string) => (await connectionPool().query<{ id: string }>(query)).rows[0]?.id ?? ''
const creditOf = (cents: number) =>
  idOf(`SELECT transaction_id AS id FROM ledger_entries WHERE amount_minor = ${cents}`)
const eventOf = (detail: string) => idOf(`SELECT id FROM audit_events WHERE detail = '${detail}'`)

test('untouched books have no problem', async () => {
  expect(await problemsAfter('SELECT 1')).toEqual([])
  const report = await inOrmTransaction((tx) => verifyBooks(tx), { isolation: 'RepeatableRead' })
  expect(report).toMatchObject({ ok: true, problems: [] })
})

describe('the ledger check names', () => {
  test('an amount that was changed together with every sum of it', async () => {
    const id = await creditOf(2002)
    const wallet = `(SELECT wallet_id FROM wallet_movements WHERE transaction_id = '${id}')`
    const sequence = `(SELECT sequence FROM wallet_movements WHERE transaction_id = '${id}')`
    const problems = await problemsAfter(
      `UPDATE ledger_entries SET amount_minor = amount_minor + 5 WHERE transaction_id = '${id}'`,
      `UPDATE wallet_movements SET change_minor = change_minor + 5 WHERE transaction_id = '${id}'`,
      `UPDATE wallet_movements SET balance_after_minor = balance_after_minor + 5
        WHERE wallet_id = ${wallet} AND sequence >= ${sequence}`,
      `UPDATE ledger_accounts SET balance_minor = balance_minor + 5 WHERE id = ${wallet}`,
    )
    expect(problems[0]).toContain('line 2 of the statement')
    expect(problems).toContainEqual(
      expect.stringContaining(`ledger transaction ${id} was changed after seal 1`),
    )
  })

  test('a note, on which no sum depends', async () => {
    const id = await creditOf(2002)
    const problems = await problemsAfter(`UPDATE ledger_transactions SET note = 'forged' WHERE id = '${id}'`)
    expect(problems).toEqual([`ledger transaction ${id} was changed after seal 1`])
  })

  test('a line that was deleted or inserted', async () => {
    const id = await creditOf(1001)
    const removed = await problemsAfter(`DELETE FROM wallet_movements WHERE transaction_id = '${id}'`)
    expect(removed).toContainEqual(
      expect.stringMatching(/line 2 of the statement .* was changed, or one before/),
    )
    expect(removed).toContainEqual(`ledger transaction ${id} was changed after seal 1`)
    const inserted = await problemsAfter(
      `INSERT INTO wallet_movements (account_id, wallet_id, sequence, transaction_id, reason, change_minor,
                                     balance_after_minor, created_at, hash)
       SELECT account_id, wallet_id, 99, gen_random_uuid(), 'wallet.credited', 1, 1, created_at, hash
         FROM wallet_movements WHERE transaction_id = '${id}'`,
    )
    expect(inserted).toContainEqual(expect.stringContaining('line 99 of the statement'))
  })

  test('a transaction that was removed with all its rows, or smuggled in between sealed ones', async () => {
    const id = await creditOf(3003)
    const removed = await problemsAfter(
      `DELETE FROM wallet_movements WHERE transaction_id = '${id}'`,
      `DELETE FROM ledger_entries WHERE transaction_id = '${id}'`,
      `DELETE FROM ledger_transactions WHERE id = '${id}'`,
    )
    expect(removed).toContainEqual(`ledger transaction ${id} was removed after seal 1`)
    const smuggled = '00000000-0000-7000-8000-000000000001'
    const inserted = await problemsAfter(
      `INSERT INTO ledger_transactions (account_id, id, reason, reference_id, created_at, position)
       SELECT account_id, '${smuggled}', reason, '${smuggled}', created_at, 0
         FROM ledger_transactions WHERE id = '${id}'`,
    )
    expect(inserted).toContainEqual(`ledger transaction ${smuggled} was inserted after seal 1`)
  })

  test('a line that is not sealed yet', async () => {
    const id = await creditOf(4004)
    const problems = await problemsAfter(
      `UPDATE wallet_movements SET reason = 'x' WHERE transaction_id = '${id}'`,
    )
    expect(problems).toContainEqual(expect.stringContaining('of the statement'))
  })
})

describe('the audit check names', () => {
  test('an event that was changed, removed or inserted', async () => {
    const id = await eventOf('second')
    expect(await problemsAfter(`UPDATE audit_events SET detail = 'harmless' WHERE id = '${id}'`)).toEqual([
      `audit event ${id} was changed after seal 1`,
    ])
    expect(await problemsAfter(`DELETE FROM audit_events WHERE id = '${id}'`)).toEqual([
      `audit event ${id} was removed after seal 1`,
    ])
    const insertedId = '00000000-0000-7000-8000-000000000002'
    const gap = `INSERT INTO audit_events (vendor_id, id, actor, action, created_at, position)
                 SELECT vendor_id, '${insertedId}', actor, action, created_at, position
                   FROM audit_events WHERE id = '${id}'`
    expect(await problemsAfter(gap)).toEqual([`audit event ${insertedId} was inserted after seal 1`])
  })

  test('a seal that was changed, also with a row, and one that was removed', async () => {
    const id = await eventOf('second')
    const forged = await problemsAfter(
      `UPDATE audit_events SET detail = 'harmless' WHERE id = '${id}'`,
      `UPDATE seals SET row_hashes[2] = (${AUDIT_STREAM.hashes.replace('sealed.position, sealed.id, ', '')}
        WHERE sealed.id = '${id}') WHERE stream = 'audit' AND number = 1`,
    )
    expect(forged).toEqual(['audit: seal 1 was changed, or was not made with our key'])
    expect(await problemsAfter(`DELETE FROM seals WHERE stream = 'audit' AND number = 1`)).toContainEqual(
      'audit: seal 1 is missing, the next one is 2',
    )
  })

  test('the removal of the last seal, also where the head was turned back', async () => {
    const remove = `DELETE FROM seals WHERE stream = 'audit' AND number = 2`
    expect(await problemsAfter(remove)).toEqual(['audit: the last seal is 1, and there were 2'])
    expect(await problemsAfter(remove, `UPDATE seal_heads SET number = 1 WHERE stream = 'audit'`)).toEqual([
      'audit: the proof that seal 1 is the last one was changed',
    ])
  })
})

test('a row that commits late, with a position below others, is sealed later and not taken for inserted', async () => {
  const event = (detail: string) => ({ vendorId, action: 'profile.changed' as const, detail })
  await inTransaction(async (late) => {
    await recordAuditEvent(late, event('late'))
    await recordAuditEvent(connectionPool(), event('early'))
    for (let run = 0; run < 3; run += 1) expect(await sealRows(AUDIT_STREAM)).toBe(0)
  })
  await recordAuditEvent(connectionPool(), event('last'))
  await seal(AUDIT_STREAM)
  expect(await verifySeals(connectionPool(), AUDIT_STREAM)).toEqual([])
  const { rows } = await connectionPool().query<{ ids: string[] }>(
    `SELECT array_agg(id) AS ids FROM seals, unnest(row_ids) AS id WHERE stream = 'audit'`,
  )
  const sealed = new Set(rows[0]?.ids)
  for (const detail of ['late', 'early', 'last']) expect(sealed.has(await eventOf(detail)), detail).toBe(true)
})

test('a rolled back row leaves a gap that is no problem', async () => {
  const undone = inTransaction(async (tx) => {
    await recordAuditEvent(tx, { vendorId, action: 'profile.changed', detail: 'undone' })
    throw new Undo()
  })
  await expect(undone).rejects.toThrow(Undo)
  await recordAuditEvent(connectionPool(), { vendorId, action: 'profile.changed', detail: 'done' })
  await seal(AUDIT_STREAM)
  expect(await verifySeals(connectionPool(), AUDIT_STREAM)).toEqual([])
})

test('positions that nobody has, however many, are passed over, and rows of more than one seal are all sealed', async () => {
  const sealed = async () => {
    const { rows } = await connectionPool().query<{ seals: number; rows: number }>(
      `SELECT count(*)::int AS seals, sum(cardinality(row_ids))::int AS rows FROM seals WHERE stream = 'audit'`,
    )
    return rows[0] ?? { seals: 0, rows: 0 }
  }
  const before = await sealed()
  await connectionPool().query(
    `SELECT setval('audit_events_position_seq', nextval('audit_events_position_seq') + 1000000000000)`,
  )
  const record = () =>
    recordAuditEvent(connectionPool(), { vendorId, action: 'profile.changed', detail: 'far away' })
  for (let round = 0; round < 11; round += 1) await Promise.all(Array.from({ length: 100 }, record))
  await seal(AUDIT_STREAM)
  const after = await sealed()
  expect(after.rows - before.rows).toBe(1100)
  expect(after.seals - before.seals).toBeGreaterThan(1)
  expect(await verifySeals(connectionPool(), AUDIT_STREAM)).toEqual([])
})

test('on a server whose transaction ids are lower, sealing begins anew', async () => {
  await connectionPool().query(`UPDATE seal_heads SET next_xid = 9000000000000 WHERE stream = 'audit'`)
  await recordAuditEvent(connectionPool(), { vendorId, action: 'profile.changed', detail: 'moved' })
  expect(await sealRows(AUDIT_STREAM)).toBe(0)
  await seal(AUDIT_STREAM)
  expect(await verifySeals(connectionPool(), AUDIT_STREAM)).toEqual([])
})

test('seals older than a rotation of the secret key are still good, and need its key', async () => {
  const { SECRET_KEY: ownKey = '' } = env
  const verify = () => verifySeals(connectionPool(), LEDGER_STREAM)
  try {
    Object.assign(env, { SECRET_KEY: 'cd'.repeat(32), SECRET_KEY_PREVIOUS: [ownKey] })
    expect(await verify()).toEqual([])
    env.SECRET_KEY_PREVIOUS = undefined
    expect(await verify()).not.toEqual([])
  } finally {
    Object.assign(env, { SECRET_KEY: ownKey, SECRET_KEY_PREVIOUS: undefined })
  }
})

test('the health of the service shows what the nightly check found, and the service still serves', async () => {
  const changed = { name: 'audit', problems: ['x'], problemCount: 1, checkedAt: new Date() }
  await database().bookCheck.create({ data: changed })
  const health = await checkHealth()
  expect(health).toMatchObject({ database: 'ok', books: 'audit changed' })
  expect(isWell({ ...health, worker: 'ok' })).toBe(true)
})

test('the nightly check keeps its findings for the health page', async () => {
  await checkBooks()
  expect(await latestChecks(database())).toEqual([
    { name: 'audit', problems: [], problemCount: 0, checkedAt: expect.any(Date) },
    { name: 'ledger', problems: [], problemCount: 0, checkedAt: expect.any(Date) },
  ])
})
