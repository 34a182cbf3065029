import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanEnvironment, runScript } from '@/e2e/fixtures/service'
import { WebhookReceiver } from '@/e2e/fixtures/webhook-receiver'
import { runInTerminal } from './src/cli/terminal.fixture.ts'
import { FaultyReceiver } from './src/exam/faulty-receiver.fixture.ts'
import { OPERATIONS } from './src/generated/operations.ts'
import {
  type AddBankAccountBody,
  type AnswerInfo,
  ApiError,
  ConnectionError,
  Counterfoil,
  CustomerEmailTakenError,
  type Event,
  InsufficientBalanceError,
  InvalidApiKeyError,
  InvoiceAlreadyPaidError,
  InvoiceNotFoundError,
  PayoutRefusedError,
  type Settings,
  verifyWebhook,
} from './src/index.ts'
import { Twin } from './twin.fixture.ts'

/* The client and its command line against the service itself, as the tests of an integration run it. */

let twin: Twin
let receiver: WebhookReceiver
const answers: AnswerInfo[] = []

beforeAll(async () => {
  receiver = await WebhookReceiver.start()
  twin = await Twin.start()
})
afterAll(async () => {
  await receiver.stop()
  expect(await twin.stop()).toBe(0)
})

const clientWith = (settings: Partial<Settings> = {}) =>
  new Counterfoil({
    apiKey: twin.apiKey,
    baseUrl: twin.url,
    backoffMs: 10,
    onAnswer: (info) => answers.push(info),
    ...settings,
  })

let mails = 0
async function customer(client = clientWith()): Promise<string> {
  mails += 1
  return (await client.customers.create({ name: 'Ada Lovelace', email: `ada${mails}@example.com` })).customer
    .id
}

const bankAccount = (account_number: string): AddBankAccountBody => ({
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
  bank_details: {
    account_name: 'Ada Lovelace',
    account_number,
    routing_number: '021000021',
    bank_name: 'First Bank',
  },
})

async function payee(client: Counterfoil, accountNumber: string) {
  const customerId = await customer(client)
  const { bank_account } = await client.bankAccounts.add(customerId, bankAccount(accountNumber))
  return { customerId, body: { bank_account_id: bank_account.id, amount: '25.50' } }
}

async function balance(client: Counterfoil) {
  return (await client.wallet.get()).balances.USD
}

async function expectSoundLedger(): Promise<void> {
  const dataDir = `.twin/${new URL(twin.url).port}`
  const args = ['ledger', 'verify', '--json']
  const { stdout, stderr } = await runScript('bin/admin.mjs', args, cleanEnvironment({ DATA_DIR: dataDir }))
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true })
}

