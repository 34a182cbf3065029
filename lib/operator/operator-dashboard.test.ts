import { beforeEach, describe, expect, test } from 'vitest'
import { readAuditLog } from '@/lib/audit/audit-list'
import { anOperator } from '@/lib/audit/operator.fixture'
import { disableTotpByOperator } from '@/lib/auth/second-factor'
import { createCustomer } from '@/lib/customers/api'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { newId } from '@/lib/ids'
import { formatMajor } from '@/lib/money/money'
import { banVendor, changeTerms, getVendor, listVendors, unbanVendor } from '@/lib/operator/vendor-dashboard'
import type { OperatorVendorView } from '@/lib/operator/vendor-view'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { type ReconciliationView, reconcile } from '@/lib/reconciliation/reconciliation-dashboard'
import { CLIENT_ADDRESS, signedIn } from '@/lib/sign-in/signed-in.fixture'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { findAccount } from '@/lib/vendors/account'
import { setOperator } from '@/lib/vendors/manage-vendor'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildSecondFactor,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import type { OperatorHealthView } from './health'
import { checkLedger, getOperatorHealth, type LedgerCheckView } from './operator-dashboard'

const PATH = '/api/dashboard/operator'
const TERMS = {
  payoutLimit: '500',
  dailyLimit: '700',
  feePercent: '3.25',
  feeFixed: '0.10',
  feeOnRefund: 'return',
  holdDays: '7',
}

type Browser = Awaited<ReturnType<typeof signedIn>>
type Vendor = Awaited<ReturnType<typeof buildVendor>>

let operator: Browser
let vendor: Vendor

beforeEach(async () => {
  operator = await signedIn(await buildOperator())
  vendor = await buildVendor({ name: 'Corner Bakery' })
})

/** An operator with two-step sign-in. */
async function buildOperator(): Promise<string> {
  const { id } = await buildVendor()
  await inOrmTransaction((tx) => setOperator(tx, id, true, anOperator))
  await buildSecondFactor(id)
  return id
}

const auditOf = (vendorId: string) =>
  database().auditEvent.findMany({
    where: { vendorId, action: { startsWith: 'vendor.' } },
    select: { action: true, actor: true, detail: true, address: true, operatorName: true, operatorId: true },
    orderBy: { id: 'asc' },
  })

const ban = (id: string, reason: string | undefined = 'Fraud') =>
  operator.call(banVendor, 'POST', `${PATH}/vendors/${id}/ban`, { reason })

describe('a vendor who is not an operator does not find', () => {
  test.each([
    ['list of vendors', listVendors, 'GET', 'vendors'],
    ['page of a vendor', getVendor, 'GET', 'vendors/ID'],
    ['ban', banVendor, 'POST', 'vendors/ID/ban'],
    ['end of a ban', unbanVendor, 'POST', 'vendors/ID/unban'],
    ['terms', changeTerms, 'POST', 'vendors/ID/terms'],
    ['ledger check', checkLedger, 'GET', 'ledger'],
    ['health', getOperatorHealth, 'GET', 'health'],
    ['reconciliation', reconcile, 'GET', 'reconciliation?date=2026-01-31&of=test'],
  ] as const)('%s', async (_name, operation, method, path) => {
    const other = await signedIn((await buildVendor()).id)
    const url = `${PATH}/${path.replace('ID', vendor.id)}`
    const body = method === 'POST' ? { reason: 'Revenge', ...TERMS } : undefined
    expect(await other.call(operation, method, url, body)).toMatchObject({
      status: 404,
      body: { error: 'Not found' },
    })
    expect(await auditOf(vendor.id)).toEqual([])
    expect(await findAccount(database(), vendor.id, 'test')).toMatchObject({
      isBanned: false,
      payoutLimitMinor: 1_000_000n,
    })
  })
})

