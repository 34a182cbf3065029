import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, apiService, atOnce } from '../fixtures/api-client'
import { cleanEnvironment, runScript } from '../fixtures/service'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

const INSUFFICIENT = 'Insufficient available balance'

let vendor: Vendor
let customerId: string
let bankAccountId: string

beforeEach(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
  bankAccountId = await vendor.bankAccount(customerId)
})
afterEach(expectProviderAgrees)

function payOut(amount: number, headers: Record<string, string> = {}): Promise<Answer> {
  return vendor.post(`/customer/${customerId}/payout`, { bank_account_id: bankAccountId, amount }, headers)
}

/** Counts the answers by status and error. */
function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const kind = `${status} ${body.payout?.status ?? body.error ?? ''}`.trim()
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** The provider's transfers of this vendor, by status. */
async function transfers(): Promise<Record<string, number>> {
  const { rows } = await database.query<{ status: string; count: number }>(
    `SELECT t.status, count(*)::int FROM sandbox_transfers t JOIN payouts p ON t.idempotency_key = p.id::text
      WHERE p.account_id = $1 GROUP BY t.status`,
    [vendor.account.id],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Checks that each paid payout was delivered with its amount, and each delivery is a paid payout. */
async function expectProviderAgrees(): Promise<void> {
  const { rows } = await database.query(
    `SELECT p.id, p.status, p.amount_minor, t.status, t.amount_minor
       FROM payouts p LEFT JOIN sandbox_transfers t ON t.idempotency_key = p.id::text
      WHERE p.account_id = $1
        AND ((p.status = 'PAID') <> (coalesce(t.status, '') = 'DELIVERED') OR p.amount_minor <> t.amount_minor)`,
    [vendor.account.id],
  )
  expect(rows).toEqual([])
}

/** The number of the vendor's ledger transactions per reason. */
async function postings(): Promise<Record<string, number>> {
  const { rows } = await database.query<{ reason: string; count: number }>(
    'SELECT reason, count(*)::int FROM ledger_transactions WHERE account_id = $1 GROUP BY reason',
    [vendor.account.id],
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

describe('concurrent payouts', () => {
  test('sixty of 1.00 from a wallet of 20.00: twenty are paid, forty are refused, nothing is left', async () => {
    await vendor.credit('20')
    const answers = await atOnce(60, () => payOut(1))
    expect(tally(answers)).toEqual({ '200 PAID': 20, [`400 ${INSUFFICIENT}`]: 40 })
    await vendor.expectWallet('0.00')
    expect(await vendor.count('payouts')).toBe(20)
    expect(await transfers()).toEqual({ DELIVERED: 20 })
  })

  test('money returned by refused transfers can be paid out again, and only once', async () => {
    await vendor.credit('10')
    const refusedAccountId = await vendor.bankAccount(customerId, '000111111116')
    const answers = await atOnce(40, (index) =>
      vendor.post(`/customer/${customerId}/payout`, {
        bank_account_id: index % 2 ? refusedAccountId : bankAccountId,
        amount: 1,
      }),
    )
    const paid = answers.filter(({ status }) => status === 200).length
    for (const { status } of answers) expect([200, 400, 502]).toContain(status)
    expect(paid).toBeLessThanOrEqual(10)
    await vendor.expectWallet(`${10 - paid}.00`)
    expect((await transfers()).DELIVERED ?? 0).toBe(paid)
  })

  test('to eight customers, with credits and payments coming in: nobody waits forever, and all sums are right', async () => {
    await vendor.credit('48')
    const customers = await atOnce(8, async () => {
      const id = await vendor.customer()
      return {
        id,
        bankAccountId: await vendor.bankAccount(id),
        refusedId: await vendor.bankAccount(id, '000111111113'),
      }
    })
    const invoices = await atOnce(6, () => vendor.invoice({ amount: 10 }))
    const [answers] = await Promise.all([
      atOnce(48, (index) => {
        const customer = customers[index % 8]
        const bank_account_id = index % 6 === 5 ? customer?.refusedId : customer?.bankAccountId
        return vendor.post(`/customer/${customer?.id}/payout`, { bank_account_id, amount: 1 })
      }),
      atOnce(6, (index) => operate('invoice mark-paid', { invoice: invoices[index] ?? '' })),
      atOnce(6, () => vendor.credit('5')),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
    expect(answers.filter(({ status }) => status === 502)).toHaveLength(8)
    await vendor.expectWallet(`${48 - 40 + 6 * 10 + 6 * 5}.00`)
    expect(await transfers()).toEqual({ DELIVERED: 40, REFUSED: 8 })
  })

  test('of two vendors affect one wallet each', async () => {
    const mine = { vendor, customerId, bankAccountId }
    const other = await freshVendor()
    const otherCustomerId = await other.customer()
    const theirs = {
      vendor: other,
      customerId: otherCustomerId,
      bankAccountId: await other.bankAccount(otherCustomerId),
    }
    await mine.vendor.credit('5')
    await theirs.vendor.credit('10')
    await atOnce(40, (index) => {
      const side = index % 2 ? mine : theirs
      const body = { bank_account_id: side.bankAccountId, amount: 1 }
      return side.vendor.post(`/customer/${side.customerId}/payout`, body)
    })
    expect([await mine.vendor.count('payouts'), await theirs.vendor.count('payouts')]).toEqual([5, 10])
    await mine.vendor.expectWallet('0.00')
    await theirs.vendor.expectWallet('0.00')
  })
})

describe('one Idempotency-Key', () => {
  test('fifty concurrent requests, each repeated until it is answered: one payout, one answer', async () => {
    await vendor.credit('100')
    const key = randomUUID()
    const until200 = async () => {
      const answers: Answer[] = []
      await expect
        .poll(
          async () => {
            const answer = await payOut(2, { 'Idempotency-Key': key })
            answers.push(answer)
            return answer.status
          },
          { timeout: 20_000, interval: 20 },
        )
        .toBe(200)
      for (const { status } of answers.slice(0, -1)) expect(status).toBe(409)
      return answers.at(-1)
    }
    const answers = await atOnce(50, until200)
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1)
    const replays = answers.filter((answer) => answer?.headers.get('idempotent-replayed') === 'true')
    expect(replays).toHaveLength(49)
    expect(await vendor.count('payouts')).toBe(1)
    expect(await transfers()).toEqual({ DELIVERED: 1 })
    await vendor.expectWallet('98.00')
  })

  test('with twenty different bodies at once: one is done, the others are refused', async () => {
    await vendor.credit('100')
    const key = randomUUID()
    const answers = await atOnce(20, (index) => payOut(1 + index, { 'Idempotency-Key': key }))
    const { '200 PAID': done, ...refused } = tally(answers)
    expect(done).toBe(1)
    expect(refused).toEqual({ '422 Idempotency-Key was already used with different parameters': 19 })
    expect(await vendor.count('payouts')).toBe(1)
  })

  test('of a payout that is refused: each repeat is a fresh attempt, and the money is back after each', async () => {
    await vendor.credit('10')
    bankAccountId = await vendor.bankAccount(customerId, '000111111116')
    const key = randomUUID()
    const answers = await atOnce(20, () => payOut(10, { 'Idempotency-Key': key }))
    for (const { status } of answers) expect([502, 409]).toContain(status)
    await vendor.expectWallet('10.00')
    expect((await transfers()).DELIVERED ?? 0).toBe(0)
  })
})

describe('concurrent reconcilers', () => {
  test('two operators, a third on the command line, and the worker: each outcome is booked once', async () => {
    await vendor.credit('100')
    // Open after its request, delivered on the second look-up: twelve payouts for all of them to find.
    bankAccountId = await vendor.bankAccount(customerId, '000777777771')
    const answers = await atOnce(12, () => payOut(3))
    expect(tally(answers)).toEqual({ '200 PROCESSING': 12 })
    await vendor.expectWallet('64.00', '36.00')

    const { settings } = apiService
    const onCommandLine = () =>
      runScript('bin/admin.mjs', ['payout', 'reconcile', '--json'], cleanEnvironment(settings))
    const open = async () => {
      await database.query(
        'UPDATE payouts SET next_attempt_at = now() WHERE account_id = $1 AND lease_until IS NULL',
        [vendor.account.id],
      )
      const [, , { code }] = await Promise.all([
        operate('payout reconcile', {}),
        operate('payout reconcile', {}),
        onCommandLine(),
      ])
      expect(code).toBe(0)
      return (await vendor.wallet()).USD?.held
    }
    await expect.poll(open, { timeout: 40_000, interval: 20 }).toBe('0.00')
    await vendor.expectWallet('64.00')
    expect(await postings()).toEqual({ 'wallet.credited': 1, 'payout.requested': 12, 'payout.delivered': 12 })
    expect(await transfers()).toEqual({ DELIVERED: 12 })
  })
})
