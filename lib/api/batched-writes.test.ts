import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankAccountBody } from '@/e2e/fixtures/request-bodies'
import { anOperator } from '@/lib/audit/operator.fixture'
import { addBankAccount } from '@/lib/bank-accounts/api'
import { createCustomer } from '@/lib/customers/api'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { ask } from '@/lib/http/ask.fixture'
import type { Operation } from '@/lib/http/operation'
import { newId } from '@/lib/ids'
import { createInvoice } from '@/lib/invoices/api'
import { createPayout } from '@/lib/payouts/api'
import { recordPayoutIntent } from '@/lib/payouts/create-payout'
import { payoutProviderFor } from '@/lib/providers/registry'
import { findAccount } from '@/lib/vendors/account'
import { setVendorTerms } from '@/lib/vendors/manage-vendor'
import { buildApiKey, buildBankAccount, buildCustomer, buildVendor, fundWallet } from '@/prisma/seed/builders'

const WALLET_MINOR = 3000n

/** One request, and whether it comes while others of its account are under way. */
type Step = { what: keyof typeof STEPS; minor: number; hasKey: boolean; waits: boolean }
type Vendor = Awaited<ReturnType<typeof vendorWith>>
type Reply = { status: number; body: Record<string, Record<string, unknown>> }

async function vendorWith(dailyLimitMinor: bigint) {
  const { id, test: account } = await buildVendor()
  await inOrmTransaction((tx) => setVendorTerms(tx, id, { dailyLimitMinor }, anOperator))
  await fundWallet(account, WALLET_MINOR)
  const { id: customerId } = await buildCustomer(account, { email: 'taken@example.com' })
  const { id: bankAccountId } = await buildBankAccount(account, customerId)
  const key = await buildApiKey(account)
  return { account: await findAccount(database(), id, 'test'), key, customerId, bankAccountId }
}

async function send(
  { key }: Vendor,
  operation: Operation,
  path: string,
  fields: object,
  hasKey: boolean,
): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...(hasKey ? { 'idempotency-key': newId() } : {}) }
  const body = JSON.stringify({ api_key: key, ...fields })
  const response = await ask(
    operation,
    new Request(`http://localhost${path}`, { method: 'POST', headers, body }),
  )
  return { status: response.status, body: (await response.json()) as Reply['body'] }
}

type Outcome = { minor: number; is: 'accepted' | 'refused'; kind: keyof typeof STEPS }

/** Each sends one request of its kind, checks the answer, and says whether it was accepted. */
const STEPS = {
  async customer(vendor: Vendor, { hasKey }: Step) {
    const email = `${newId()}@example.com`
    const { status, body } = await send(
      vendor,
      createCustomer,
      '/api/v2/customer',
      { name: 'Ada', email },
      hasKey,
    )
    expect([status, body.customer?.email]).toEqual([201, email])
    return 'accepted'
  },
  async taken(vendor: Vendor, { hasKey }: Step) {
    const fields = { name: 'Ada', email: 'taken@example.com' }
    expect((await send(vendor, createCustomer, '/api/v2/customer', fields, hasKey)).status).toBe(409)
    return 'refused'
  },
  async bankAccount(vendor: Vendor, { minor, hasKey }: Step) {
    const accountNumber = String(100_000_000 + minor)
    const fields = bankAccountBody({ accountNumber })
    const path = `/api/v2/customer/${vendor.customerId}/bank-account`
    const { status, body } = await send(vendor, addBankAccount, path, fields, hasKey)
    const details = body.bank_account?.bank_details as { account_number?: string } | undefined
    expect([status, details?.account_number]).toEqual([201, accountNumber])
    return 'accepted'
  },
  async invoice(vendor: Vendor, { minor, hasKey }: Step) {
    const fields = { customer_id: vendor.customerId, amount: minor / 100 }
    const { status, body } = await send(vendor, createInvoice, '/api/v2/invoice', fields, hasKey)
    expect([status, body.invoice?.base_amount]).toEqual([201, minor / 100])
    return 'accepted'
  },
  async payout(vendor: Vendor, { minor, hasKey }: Step) {
    const fields = { bank_account_id: vendor.bankAccountId, amount: minor / 100 }
    const path = `/api/v2/customer/${vendor.customerId}/payout`
    const { status, body } = await send(vendor, createPayout, path, fields, hasKey)
    if (status !== 200) expect(status).toBe(400)
    else expect(body.payout).toMatchObject({ amount: minor / 100, status: 'PAID' })
    return status === 200 ? 'accepted' : 'refused'
  },
  /** As another process would, beside the batches of this one. */
  async payoutElsewhere(vendor: Vendor, { minor }: Step) {
    const { account, customerId, bankAccountId } = vendor
    const order = { customerId, bankAccountId, amountMinor: BigInt(minor) }
    const options = { provider: payoutProviderFor('test'), leaseMs: 60_000 }
    try {
      await inTransaction((tx) => recordPayoutIntent(tx, account, order, options))
      return 'accepted'
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return 'refused'
    }
  },
} satisfies Record<string, (vendor: Vendor, step: Step) => Promise<'accepted' | 'refused'>>