test.each([
  ['list of vendors', listVendors, 'GET', 'vendors'],
  ['ban', banVendor, 'POST', 'vendors/ID/ban'],
  ['health', getOperatorHealth, 'GET', 'health'],
] as const)('an operator without two-step sign-in is refused: %s', async (_name, operation, method, path) => {
  await inOrmTransaction((tx) => disableTotpByOperator(tx, operator.id, anOperator))
  const url = `${PATH}/${path.replace('ID', vendor.id)}`
  const body = method === 'POST' ? { reason: 'Fraud' } : undefined
  expect(await operator.call(operation, method, url, body)).toMatchObject({
    status: 403,
    body: { error: 'Turn on two-step sign-in to use the operator’s pages' },
  })
  expect(await auditOf(vendor.id)).toEqual([])
  await buildSecondFactor(operator.id)
  expect((await operator.call(operation, method, url, body)).status).toBe(200)
})

test('operators see who acted for the operator, and the vendor does not', async () => {
  await ban(vendor.id)
  const { body } = await operator.call(getVendor, 'GET', `${PATH}/vendors/${vendor.id}`)
  expect((body as unknown as OperatorVendorView).audit[0]).toMatchObject({
    action: 'vendor.banned',
    actor: 'operator',
    operator: operator.email,
  })
  const own = await readAuditLog(vendor.id, new URLSearchParams())
  expect(own.rows[0]).toMatchObject({ action: 'vendor.banned', actor: 'operator', operator: null })
})

test('the pages disappear with the operator flag', async () => {
  expect((await operator.call(listVendors, 'GET', `${PATH}/vendors`)).status).toBe(200)
  await inOrmTransaction((tx) => setOperator(tx, operator.id, false, anOperator))
  expect((await operator.call(listVendors, 'GET', `${PATH}/vendors`)).status).toBe(404)
  expect((await auditOf(operator.id)).map(({ action }) => action)).toEqual([
    'vendor.operator_changed',
    'vendor.operator_changed',
  ])
})

describe('a ban', () => {
  const createWith = (api_key: string) =>
    ask(
      createCustomer,
      new Request('http://localhost/api/v2/customer', {
        method: 'POST',
        body: JSON.stringify({ api_key, name: 'Ada', email: `${newId()}@example.com` }),
      }),
    )

  test('takes effect on the API at once, and so does its end', async () => {
    const key = await buildApiKey(vendor.test)
    expect((await createWith(key)).status).toBeLessThan(300)
    expect(await ban(vendor.id, '  Chargebacks  ')).toMatchObject({
      status: 200,
      body: { isBanned: true, banReason: 'Chargebacks' },
    })
    expect((await createWith(key)).status).toBe(403)
    const ended = await operator.call(unbanVendor, 'POST', `${PATH}/vendors/${vendor.id}/unban`, {})
    expect(ended.body).toMatchObject({ isBanned: false, banReason: null })
    expect((await createWith(key)).status).toBeLessThan(300)
  })

  test('and its end are in the vendor’s log, by an operator from that client address', async () => {
    await ban(vendor.id, 'Chargebacks')
    await operator.call(unbanVendor, 'POST', `${PATH}/vendors/${vendor.id}/unban`, {})
    const by = {
      actor: 'operator',
      address: CLIENT_ADDRESS,
      operatorName: operator.email,
      operatorId: operator.id,
    }
    expect(await auditOf(vendor.id)).toEqual([
      { action: 'vendor.banned', detail: 'Chargebacks', ...by },
      { action: 'vendor.unbanned', detail: null, ...by },
    ])
  })

  test('is recorded once, and so is its end, however many operators do it at once', async () => {
    const several = [1, 2, 3]
    const banned = await Promise.all(several.map(() => ban(vendor.id, 'Chargebacks')))
    expect(banned.map(({ status }) => status)).toEqual([200, 200, 200])
    const path = `${PATH}/vendors/${vendor.id}/unban`
    await Promise.all(several.map(() => operator.call(unbanVendor, 'POST', path, {})))
    expect((await auditOf(vendor.id)).map(({ action }) => action)).toEqual([
      'vendor.banned',
      'vendor.unbanned',
    ])
  })

  test('for another reason keeps the time of the first, and is recorded', async () => {
    const { body: first } = await ban(vendor.id, 'Chargebacks')
    const { body: second } = await ban(vendor.id, 'Fraud')
    expect(second).toMatchObject({ bannedAt: first.bannedAt, banReason: 'Fraud' })
    expect((await auditOf(vendor.id)).map(({ detail }) => detail)).toEqual(['Chargebacks', 'Fraud'])
  })

  test('needs a reason of limited length', async () => {
    expect((await ban(vendor.id, '  ')).status).toBe(400)
    expect((await ban(vendor.id, 'x'.repeat(1001))).status).toBe(400)
    expect(await auditOf(vendor.id)).toEqual([])
  })

  test('can’t be applied by operators to themselves', async () => {
    expect(await ban(operator.id)).toMatchObject({
      status: 409,
      body: { error: 'You can’t ban yourself' },
    })
    expect((await operator.call(listVendors, 'GET', `${PATH}/vendors`)).status).toBe(200)
  })

  test.each(['not-an-id', newId()])('of an unknown vendor is a 404: %s', async (id) => {
    expect((await ban(id)).status).toBe(404)
  })

  test('can’t be applied by a banned operator', async () => {
    const id = await buildOperator()
    await ban(id)
    const banned = await signedIn(id)
    const path = `${PATH}/vendors/${vendor.id}/ban`
    expect((await banned.call(banVendor, 'POST', path, { reason: 'Revenge' })).status).toBe(403)
    expect(await auditOf(vendor.id)).toEqual([])
  })
})

