import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, expectRefusal, type Fields, send } from '../fixtures/api-client'
import { UNKNOWN_ID, UUID } from '../fixtures/formats'
import { bankAccountBody, customerBody } from '../fixtures/request-bodies'
import { type Service, startService } from '../fixtures/service'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

const KEY = /^cf_test_[0-9A-Za-z]{33,}$/
/** Short, because some payouts here wait for it in full; long enough for a busy machine to create a checkout session. */
const PROVIDER_TIMEOUT_MS = 2000

/** A service of its own, because these commands affect all vendors. */
let service: Service
let vendorId: string
let key: string
const vendor = `vendor-${randomUUID()}@example.com`

beforeAll(async () => {
  service = await startService({ env: { PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS) } })
  const created = await run('vendor create', { email: vendor, password: 'correct horse', name: 'Engines' })
  expect(created).toEqual({ vendor_id: expect.stringMatching(UUID) })
  vendorId = created.vendor_id ?? ''
  key = (await run('key create', { vendor, mode: 'test' })).key ?? ''
})
afterAll(() => service?.stop())

type Flags = Record<string, string>

function argumentsOf(command: string, flags: Flags): string[] {
  return [...command.split(' '), ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])]
}

/** Runs a command and returns its output: one line of JSON, and nothing else. */
async function run<Result = Record<string, string>>(command: string, flags: Flags = {}): Promise<Result> {
  const { code, stdout, stderr } = await service.adminRaw([...argumentsOf(command, flags), '--json'])
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^[^\n]+\n$/)
  return JSON.parse(stdout)
}

/** Runs a command that fails: it says why on standard error, without a stack, and exits with 1. */
async function runInVain(command: string, flags: Flags, why: RegExp): Promise<void> {
  const { code, stdout, stderr } = await service.adminRaw([...argumentsOf(command, flags), '--json'])
  expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(why)
  expect(stderr).not.toMatch(/\n\s+at /)
}

function post(path: string, body: Fields, by = key): Promise<Answer> {
  return send({ method: 'POST', path: `/api/v2${path}`, body: { api_key: by, ...body } }, service.url)
}

/** A payout to a new customer's new bank account. */
async function pay(amount: number, accountNumber?: string): Promise<Answer> {
  const customerId = (await post('/customer', customerBody())).body.customer.id
  const account = await post(`/customer/${customerId}/bank-account`, bankAccountBody({ accountNumber }))
  const payout = { bank_account_id: account.body.bank_account.id, amount }
  return post(`/customer/${customerId}/payout`, payout)
}