describe('the client', () => {
  test('leads from a customer over a paid invoice and its webhook to a refund', async () => {
    const client = clientWith()
    const customerId = await customer(client)
    await client.customers.update(customerId, { group: 'vip', metadata: { plan: 'pro' } })
    expect((await client.customers.get(customerId)).customer).toMatchObject({
      group: 'vip',
      metadata: { plan: 'pro' },
    })
    const { invoice } = await client.invoices.create({
      customer_id: customerId,
      items: [{ title: 'Consulting, hours', qty: 1.5, price: '80.00' }],
      reference: 'order-1',
      webhook_url: receiver.url(),
    })
    expect(invoice).toMatchObject({ status: 'Invoice Created', base_amount: 120 })
    expect((await client.invoices.send(invoice.id)).mail.recipient).toMatch(/^ada\d+@example\.com$/)
    await client.testHelpers.payInvoice(invoice.id)
    const { status: _, ...paid } = await client.invoices.get(invoice.id)

    await expect.poll(() => receiver.about(invoice.id).length, { timeout: 30_000 }).toBe(1)
    const [{ body: payload = '', headers = {} } = {}] = receiver.about(invoice.id)
    const delivery = await verifyWebhook({ payload, headers, secret: twin.webhookSecret })
    expect(delivery).toMatchObject({ sequence: 1, body: paid })

    const before = await balance(client)
    const { refund } = await client.invoices.refund(invoice.id, { amount: 20 })
    expect(refund).toMatchObject({ invoice_id: invoice.id, amount: 20, status: 'SUCCEEDED' })
    expect((await balance(client))?.available).toBeCloseTo((before?.available ?? 0) - 20, 2)
    expect((await client.testHelpers.warnOfFraud(invoice.id)).fraud_warning.invoice_id).toBe(invoice.id)
    expect((await client.testHelpers.disputeInvoice(invoice.id)).dispute.invoice_id).toBe(invoice.id)
    await expectSoundLedger()
  })

  test('follows a payout without an answer to its end: by event, by a look, and by a repeat', async () => {
    const client = clientWith()
    await client.testHelpers.creditWallet({ amount: 100 })
    const before = await balance(client)
    const after = (await client.events.list({ limit: 100 })).next_cursor
    // The sandbox accepts this one, and its answer is lost.
    const { customerId, body } = await payee(client, '000444444440')
    const options = { idempotencyKey: 'order-1-payout' }
    const { payout } = await client.payouts.create(customerId, body, options)
    expect(payout).toMatchObject({ status: 'PROCESSING', amount: 25.5, provider_transfer_id: null })
    expect((await client.payouts.list({ status: 'PROCESSING' })).payouts.map(({ id }) => id)).toEqual([
      payout.id,
    ])

    // The next look at the provider comes closer, and a worker takes it.
    await client.testHelpers.advanceClock({ days: 1 })
    const seen: string[] = []
    for await (const { type, data } of client.events.follow({ after }, { waitSeconds: 20 })) {
      if (data.id !== payout.id) continue
      seen.push(type)
      if (type === 'payout.paid') break
    }
    expect(seen).toEqual(['payout.created', 'payout.paid'])
    expect((await client.payouts.get(payout.id)).payout).toMatchObject({ status: 'PAID', failure: null })
    const repeated = await client.payouts.create(customerId, body, options)
    expect(repeated.payout).toMatchObject({ id: payout.id, status: 'PAID' })
    expect(answers.at(-1)?.isReplay).toBe(true)
    expect((await balance(client))?.available).toBeCloseTo((before?.available ?? 0) - 25.5, 2)

    const { payout: returned } = await client.testHelpers.settlePayout(payout.id, { outcome: 'returned' })
    expect(returned.status).toBe('RETURNED')
    expect(await balance(client)).toEqual(before)
    const { trace } = await client.traces.get(payout.id)
    expect(trace.steps.filter(({ event }) => event).map(({ event }) => event?.type)).toEqual([
      'payout.created',
      'payout.paid',
      'payout.returned',
    ])
    await expectSoundLedger()
  })

  test('goes through lists of several pages, each entry once', async () => {
    const client = clientWith()
    const customerId = await customer(client)
    const created: string[] = []
    for (let count = 0; count < 5; count += 1) {
      created.unshift((await client.invoices.create({ customer_id: customerId, amount: 10 })).invoice.id)
    }
    const listed: string[] = []
    for await (const { id } of client.invoices.list({ customer_id: customerId, limit: 2 })) listed.push(id)
    expect(listed).toEqual(created)
    const sizes: number[] = []
    for await (const { invoices } of client.invoices.list({ customer_id: customerId, limit: 2 }).pages()) {
      sizes.push(invoices.length)
    }
    expect(sizes).toEqual([2, 2, 1])
    const [first = ''] = created
    expect((await client.invoices.void(first)).invoice.voided_on).toEqual(expect.any(String))

    const sequences: (number | null)[] = []
    for await (const { sequence } of client.events.list({ limit: 7 })) sequences.push(sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
    const ids = new Set<string>()
    for await (const { id } of client.customers.list({ limit: 1 })) ids.add(id)
    expect(ids.size).toBe(mails)
    const entries = await client.wallet.listEntries({ currency: 'USD', limit: 1 })
    expect(entries.entries).toHaveLength(1)
    expect((await client.bankAccounts.list(customerId)).total).toBe(0)
  })

  test('a customer is saved by the shop’s own id and archived, and what it disputed is read back', async () => {
    const client = clientWith()
    const customerId = await customer(client)
    const { customer: before } = await client.customers.update(customerId, { external_id: 'shop-7' })
    const changes = { name: 'Ada King', email: before.email }
    const saved = await client.customers.saveByExternalId('shop-7', changes)
    expect(saved.customer).toMatchObject({ id: customerId, name: 'Ada King', external_id: 'shop-7' })
    const { bank_account_link: link } = await client.bankAccounts.createLink(customerId, {})
    expect(link.url.startsWith(twin.url)).toBe(true)

    const { invoice } = await client.invoices.create({ customer_id: customerId, amount: 30 })
    const { invoice: updated } = await client.invoices.update(invoice.id, { reference: 'order-7' })
    expect(updated.reference).toBe('order-7')
    await client.testHelpers.payInvoice(invoice.id)
    const { refund } = await client.invoices.refund(invoice.id, { amount: 10 })
    expect((await client.refunds.get(refund.id)).refund).toEqual(refund)
    expect((await client.refunds.list({ invoice_id: invoice.id })).refunds).toEqual([refund])
    const { invoice: open } = await client.invoices.create({ customer_id: customerId, amount: 30 })
    const { credit } = await client.invoices.credit(open.id, { amount: 10 })
    expect((await client.credits.get(credit.id)).credit).toEqual(credit)
    expect((await client.credits.list({ invoice_id: open.id })).credits).toEqual([credit])
    const { dispute } = await client.testHelpers.disputeInvoice(invoice.id)
    expect((await client.disputes.get(dispute.id)).dispute).toMatchObject({ id: dispute.id, status: 'OPEN' })
    const { disputes } = await client.disputes.list({ status: 'OPEN' })
    expect(disputes.map(({ id }) => id)).toContain(dispute.id)

    const { bank_account } = await client.bankAccounts.add(customerId, bankAccount('123456789'))
    await client.bankAccounts.archive(customerId, bank_account.id)
    expect((await client.bankAccounts.list(customerId)).total).toBe(0)
    await client.customers.archive(customerId)
    await expect(client.invoices.create({ customer_id: customerId, amount: 5 })).rejects.toThrow(ApiError)
    await expectSoundLedger()
  })

  test('a batch pays its rows, and is followed to its end', async () => {
    const client = clientWith()
    await client.testHelpers.creditWallet({ amount: 100 })
    const { customerId, body } = await payee(client, '123456789012')
    const payouts = ['May', 'June'].map((reference) => ({ ...body, customer_id: customerId, reference }))
    const { payout_batch: batch } = await client.payouts.createBatch({ name: 'Payroll', payouts })
    expect(batch).toMatchObject({ count: 2, amount: 51, counts: { PENDING: 2 } })
    const read = async () => (await client.payouts.getBatch(batch.id)).payout_batch
    await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('COMPLETED')
    expect(await read()).toMatchObject({ counts: { PAID: 2 }, amounts: { PAID: 51 }, failures: [] })
    const listed = (await client.payouts.list({ payout_batch_id: batch.id })).payouts
    expect(listed.map(({ metadata }) => metadata?.reference).sort()).toEqual(['June', 'May'])
    const wrong = client.payouts.createBatch({ name: 'Payroll', payouts: [{ ...body, customer_id: 'x' }] })
    await expect(wrong).rejects.toMatchObject({
      code: 'payout_batch_rows_invalid',
      body: { errors: [{ row: 1, field: 'customer_id' }] },
    })
    await expectSoundLedger()
  })

  test('a recurring invoice issues one a week until it is ended', async () => {
    const client = clientWith()
    const customer_id = await customer(client)
    const { recurring_invoice: created } = await client.recurringInvoices.create({
      customer_id,
      amount: '49.00',
      interval: 'week',
      start_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      delivery: 'send',
      metadata: { plan: 'small' },
    })
    await client.testHelpers.advanceClock({ days: 8 })
    const { recurring_invoice: series } = await client.recurringInvoices.get(created.id)
    expect(series).toMatchObject({ invoice_count: 2, amount: 49 })
    const { invoices } = await client.invoices.list({ customer_id })
    expect(invoices).toMatchObject([{ id: series.last_invoice_id, metadata: { plan: 'small' } }, {}])
    await client.recurringInvoices.update(created.id, { status: 'ended' })
    const ended = []
    for await (const { id } of client.recurringInvoices.list({ status: 'ended', customer_id })) ended.push(id)
    expect(ended).toEqual([created.id])
    await expect(client.recurringInvoices.update(created.id, { status: 'active' })).rejects.toMatchObject({
      code: 'recurring_ended',
    })
  })

  test('an endpoint of the account gets every event, and one again when asked', async () => {
    const client = clientWith()
    const added = await client.events.addWebhookEndpoint({
      url: receiver.url('/account'),
      event_types: ['customer.created'],
    })
    const { secret, ...webhook_endpoint } = added.webhook_endpoint
    const customerId = await customer(client)
    await expect.poll(() => receiver.about(customerId).length, { timeout: 30_000 }).toBe(1)
    const [{ body: payload = '', headers = {} } = {}] = receiver.about(customerId)
    const { id, body, eventId } = await verifyWebhook({ payload, headers, secret })
    expect(body.event).toMatchObject({ id: eventId, type: 'customer.created', data: { id: customerId } })
    if (!eventId) throw new Error('an event has an id')
    await client.events.redeliver(eventId)
    await expect.poll(() => receiver.about(customerId).length, { timeout: 30_000 }).toBe(2)
    expect(receiver.about(customerId)[1]?.headers['webhook-id']).toBe(id)
    const { event } = await client.events.get(eventId)
    expect(event.deliveries.map(({ id, url }) => [id, url])).toEqual([[id, receiver.url('/account')]])
    const rotated = await client.events.rotateWebhookEndpointSecret(webhook_endpoint.id)
    expect(rotated.webhook_endpoint.secret).not.toBe(secret)
    const ended = await client.events.rotateWebhookEndpointSecret(webhook_endpoint.id, { overlap_hours: 0 })
    expect(ended.webhook_endpoint.previous_secret_expires_at).toBeNull()
    const changes = { description: 'The shop', event_types: null }
    const updated = await client.events.updateWebhookEndpoint(webhook_endpoint.id, changes)
    expect(updated.webhook_endpoint).toEqual({ ...webhook_endpoint, ...changes })
    expect((await client.events.listWebhookEndpoints()).webhook_endpoints).toEqual([updated.webhook_endpoint])
    await client.events.deleteWebhookEndpoint(webhook_endpoint.id)
    expect((await client.events.listWebhookEndpoints()).webhook_endpoints).toEqual([])
  })

  test('throws an error of the class of each code, with its details', async () => {
    const client = clientWith()
    const customerId = await customer(client)
    const { customer: taken } = await client.customers.get(customerId)
    const conflict = await client.customers.create({ name: 'B', email: taken.email }).catch((error) => error)
    expect(conflict).toBeInstanceOf(CustomerEmailTakenError)
    expect(conflict).toMatchObject({ status: 409, code: 'customer_email_taken', retry: 'never' })
    expect(conflict.location).toMatch(new RegExp(`/api/v2/customer/${customerId}$`))
    expect((await fetch(conflict.help)).status).toBe(200)

    const { customerId: payeeId, body } = await payee(client, '000111111116')
    const refused = await client.payouts.create(payeeId, body).catch((error) => error)
    expect(refused).toBeInstanceOf(PayoutRefusedError)
    expect(refused.message).toMatch(/^sandbox error: no_account/)
    const { invoice } = await client.invoices.create({ customer_id: customerId, amount: 10 })
    await client.testHelpers.payInvoice(invoice.id)
    const codes: [() => Promise<unknown>, new (...args: never[]) => ApiError][] = [
      [() => client.invoices.get(customerId), InvoiceNotFoundError],
      [() => client.invoices.void(invoice.id), InvoiceAlreadyPaidError],
      [() => client.payouts.create(payeeId, { ...body, amount: 9000 }), InsufficientBalanceError],
      [() => clientWith({ apiKey: 'cf_test_none' }).wallet.get(), InvalidApiKeyError],
    ]
    for (const [call, ErrorClass] of codes) await expect(call()).rejects.toBeInstanceOf(ErrorClass)
    await expectSoundLedger()
  })

  test('repeats a request whose answer was lost with the same key, and it is done once', async () => {
    let sent = 0
    const losing: typeof fetch = (input, init) => {
      sent += 1
      const headers = new Headers(init?.headers)
      if (sent === 1) headers.set('counterfoil-simulate', 'lost-answer')
      return fetch(input, { ...init, headers })
    }
    const client = clientWith()
    const { customerId, body } = await payee(client, '123456789012')
    const before = await balance(client)
    const { payout } = await clientWith({ fetch: losing }).payouts.create(customerId, body)
    expect([sent, payout.status]).toEqual([2, 'PAID'])
    expect(answers.at(-1)).toMatchObject({ attempt: 2, isReplay: true })
    expect((await balance(client))?.available).toBeCloseTo((before?.available ?? 0) - 25.5, 2)

    // Without repeats, the error names the key to ask with later.
    const headers = { 'counterfoil-simulate': 'lost-answer' }
    const email = 'lost@example.com'
    const lost = await client.customers
      .create({ name: 'Lost', email }, { headers, maxRetries: 0 })
      .catch((error) => error)
    expect(lost).toBeInstanceOf(ConnectionError)
    mails += 1
    const repeat = await client.customers.create(
      { name: 'Lost', email },
      { idempotencyKey: lost.idempotencyKey },
    )
    expect([repeat.customer.email, answers.at(-1)?.isReplay]).toEqual([email, true])
    await expectSoundLedger()
  })

  test('a payout whose provider is away is in progress, and an invoice is not created', async () => {
    const client = clientWith()
    const { customerId, body } = await payee(client, '123456789012')
    const headers = { 'counterfoil-simulate': 'provider-down' }
    const { payout } = await client.payouts.create(customerId, body, { headers })
    expect(payout.status).toBe('PROCESSING')
    const { payout: failed } = await client.testHelpers.settlePayout(payout.id, { outcome: 'failed' })
    expect(failed).toMatchObject({ status: 'FAILED', failure: { message: expect.stringMatching(/./) } })
    const invoice = client.invoices.create(
      { amount: 5, email: 'away@example.com' },
      { headers, maxRetries: 0 },
    )
    await expect(invoice).rejects.toMatchObject({ code: 'payment_provider_failed', status: 502 })
    await expectSoundLedger()
  })

  test('a reset takes back everything after the snapshot, answers of Idempotency-Keys too', async () => {
    const client = clientWith()
    await twin.control('snapshot')
    const create = () =>
      client.customers.create({ name: 'Again', email: 'again@example.com' }, { idempotencyKey: 'again' })
    const first = await create()
    await twin.control('reset')
    expect((await create()).customer.id).not.toBe(first.customer.id)
    expect(answers.at(-1)?.isReplay).toBe(false)
    await twin.control('reset')
    await expect(client.customers.get(first.customer.id)).rejects.toBeInstanceOf(ApiError)
  })

  test('every method of it has been answered', async () => {
    await clientWith().apiDescription.get()
    const unmet = OPERATIONS.filter(({ method, path }) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
      return !answers.some((info) => info.method === method && info.status < 300 && pattern.test(info.path))
    })
    expect(unmet.map(({ resource, name }) => `${resource}.${name}`)).toEqual([])
  })
})