describe('terms', () => {
  const change = (terms: object) =>
    operator.call(changeTerms, 'POST', `${PATH}/vendors/${vendor.id}/terms`, terms)

  test('are set, and shown in the vendor’s log', async () => {
    expect(await change(TERMS)).toMatchObject({
      status: 200,
      body: {
        payoutLimit: '500.00',
        dailyLimit: '700.00',
        feePercent: '3.25',
        feeFixed: '0.10',
        feePayer: 'customer',
        feeOnRefund: 'return',
        holdDays: 7,
      },
    })
    expect(await findAccount(database(), vendor.id, 'live')).toMatchObject({
      payoutLimitMinor: 50_000n,
      fees: { feePpm: 32_500, feeFixedMinor: 10n, returnsFee: true },
    })
    expect(await auditOf(vendor.id)).toMatchObject([
      {
        action: 'vendor.terms_changed',
        actor: 'operator',
        detail:
          'payout limit 500.00 USD, daily limit 700.00 USD, fee 3.2500 %, fixed fee 0.10 USD, fee returned on refund, hold 7 days',
      },
    ])
  })

  test.each([
    ['a limit below zero', { payoutLimit: '-1' }],
    ['a limit with three decimals', { payoutLimit: '1.001' }],
    ['a limit beyond all reason', { payoutLimit: '1000000000' }],
    ['a limit that is a number of another base', { payoutLimit: '0x10' }],
    ['a percentage above 100', { feePercent: '100.0001' }],
    ['a percentage with five decimals', { feePercent: '2.90001' }],
    ['no fixed fee', { feeFixed: '' }],
    ['a fixed fee beyond all reason', { feeFixed: '10000' }],
    ['a limit that is no text', { payoutLimit: null }],
    ['a fee that a refund halves', { feeOnRefund: 'half' }],
    ['a hold of more than a year', { holdDays: '366' }],
    ['a hold of half a day', { holdDays: '0.5' }],
  ])('are refused with %s', async (_what, wrong) => {
    expect((await change({ ...TERMS, ...wrong })).status).toBe(400)
    expect(await auditOf(vendor.id)).toEqual([])
  })
})