async function invoice(fields: Fields = {}): Promise<string> {
  const { status, body } = await post('/invoice', { ...customerBody(), amount: 100, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.invoice.id
}

async function statusOf(invoiceId: string): Promise<string> {
  const path = `/api/v2/invoice/${invoiceId}?api_key=${key}`
  return (await send({ method: 'GET', path }, service.url)).body.invoice.status
}

async function query(text: string, values: unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

describe('a text that steers the terminal', () => {
  const HOSTILE = '\u001b]0;PWNED\u0007\u001b[31mACME\u001b[2K\rx\nlive_approved: true\u009b31m\u202e'
  const SHOWN =
    '\\u001b]0;PWNED\\u0007\\u001b[31mACME\\u001b[2K\\u000dx\n    live_approved: true\\u009b31m\\u202e'
  const CONTROLS = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

  beforeAll(async () => {
    await invoice()
    // As rows have it that were written past the service; a note is what another mail server said.
    const { vendor_id: id } = await run('vendor create', {
      email: `hostile-${randomUUID()}@example.com`,
      password: 'correct horse',
      name: 'ACME',
    })
    await query('UPDATE vendors SET name = $1 WHERE id = $2', [HOSTILE, id])
    await query('UPDATE mail_messages SET note = $1', [HOSTILE])
    await query(
      `INSERT INTO audit_events (vendor_id, id, actor, operator_name, action, detail, created_at)
       VALUES ($1, $2, 'operator', $3, 'vendor.banned', $3, now())`,
      [id, randomUUID(), HOSTILE],
    )
  })

  test.each([
    ['vendor list', 'name'],
    ['audit list', 'operator'],
    ['audit list', 'detail'],
    ['mail list', 'note'],
  ])('is printed escaped by %s, as its %s', async (command, field) => {
    const words = await service.adminRaw(command.split(' '))
    expect(words.stdout).toContain(`\n${field}: ${SHOWN}\n`)
    expect(words.stdout).not.toMatch(CONTROLS)
    // No line of its own: a field begins at the left.
    expect(words.stdout).not.toMatch(/^live_approved: true/m)
    const json = await service.adminRaw([...command.split(' '), '--json'])
    expect(json.stdout).not.toMatch(CONTROLS)
    const rows = JSON.parse(json.stdout) as Record<string, unknown>[]
    expect(rows.map((row) => row[field])).toContain(HOSTILE)
  })

  test('is refused as a name, and escaped in the error that repeats it', async () => {
    const flags = { email: `v-${randomUUID()}@example.com`, password: 'correct horse', name: HOSTILE }
    const { code, stderr } = await service.adminRaw(argumentsOf('vendor create', flags))
    expect(code).toBe(1)
    expect(stderr).toBe('--name must be text of at most 255 characters, on one line\n')
    const unknown = await service.adminRaw(['vendor', 'list', `--${HOSTILE}`])
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).not.toMatch(CONTROLS)
  })
})

describe('reporting', () => {
  test('opens the views to a new role, which reads them by the URL that is printed, and closes them again', async () => {
    const role = `analyst_${randomUUID().replaceAll('-', '')}`
    const { url, ...rest } = await run('reporting grant', { role })
    expect(rest).toEqual({ role, created: true })
    const analyst = new Client({ connectionString: url })
    await analyst.connect()
    await invoice()
    const { rows } = await analyst.query('SELECT DISTINCT mode FROM reporting.invoices')
    expect(rows).toEqual([{ mode: 'test' }])
    for (const view of ['payments', 'refunds', 'payouts', 'ledger_entries']) {
      await analyst.query(`SELECT * FROM reporting.${view}`)
    }
    for (const secret of [
      '* FROM invoices',
      'pay_token FROM invoices',
      'email FROM customers',
      'FROM api_keys',
      'FROM bank_accounts',
      'FROM vendors',
      'FROM members',
    ]) {
      await expect(analyst.query(`SELECT ${secret}`), secret).rejects.toThrow('permission denied')
    }
    expect(await run('reporting grant', { role })).toEqual({ role, created: false })
    expect(await run('reporting revoke', { role })).toEqual({ role, removed: true })
    await expect(analyst.query('SELECT * FROM reporting.invoices')).rejects.toThrow()
    await analyst.end()
    const actions = (await run<Fields[]>('audit list')).map(({ action }) => String(action))
    const granted = 'reporting.granted'
    expect(actions.filter((action) => action.startsWith('reporting.'))).toEqual([
      'reporting.revoked',
      granted,
      granted,
    ])
  })

  test('refuses a role that is missing, malformed, or too mighty', async () => {
    await runInVain('reporting revoke', { role: 'nobody_here' }, /There is no role "nobody_here"/)
    await runInVain('reporting grant', { role: 'Robert"; DROP' }, /--role must be/)
    const owner = new URL(service.databaseUrl).username
    await runInVain('reporting grant', { role: owner }, /can already read or change/)
  })
})

describe('vendors', () => {
  test('are created once per email, and listed', async () => {
    const again = { email: vendor.toUpperCase(), password: 'correct horse', name: 'Another' }
    const [list] = await Promise.all([
      run<Fields[]>('vendor list'),
      runInVain('vendor create', again, /exists/),
    ])
    const rows = list.filter(({ email }) => email === vendor)
    expect(rows).toEqual([expect.objectContaining({ vendor_id: vendorId, name: 'Engines' })])
  })

  test('are banned and unbanned, by email or id', async () => {
    await run('vendor ban', { vendor, reason: 'Chargebacks' })
    expectRefusal(await post('/customer', customerBody()), 403, 'This vendor account has been banned.')
    await run('vendor unban', { vendor: vendorId })
    expect((await post('/customer', customerBody())).status).toBe(201)
  })

  test('have their own limit and fees', async () => {
    const terms = { 'payout-limit': '99.50', 'fee-percent': '1.25', 'fee-fixed': '0.10', 'hold-days': '7' }
    await run('vendor set', { vendor, ...terms })
    const { body } = await post('/invoice', { ...customerBody(), amount: 200 })
    expect(body.invoice.amount).toBe(202.6)
    const answer = await pay(99.51)
    expectRefusal(answer, 400, 'Withdrawal exceeds your limit of $99.50 per request')
    await run('vendor set', { vendor, 'daily-limit': '0.50' })
    expectRefusal(await pay(1), 400, 'Withdrawal exceeds your daily limit of $0.50')
    await run('vendor set', { vendor, 'daily-limit': '100' })
  })

  test('have the fee kept on refund, unless the operator gives it back', async () => {
    const feeOnRefund = async () => {
      const vendors = await run<{ email: string; fee_on_refund: string }[]>('vendor list')
      return vendors.find(({ email }) => email === vendor)?.fee_on_refund
    }
    expect(await feeOnRefund()).toBe('keep')
    await run('vendor set', { vendor, 'fee-on-refund': 'return' })
    expect(await feeOnRefund()).toBe('return')
    await run('vendor set', { vendor, 'fee-on-refund': 'keep' })
    expect(await feeOnRefund()).toBe('keep')
  })
})

describe('keys', () => {
  test('belong to their account, work until they expire, and end when they are revoked', async () => {
    const [lasting, hours] = await Promise.all([
      run('key create', { vendor, mode: 'test', name: 'Till', 'expires-in': '90d' }),
      run('key create', { vendor: vendorId, mode: 'test', 'expires-in': '12h' }),
    ])
    for (const created of [lasting, hours]) {
      expect(created).toEqual({ key_id: expect.stringMatching(UUID), key: expect.stringMatching(KEY) })
      expect((await post('/customer', customerBody(), created.key)).status).toBe(201)
    }
    await run('key revoke', { 'key-id': lasting.key_id ?? '' })
    expectRefusal(await post('/customer', customerBody(), lasting.key), 401, 'Invalid API Key')
    expect((await post('/customer', customerBody(), hours.key)).status).toBe(201)
  })

  test('can’t be created for live mode if no live provider is configured', async () => {
    await runInVain('key create', { vendor, mode: 'live' }, /live/i)
  })
})

test('a webhook endpoint is added and its secret rotated without a browser, each secret shown once', async () => {
  const flags = { vendor, mode: 'test' }
  const url = 'https://shop.example.com/hooks'
  const added = await run('webhook-endpoint create', {
    ...flags,
    url,
    'event-types': 'invoice.paid,payout.paid',
  })
  const id = added.webhook_endpoint_id ?? ''
  expect(added).toEqual({
    webhook_endpoint_id: expect.stringMatching(UUID),
    secret: expect.stringMatching(/^whsec_/),
  })
  const rotation = { ...flags, 'webhook-endpoint-id': id }
  const rotated = await run('webhook-endpoint rotate-secret', rotation)
  expect(rotated).toEqual({ webhook_endpoint_id: id, secret: expect.stringMatching(/^whsec_/) })
  expect(rotated.secret).not.toBe(added.secret)
  await runInVain('webhook-endpoint rotate-secret', rotation, /still signs/)
  await run('webhook-endpoint rotate-secret', { ...rotation, 'overlap-hours': '0' })
  await runInVain('webhook-endpoint create', { ...flags, url: 'ftp://x' }, /--url must begin/)
  await runInVain(
    'webhook-endpoint create',
    { ...flags, url, 'event-types': 'moon.risen' },
    /--event-types must be/,
  )
})

describe('providers', () => {
  test('are checked, and one that is not configured is no failure', async () => {
    const rows = await run<{ provider: string; configured: boolean; answers: boolean }[]>('providers check')
    expect(rows.map(({ provider, configured, answers }) => [provider, configured, answers])).toEqual([
      ['sandbox', true, true],
      ['sandbox', true, true],
      ['stripe', false, false],
      ['airwallex', false, false],
    ])
  })
})

describe('money', () => {
  const show = (mode = 'test') => run('wallet show', { vendor, mode })

  test('is credited and shown in major units, and held while a payout is not settled', async () => {
    const credit = { vendor, mode: 'test', reason: 'Opening balance' }
    await Promise.all([
      run('wallet credit', { ...credit, amount: '100.5', currency: 'usd' }),
      run('wallet credit', { ...credit, amount: '1000', currency: 'JPY' }),
    ])
    const JPY = { available: '1000', held: '0' }
    expect((await pay(40, '000444444440')).body.payout.status).toBe('PROCESSING')
    const [test, live] = await Promise.all([show(), show('live')])
    expect(test).toEqual({ USD: { available: '60.50', held: '40.00' }, JPY })
    expect(live).toEqual({ USD: { available: '0.00', held: '0.00' } })
    const reconcile = () => run<{ settled: number; pending: number }>('payout reconcile')
    await expect
      .poll(reconcile, { interval: 100, timeout: 30_000 })
      .toEqual({ settled: expect.any(Number), pending: 0 })
    expect(await show()).toEqual({ USD: { available: '60.50', held: '0.00' }, JPY })
  })

  test('is verified, and a wrong sum is exit code 1', async () => {
    const good = await run<{ transactions: number; entries: number }>('ledger verify')
    expect(good).toEqual({ ok: true, transactions: expect.any(Number), entries: expect.any(Number) })
    expect(good.entries).toBeGreaterThanOrEqual(good.transactions)
    const change =
      "UPDATE ledger_accounts SET balance_minor = balance_minor + $1 WHERE kind = 'credit_wallet'"
    await query(change, [1])
    const { code, stdout, stderr } = await service.adminRaw(['ledger', 'verify', '--json'])
    await query(change, [-1])
    expect(code).toBe(1)
    expect(stderr).toMatch(/\S/)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false })
    expect(await run('ledger verify')).toEqual(good)
  })

  test('can’t be rewritten in the ledger, not even from the database', async () => {
    await expect(query('UPDATE ledger_entries SET amount_minor = amount_minor + 1')).rejects.toThrow()
    await expect(query('DELETE FROM ledger_transactions')).rejects.toThrow()
  })
})