async function booksOf({ account }: Vendor) {
  const { rows } = await connectionPool().query<Record<'wallet' | 'day' | 'invoices' | 'last', string>>(
    `SELECT (SELECT balance_minor FROM ledger_accounts WHERE account_id = $1 AND kind = 'credit_wallet') AS wallet,
            coalesce((SELECT sum(total_minor) FROM payout_days WHERE account_id = $1), 0) AS day,
            (SELECT count(DISTINCT number) FROM invoices WHERE account_id = $1) AS invoices,
            (SELECT next_invoice_number::bigint - 1 FROM accounts WHERE id = $1) AS last`,
    [account.id],
  )
  const [books] = rows
  if (!books) throw new Error('the account exists')
  return books
}

test('any requests of one account, alone or decided together, end as some order of them one by one', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    what: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
    minor: fc.integer({ min: 1, max: 900 }),
    hasKey: fc.boolean(),
    waits: fc.boolean(),
  })
  const steps = fc.array(step, { minLength: 5, maxLength: 24, size: 'max' })
  const limit = fc.constantFrom(1500n, 10_000n)
  await fc.assert(
    fc.asyncProperty(steps, limit, async (all, dailyLimitMinor) => {
      const vendor = await vendorWith(dailyLimitMinor)
      const running: Promise<Outcome>[] = []
      for (const each of all) {
        const outcome = STEPS[each.what](vendor, each)
        running.push(outcome.then((is) => ({ minor: each.minor, is, kind: each.what })))
        if (!each.waits) await Promise.race(running)
      }
      const outcomes = await Promise.all(running)
      const payouts = outcomes.filter(({ kind }) => kind === 'payout' || kind === 'payoutElsewhere')
      const paid = payouts.filter(({ is }) => is === 'accepted').reduce((sum, { minor }) => sum + minor, 0)
      const invoices = outcomes.filter(({ kind }) => kind === 'invoice').length
      const books = await booksOf(vendor)
      expect(books).toEqual({
        wallet: String(Number(WALLET_MINOR) - paid),
        day: String(paid),
        invoices: String(invoices),
        last: String(invoices),
      })
      // Nothing comes back, so there was never less room for a payout than at the end.
      const room = Math.min(Number(books.wallet), Number(dailyLimitMinor) - paid)
      for (const { minor } of payouts.filter(({ is }) => is === 'refused'))
        expect(minor).toBeGreaterThan(room)
    }),
    { seed: 20_261_124, numRuns: 25, endOnFailure: true },
  )
}, 120_000)

const AT_ONCE = 8

/** Each write that meets others of its account, and the transactions that wrote its rows. */
const WRITES: [what: keyof typeof STEPS, hasKey: boolean, rows: string][] = [
  ['customer', false, 'customers WHERE account_id = $1'],
  ['bankAccount', false, 'bank_accounts WHERE account_id = $1'],
  ['invoice', false, 'invoices WHERE account_id = $1'],
  [
    'invoice',
    false,
    `sandbox_checkout_sessions WHERE idempotency_key IN (SELECT id::text FROM invoices WHERE account_id = $1)`,
  ],
  ['payout', false, "ledger_transactions WHERE account_id = $1 AND reason = 'payout.requested'"],
  ['payout', false, "ledger_transactions WHERE account_id = $1 AND reason = 'payout.delivered'"],
  [
    'payout',
    false,
    `sandbox_transfers WHERE idempotency_key IN (SELECT id::text FROM payouts WHERE account_id = $1)`,
  ],
  ['payout', true, 'idempotency_claims WHERE account_id = $1'],
]

test.each(WRITES)(
  'of %s (with a key: %s), requests that meet share a commit: %s',
  async (what, hasKey, rows) => {
    const vendor = await vendorWith(10_000n)
    // The first delivery of an account takes more than one statement.
    await STEPS.payout(vendor, { what: 'payout', minor: 1, hasKey: false, waits: false })
    const { rows: before } = await connectionPool().query(`SELECT xmin::text FROM ${rows}`, [
      vendor.account.id,
    ])
    const step = { what, minor: 100, hasKey, waits: true }
    await Promise.all(Array.from({ length: AT_ONCE }, () => STEPS[what](vendor, step)))
    const { rows: after } = await connectionPool().query(`SELECT xmin::text FROM ${rows}`, [
      vendor.account.id,
    ])
    expect(after).toHaveLength(before.length + AT_ONCE)
    const commits = new Set(after.map(({ xmin }) => xmin)).size - new Set(before.map(({ xmin }) => xmin)).size
    expect(commits).toBeLessThan(AT_ONCE)
  },
)