describe('the list of vendors', () => {
  const idsOf = async (query: string) => {
    const { body } = await operator.call(listVendors, 'GET', `${PATH}/vendors?${query}`)
    return (body.rows as { id: string }[]).map(({ id }) => id)
  }

  test('is searched by name, email and id', async () => {
    const { email } = await database().vendor.findUniqueOrThrow({ where: { id: vendor.id } })
    const { id } = await buildVendor({ name: 'Zwölf & Söhne 100%' })
    expect(await idsOf(`q=${encodeURIComponent('SÖHNE 100%')}`)).toEqual([id])
    expect(await idsOf(`q=${encodeURIComponent(email.toUpperCase())}`)).toEqual([vendor.id])
    expect(await idsOf(`q=${vendor.id}`)).toEqual([vendor.id])
    expect(await idsOf('q=nothing%20like%20it')).toEqual([])
  })

  test('says what each vendor has, what was paid to it in 30 days, and when it was last active', async () => {
    const rowOf = async (mode: string) => {
      const query = `q=${vendor.id}&mode=${mode}`
      const { body } = await operator.call(listVendors, 'GET', `${PATH}/vendors?${query}`)
      return (body.rows as object[])[0]
    }
    expect(await rowOf('test')).toMatchObject({ balances: [], paid: [], lastActiveAt: null })
    const { id } = await buildInvoice(vendor.test, {})
    const { baseAmountMinor, feeAmountMinor, createdAt } = await database().invoice.findFirstOrThrow({
      where: { accountId: vendor.test.id, id },
    })
    const key = { accountId: vendor.test.id, invoiceId: id }
    await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
    await fundWallet(vendor.test, 50n, 'EUR')
    const inDollars = (minor: bigint) => ({ amount: formatMajor(minor, 'USD'), currency: 'USD' })
    expect(await rowOf('test')).toMatchObject({
      balances: [inDollars(baseAmountMinor), { amount: '0.50', currency: 'EUR' }],
      paid: [inDollars(baseAmountMinor + feeAmountMinor)],
      lastActiveAt: createdAt.toISOString(),
    })
    expect(await rowOf('live')).toMatchObject({ balances: [], paid: [] })
  })

  test('filters banned vendors and operators', async () => {
    await ban(vendor.id)
    expect(await idsOf('status=banned')).toContain(vendor.id)
    expect(await idsOf('status=banned')).not.toContain(operator.id)
    expect(await idsOf('status=operator')).toContain(operator.id)
    expect(await idsOf('status=active')).not.toContain(vendor.id)
  })

  test('has every vendor once across its pages, by id and by email', async () => {
    for (let count = 0; count < 30; count += 1) await buildVendor()
    const total = await database().vendor.count()
    for (const sort of ['-created', 'email']) {
      const seen: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const query: string = `sort=${sort}${after && `&after=${after}`}`
        const { body } = await operator.call(listVendors, 'GET', `${PATH}/vendors?${query}`)
        seen.push(...(body.rows as { id: string }[]).map(({ id }) => id))
        after = body.nextCursor as string | null
      }
      expect(seen).toHaveLength(total)
      expect(new Set(seen).size).toBe(total)
    }
  })
})

test('a vendor is shown with its wallets in both modes, and never with a secret', async () => {
  await fundWallet(vendor.test, 1234n)
  const { body } = await operator.call(getVendor, 'GET', `${PATH}/vendors/${vendor.id}`)
  expect((body as unknown as OperatorVendorView).accounts).toMatchObject([
    { mode: 'test', balances: [{ available: { amount: '12.34', currency: 'USD' } }] },
    { mode: 'live', balances: [] },
  ])
  expect(JSON.stringify(body)).not.toMatch(/hash|secret|totp/i)
})

describe('the ledger check', () => {
  const check = async (query = '') => {
    const { status, body } = await operator.call(checkLedger, 'GET', `${PATH}/ledger${query}`)
    return { status, ...(body as unknown as LedgerCheckView) }
  }

  test('covers all accounts, or one, and reports each problem where it is', async () => {
    await fundWallet(vendor.test, 100n)
    const other = await buildVendor()
    await fundWallet(other.test, 100n)
    expect(await check()).toMatchObject({ ok: true, problems: [] })
    const change = (by: string) =>
      connectionPool().query(
        `UPDATE ledger_accounts SET balance_minor = balance_minor ${by}
          WHERE account_id = $1 AND kind = 'credit_wallet'`,
        [vendor.test.id],
      )
    await change('+ 1')
    const all = await check()
    expect(all.ok).toBe(false)
    expect(all.problems.join('\n')).toContain(vendor.test.id)
    const own = await check(`?vendor=${vendor.id}&of=test`)
    expect(own).toMatchObject({ ok: false, transactions: 1, entries: 1, problems: all.problems })
    expect(await check(`?vendor=${other.id}&of=test`)).toMatchObject({ ok: true, transactions: 1 })
    expect(await check(`?vendor=${vendor.id}&of=live`)).toMatchObject({ ok: true, transactions: 0 })
    await change('- 1')
    expect(await check()).toMatchObject({ ok: true })
  })

  test('of an unknown vendor is a 404, and of an invalid mode a 400', async () => {
    expect((await check(`?vendor=${newId()}&of=test`)).status).toBe(404)
    expect((await check(`?vendor=${vendor.id}&of=both`)).status).toBe(400)
  })
})