describe('invoices', () => {
  test('are marked as paid once', async () => {
    const invoiceId = await invoice()
    await run('invoice mark-paid', { invoice: invoiceId })
    expect(await statusOf(invoiceId)).toBe('Paid')
    await runInVain('invoice mark-paid', { invoice: invoiceId }, /paid/i)
  })

  test('are swept after their due date, and not on it', async () => {
    const invoiceId = await invoice({ due_date: '2999-03-01' })
    const later = await invoice({ due_date: '2999-03-02' })
    await run('invoice sweep-overdue', { 'as-of': '2999-03-01' })
    expect(await statusOf(invoiceId)).toBe('Invoice Created')
    expect(await run('invoice sweep-overdue', { 'as-of': '2999-03-02' })).toEqual({ changed: 1 })
    expect([await statusOf(invoiceId), await statusOf(later)]).toEqual(['Unpaid', 'Invoice Created'])
  })
})

describe('a failing command says why on standard error and exits with 1', () => {
  test('whether it is unknown, lacks a flag, or has an unknown one', async () => {
    await Promise.all([
      runInVain('vendor', {}, /usage/i),
      runInVain('vendor create', { password: 'correct horse', name: 'Ada' }, /--email/),
      runInVain('vendor list', { nonsense: 'x' }, /nonsense/),
    ])
  })

  const wallet = { mode: 'test', amount: '1', currency: 'USD' }
  let shared: Vendor

  beforeAll(async () => {
    shared = await freshVendor()
  })

  test.each<[string, Flags, RegExp]>([
    ['vendor create', { email: 'ada', password: 'correct horse', name: 'Ada' }, /e-?mail/i],
    ['vendor ban', { vendor: 'nobody@example.com' }, /vendor_not_found/],
    ['vendor set', { vendor: UNKNOWN_ID, 'payout-limit': '5' }, /vendor_not_found/],
    ['vendor set', { 'payout-limit': '-5' }, /payout-limit/],
    ['vendor set', { 'hold-days': '366' }, /hold-days/],
    ['vendor set', { 'fee-on-refund': 'half' }, /fee-on-refund/],
    ['vendor set', { 'fee-percent': 'x' }, /fee-percent/],
    ['vendor set', { 'fee-fixed': '0.001' }, /fee-fixed/],
    ['key create', { mode: 'prod' }, /mode/],
    ['key create', { mode: 'test', 'expires-in': 'soon' }, /expires-in/],
    ['key revoke', { 'key-id': UNKNOWN_ID }, /not_found/],
    ['wallet show', { mode: '' }, /mode/],
    ['wallet credit', { ...wallet, vendor: 'nobody@example.com' }, /not_found/],
    ['wallet credit', { ...wallet, amount: '-1' }, /amount/],
    ['wallet credit', { ...wallet, amount: '0' }, /amount/],
    ['wallet credit', { ...wallet, amount: '0.001' }, /amount/],
    ['wallet credit', { ...wallet, currency: 'ZZZ' }, /currency/],
    ['invoice mark-paid', { invoice: UNKNOWN_ID }, /not_found/],
    ['invoice mark-paid', { invoice: 'x' }, /not_found/],
    ['invoice sweep-overdue', { 'as-of': '2025-02-30' }, /as-of/],
  ])('%s %j', async (command, flags, why) => {
    await shared.unchanged(() =>
      expect(operate(command, { vendor: shared.email, ...flags })).rejects.toThrow(why),
    )
  })
})

describe('ledger export', () => {
  test('prints the journal as it is, of all vendors or one', async () => {
    const journal = await service.adminRaw(argumentsOf('ledger export', { format: 'hledger', mode: 'test' }))
    expect(journal).toMatchObject({ code: 0, stderr: '' })
    expect(journal.stdout).toMatch(/^; The ledger in test mode, in UTC\n\n\d{4}-\d\d-\d\d [a-z.]+\n/)
    expect(journal.stdout).toContain(`liabilities:vendors:${vendorId}:available  `)
    const other = await run('vendor create', {
      email: `v-${randomUUID()}@example.com`,
      password: 'correct horse',
      name: 'Idle',
    })
    const flags = { format: 'hledger', vendor: String(other.vendor_id) }
    const idle = await service.adminRaw(argumentsOf('ledger export', flags))
    expect(idle.stdout).toBe('; The ledger in live mode, in UTC\n')
  })

  test('has one format, and no JSON', async () => {
    await runInVain('ledger export', { format: 'hledger' }, /has no --json/)
    await runInVain('ledger export', { format: 'csv' }, /--format must be hledger/)
  })
})