describe('the command line', () => {
  const inTerminal = (args: string[], until?: (printed: { out: string; err: string }) => boolean) =>
    runInTerminal(args, {
      env: { COUNTERFOIL_URL: twin.url, COUNTERFOIL_API_KEY: twin.apiKey },
      ...(until ? { until } : {}),
    })
  const latest = async (): Promise<Event> => {
    const { out } = await inTerminal(['logs', '--json', '--limit', '1'])
    return JSON.parse(out)
  }

  test('a triggered event is heard by listen, shows in logs, and can be opened and sent again', async () => {
    let triggered: ReturnType<typeof inTerminal> | undefined
    const secret = ['--secret', twin.webhookSecret]
    const args = ['listen', '--forward-to', receiver.url('/forwarded'), '--events', 'payout', ...secret]
    const listened = await inTerminal(args, ({ out, err }) => {
      if (err.includes('Listening')) triggered ??= inTerminal(['trigger', 'payout.returned'])
      return out.includes('payout.returned')
    })
    const id = (await triggered)?.out.trim().split(' ').at(-1) ?? ''
    expect(listened.code).toBe(130)
    expect(listened.out.match(/payout\.\w+.*→ 200 in/g)).toHaveLength(3)
    const forwarded = receiver.about(id)
    expect(forwarded).toHaveLength(3)
    for (const { body: payload, headers } of forwarded) {
      await verifyWebhook({ payload, headers, secret: twin.webhookSecret })
    }
    expect(await latest()).toMatchObject({ type: 'payout.returned', data: { id } })
    expect((await inTerminal(['open', id, '--print'])).out).toBe(
      `payout, RETURNED  ${twin.url}/payouts/${id}\n`,
    )

    const { id: eventId } = await latest()
    const again = ['resend', eventId, '--forward-to', receiver.url('/again'), ...secret]
    expect(await inTerminal(again)).toMatchObject({ code: 0, out: expect.stringMatching(/^200 in/) })
    expect(receiver.about(id).at(-1)?.path).toBe('/again')
    await expectSoundLedger()
  })

  test('endpoints are added with a secret that is printed alone, rotated and listed', async () => {
    const url = receiver.url('/by-command')
    const added = await inTerminal(['endpoints', 'add', url, '--events', 'payout.paid,payout.failed'])
    expect([added.code, added.out]).toEqual([0, expect.stringMatching(/^whsec_[\w+/=]+\n$/)])
    const [id = ''] = added.err.split(' ')
    const rotated = await inTerminal(['endpoints', 'rotate', id, '--overlap-hours', '0'])
    expect(rotated.out).toMatch(/^whsec_[\w+/=]+\n$/)
    expect(rotated.out).not.toBe(added.out)
    expect((await inTerminal(['endpoints'])).out).toBe(`${id}  enabled  ${url}  payout.paid,payout.failed\n`)
    const unknown = await inTerminal(['endpoints', 'add', url, '--events', 'moon.risen'])
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('Unknown event type moon.risen')])
    await clientWith().events.deleteWebhookEndpoint(id)
  })

  test('a receiver that verifies with the secret of the twin passes the exam', async () => {
    const examined = await FaultyReceiver.start(twin.webhookSecret, null)
    const exam = ['exam', examined.url, '--secret', twin.webhookSecret, '--settle-ms', '1', '--json']
    const { code, out } = await inTerminal(exam)
    await examined.stop()
    expect([code, JSON.parse(out).grade]).toEqual([0, 'A'])
  })
})