test('health shows waiting and failed jobs, and which workers are alive', async () => {
  await connectionPool().query(`
    INSERT INTO worker_heartbeats (worker_id, beat_at)
    VALUES ('${newId()}', now()), ('${newId()}', now() - interval '1 minute')`)
  const { test: account } = vendor
  await fundWallet(account, 2500n)
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId, { accountNumber: '000777777771' })
  const { id } = await buildPayout(account, { customerId, bankAccountId, amountMinor: 2500n })
  await connectionPool().query(
    `UPDATE payouts SET next_attempt_at = now() - interval '1 hour' WHERE id = $1`,
    [id],
  )
  const { body } = await operator.call(getOperatorHealth, 'GET', `${PATH}/health`)
  const health = body as unknown as OperatorHealthView
  expect(health.workers.map(({ isAlive }) => isAlive).toSorted()).toEqual([false, true])
  expect(health.parts).toMatchObject({ database: 'ok', worker: 'ok' })
  const payouts = health.due.find(({ what }) => what === 'payouts')
  expect(payouts?.count).toBe(1)
  expect(Date.now() - Date.parse(payouts?.oldestAt ?? '')).toBeGreaterThan(3_000_000)
  expect(health.due.map(({ what }) => what)).toEqual([
    'webhooks',
    'payouts',
    'payments',
    'checkouts',
    'recurring',
    'recurring_payouts',
    'mail',
  ])
  expect(health.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(health.database.megabytes).toBeGreaterThan(1)
})

test('health shows payouts whose provider can’t be asked, and no others', async () => {
  const { test: account } = vendor
  await fundWallet(account, 2500n)
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId)
  const { id } = await buildPayout(account, { customerId, bankAccountId, amountMinor: 2500n })
  const read = async () => {
    const { body } = await operator.call(getOperatorHealth, 'GET', `${PATH}/health`)
    return (body as unknown as OperatorHealthView).unreachable
  }
  expect(await read()).toEqual([])
  const setAccount = (name: string) =>
    connectionPool().query('UPDATE payouts SET provider_account = $2 WHERE id = $1', [id, name])
  await setAccount('another')
  expect(await read()).toEqual([{ what: 'payouts', provider: 'sandbox', count: 1 }])
  await setAccount('sandbox')
  expect(await read()).toEqual([])
})

describe('the reconciliation', () => {
  const report = (query: string) => operator.call(reconcile, 'GET', `${PATH}/reconciliation?${query}`)

  test('of a day shows the differences, and whose they are', async () => {
    const { test: account } = vendor
    await fundWallet(account, 2500n)
    const { id: customerId } = await buildCustomer(account)
    const { id: bankAccountId } = await buildBankAccount(account, customerId)
    const { id } = await buildPayout(account, { customerId, bankAccountId, amountMinor: 2500n })
    await connectionPool().query('DELETE FROM sandbox_transfers WHERE idempotency_key = $1', [id])
    const { status, body } = await report(`date=${formatIsoDate(now())}&of=test`)
    const view = body as unknown as ReconciliationView
    expect(status).toBe(200)
    expect(view.differences).toMatchObject([
      {
        difference: 'missing_at_provider',
        kind: 'payout',
        id,
        vendor: { id: vendor.id },
        ours: { status: 'PAID', amount: { amount: '25.00', currency: 'USD' } },
        theirs: null,
      },
    ])
  })

  test.each([
    ['date=2026-02-30&of=test', 400],
    ['date=9999-01-01&of=test', 400],
    ['date=2026-01-31', 400],
    ['date=2026-01-31&of=live', 403],
  ])('is refused for %s', async (query, status) => {
    expect((await report(query)).status).toBe(status)
  })
})
