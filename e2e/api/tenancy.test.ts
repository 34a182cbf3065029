import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, expectRefusal, type Fields, send } from '../fixtures/api-client'
import { buildScene, type Scene } from '../fixtures/endpoints'
import { UNKNOWN_ID } from '../fixtures/formats'
import {
  bankAccountBody,
  batchRow,
  customerBody,
  payoutBody,
  recurringBody,
} from '../fixtures/request-bodies'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

/** The caller, and the owner of the object. */
let own: Scene
let otherVendor: Scene
let otherMode: Scene
/** The webhook endpoint of each. */
const endpointIds = new Map<Scene, string>()

beforeAll(async () => {
  own = await buildScene()
  otherVendor = await buildScene()
  otherMode = await buildLiveScene(await own.vendor.live())
  for (const scene of [own, otherVendor, otherMode]) {
    // Of a type that nothing here makes: a delivery would change rows while they must not change.
    const fields = { url: 'https://shop.example.com/hooks', event_types: ['payout.returned'] }
    const { body } = await scene.vendor.post('/webhook-endpoints', fields)
    endpointIds.set(scene, body.webhook_endpoint.id)
  }
})

/** One of everything in live mode, built without the API, which needs a real provider for an invoice. */
async function buildLiveScene(vendor: Vendor): Promise<Scene> {
  const customerId = await vendor.customer()
  const bankAccountId = await vendor.bankAccount(customerId)
  const invoiceId = await vendor.builtInvoice(customerId)
  await vendor.credit('1001')
  const payoutId = await vendor.builtPayout(customerId, bankAccountId)
  const payoutBatchId = await vendor.builtBatch(customerId, bankAccountId)
  const recurringInvoiceId = await vendor.builtRecurring(customerId)
  const { refundId, disputeId, invoiceId: refundedInvoiceId } = await vendor.builtReversals()
  const creditedInvoiceId = await vendor.builtInvoice(customerId)
  const creditId = await vendor.creditInvoice(creditedInvoiceId, 100n)
  const eventId = await vendor.firstEvent()
  return {
    vendor,
    customerId,
    bankAccountId,
    invoiceId,
    payoutId,
    payoutBatchId,
    recurringInvoiceId,
    refundId,
    disputeId,
    refundedInvoiceId,
    creditId,
    creditedInvoiceId,
    paidInvoiceId: invoiceId,
    eventId,
    traceId: payoutId,
  }
}

const OWNERS: [string, () => Scene][] = [
  ['another vendor', () => otherVendor],
  ['the same vendor in the other mode', () => otherMode],
]

/** An answer as a client sees it, without the parts that always differ. */
function clientView({ status, headers, text }: Answer): object {
  const stableHeaders = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  return { status, headers: stableHeaders, text }
}

type Lookup = [
  name: string,
  id: (scene: Scene) => string,
  ask: (vendor: Vendor, id: string) => Promise<Answer>,
]

const pay = (customerId: string, bankAccountId: string) => (vendor: Vendor) =>
  vendor.post(`/customer/${customerId}/payout`, payoutBody(bankAccountId))

const remove = (vendor: Vendor, path: string) =>
  send({ method: 'DELETE', path: `/api/v2${path}`, body: { api_key: vendor.key } })

function endpointOf(scene: Scene): string {
  return endpointIds.get(scene) ?? UNKNOWN_ID
}

const LOOKUPS: Lookup[] = [
  ['get customer', (scene) => scene.customerId, (vendor, id) => vendor.get(`/customer/${id}`)],
  [
    'list bank accounts',
    (scene) => scene.customerId,
    (vendor, id) => vendor.get(`/customer/${id}/bank-accounts`),
  ],
  ['get payout', (scene) => scene.payoutId, (vendor, id) => vendor.get(`/payout/${id}`)],
  ['get payout batch', (scene) => scene.payoutBatchId, (vendor, id) => vendor.get(`/payout-batch/${id}`)],
  [
    'get recurring invoice',
    (scene) => scene.recurringInvoiceId,
    (vendor, id) => vendor.get(`/recurring-invoices/${id}`),
  ],
  [
    'update recurring invoice',
    (scene) => scene.recurringInvoiceId,
    (vendor, id) => vendor.patch(`/recurring-invoices/${id}`, { status: 'ended' }),
  ],
  [
    'create recurring invoice',
    (scene) => scene.customerId,
    (vendor, id) => vendor.post('/recurring-invoices', recurringBody(id)),
  ],
  ['get refund', (scene) => scene.refundId, (vendor, id) => vendor.get(`/refund/${id}`)],
  ['get credit', (scene) => scene.creditId, (vendor, id) => vendor.get(`/credit/${id}`)],
  ['get dispute', (scene) => scene.disputeId, (vendor, id) => vendor.get(`/dispute/${id}`)],
  [
    'update invoice',
    (scene) => scene.invoiceId,
    (vendor, id) => vendor.patch(`/invoice/${id}`, { reference: 'x' }),
  ],
  ['update webhook endpoint', endpointOf, (vendor, id) => vendor.patch(`/webhook-endpoints/${id}`, {})],
  [
    'rotate webhook endpoint secret',
    endpointOf,
    (vendor, id) => vendor.post(`/webhook-endpoints/${id}/rotate-secret`, {}),
  ],
  ['delete webhook endpoint', endpointOf, (vendor, id) => remove(vendor, `/webhook-endpoints/${id}`)],
  ['trace', (scene) => scene.traceId, (vendor, id) => vendor.get(`/trace/${id}`)],
  ['get event', (scene) => scene.eventId, (vendor, id) => vendor.get(`/event/${id}`)],
  ['redeliver event', (scene) => scene.eventId, (vendor, id) => vendor.post(`/event/${id}/redeliver`, {})],
  ['invoice status', (scene) => scene.invoiceId, (vendor, id) => vendor.get(`/invoice/${id}`)],
  [
    'add bank account',
    (scene) => scene.customerId,
    (vendor, id) => vendor.post(`/customer/${id}/bank-account`, bankAccountBody()),
  ],
  ['archive customer', (scene) => scene.customerId, (vendor, id) => remove(vendor, `/customer/${id}`)],
  [
    'archive bank account, customer',
    (scene) => scene.customerId,
    (vendor, id) => remove(vendor, `/customer/${id}/bank-account/${own.bankAccountId}`),
  ],
  [
    'archive bank account',
    (scene) => scene.bankAccountId,
    (vendor, id) => remove(vendor, `/customer/${own.customerId}/bank-account/${id}`),
  ],
  [
    'create bank account link',
    (scene) => scene.customerId,
    (vendor, id) => vendor.post(`/customer/${id}/bank-account-link`, {}),
  ],
  [
    'create invoice',
    (scene) => scene.customerId,
    (vendor, id) => vendor.post('/invoice', { customer_id: id, amount: 5 }),
  ],
  [
    'refund invoice',
    (scene) => scene.paidInvoiceId,
    (vendor, id) => vendor.post(`/invoice/${id}/refund`, {}),
  ],
  [
    'credit invoice',
    (scene) => scene.creditedInvoiceId,
    (vendor, id) => vendor.post(`/invoice/${id}/credit`, { amount: 1 }),
  ],
  ['payout, customer', (scene) => scene.customerId, (vendor, id) => pay(id, own.bankAccountId)(vendor)],
  ['payout, bank account', (scene) => scene.bankAccountId, (vendor, id) => pay(own.customerId, id)(vendor)],
]

describe.each(OWNERS)('an object of %s', (_name, owner) => {
  test.each(LOOKUPS)('looks missing to %s', async (_endpoint, idOf, ask) => {
    const foreign = await own.vendor.unchanged(() =>
      owner().vendor.unchanged(() => ask(own.vendor, idOf(owner()))),
    )
    const missing = await ask(own.vendor, UNKNOWN_ID)
    expect(foreign.status).toBe(404)
    expect(clientView(foreign)).toEqual(clientView(missing))
  })

  test('is in none of the lists of others, however they ask for it', async () => {
    const theirs = owner()
    const { vendor } = own
    const email = (await theirs.vendor.get(`/customer/${theirs.customerId}`)).body.customer.email
    const lists: [path: string, query: string][] = [
      ['/customers', `email=${encodeURIComponent(email)}`],
      ['/invoices', `customer_id=${theirs.customerId}`],
      ['/invoices', `email=${encodeURIComponent(email)}`],
      ['/invoices', `recurring_invoice_id=${theirs.recurringInvoiceId}`],
      ['/payouts', `customer_id=${theirs.customerId}`],
      ['/payouts', `payout_batch_id=${theirs.payoutBatchId}`],
      ['/recurring-invoices', `customer_id=${theirs.customerId}`],
      ['/refunds', `invoice_id=${theirs.refundedInvoiceId}`],
      ['/credits', `invoice_id=${theirs.creditedInvoiceId}`],
      ['/disputes', 'status=WON'],
      ['/disputes', `invoice_id=${theirs.refundedInvoiceId}`],
    ]
    for (const [path, query] of lists) {
      const { body } = await vendor.get(path, query)
      const field = path.slice(1).replace('-', '_') as
        | 'customers'
        | 'invoices'
        | 'payouts'
        | 'recurring_invoices'
        | 'refunds'
        | 'credits'
        | 'disputes'
      expect([body[field], body.next_cursor]).toEqual([[], null])
      const { next_cursor: cursor } = (await theirs.vendor.get(path, 'limit=1')).body
      const all = await vendor.get(path)
      for (const id of [theirs.customerId, theirs.refundedInvoiceId]) expect(all.text).not.toContain(id)
      if (cursor) {
        const answer = await vendor.get(path, `after=${cursor}`)
        expectRefusal(answer, 400, 'Invalid cursor')
      }
    }
  })

  test('keeps its external id to itself: the same one creates another customer', async () => {
    const theirs = owner()
    const path = `/api/v2/customers/external/${theirs.customerId}`
    const save = (vendor: Vendor) =>
      send({ method: 'PUT', path, body: { api_key: vendor.key, ...customerBody() } })
    const first = await save(theirs.vendor)
    const second = await theirs.vendor.unchanged(() => save(own.vendor))
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.customer.id).not.toBe(first.body.customer.id)
    // For the other owner, who is asked next.
    await remove(own.vendor, `/customer/${second.body.customer.id}`)
    const { customers } = (await own.vendor.get('/customers', `external_id=${theirs.customerId}`)).body
    expect(customers).toEqual([])
  })

  test('looks missing to a batch, in each of its rows', async () => {
    const { customerId, bankAccountId } = owner()
    const rows = (customer: string, account: string) => [
      batchRow(customer, own.bankAccountId),
      batchRow(own.customerId, account),
      batchRow(customer, account),
    ]
    const ask = (payouts: Fields[]) => own.vendor.post('/payout-batches', { name: 'x', payouts })
    const foreign = await owner().vendor.unchanged(() =>
      own.vendor.unchanged(() => ask(rows(customerId, bankAccountId))),
    )
    expect(foreign.status).toBe(400)
    expect(clientView(foreign)).toEqual(clientView(await ask(rows(UNKNOWN_ID, UNKNOWN_ID))))
  })

  test('looks missing to a payout of both its customer and its bank account', async () => {
    const { customerId, bankAccountId } = owner()
    const foreign = await owner().vendor.unchanged(() => pay(customerId, bankAccountId)(own.vendor))
    expect(clientView(foreign)).toEqual(clientView(await pay(UNKNOWN_ID, UNKNOWN_ID)(own.vendor)))
    await owner().vendor.expectWallet('1000.00')
    await own.vendor.expectWallet('1000.00')
  })

  test('is still there for its owner', async () => {
    const { vendor, customerId, invoiceId, bankAccountId } = owner()
    expect((await vendor.get(`/customer/${customerId}`)).status).toBe(200)
    expect((await vendor.get(`/invoice/${invoiceId}`)).status).toBe(200)
    const { bank_accounts } = (await vendor.get(`/customer/${customerId}/bank-accounts`)).body
    expect(bank_accounts.map(({ id }) => id)).toEqual([bankAccountId])
  })

  test('is hidden in any case and form of its id', async () => {
    const { customerId, invoiceId } = owner()
    for (const id of [
      customerId.toUpperCase(),
      customerId.replaceAll('-', ''),
      `{${customerId}}`,
      ` ${customerId}`,
    ]) {
      expect((await own.vendor.get(`/customer/${encodeURIComponent(id)}`)).status).toBe(404)
    }
    expect((await own.vendor.get(`/invoice/${invoiceId.toUpperCase()}`)).status).toBe(404)
  })

  test('blocks no email: every account has its own customers', async () => {
    const email = customerBody().email
    const theirs = await owner().vendor.customer({ email })
    const ours = await own.vendor.customer({ email: email.toUpperCase() })
    expect(ours).not.toBe(theirs)
    const { body } = await own.vendor.post('/invoice', { email, amount: 5 })
    expect(body.invoice.customer_id).toBe(ours)
  })

  test('is not used for an invoice by email: the account gets its own customer', async () => {
    const email = customerBody().email
    const theirs = await owner().vendor.customer({ email, name: 'Their secret name' })
    const { body, text } = await owner().vendor.unchanged(() =>
      own.vendor.post('/invoice', { email, amount: 5 }),
    )
    expect(body.invoice.customer_id).not.toBe(theirs)
    expect(text).not.toContain('Their secret name')
  })

  test('pays for nobody else', async () => {
    const poor = await freshVendor()
    const customerId = await poor.customer()
    const path = `/customer/${customerId}/payout`
    const body = payoutBody(await poor.bankAccount(customerId))
    const rich = owner().vendor
    await rich.unchanged(() => poor.expectRefused(path, body, 400, 'Insufficient available balance'))
    await rich.expectWallet('1000.00')
  })

  test('counts for nobody else', async () => {
    const { vendor, customerId, invoiceId } = owner()
    if (vendor.account.mode === 'test') await operate('invoice mark-paid', { invoice: invoiceId })
    const { body } = await own.vendor.get(`/customer/${own.customerId}`)
    expect(body).toMatchObject({ paid_invoices: [], total_paid_count: 0, total_paid_amount: {} })
    if (vendor.account.mode === 'test') {
      expect((await vendor.get(`/customer/${customerId}`)).body.total_paid_count).toBe(1)
    }
  })
})

describe('an account can’t be chosen', () => {
  test.each(['account_id', 'accountId', 'vendor_id', 'mode', 'tenant'])(
    'by %s in the body or the query',
    async (name) => {
      const choice = { [name]: otherVendor.vendor.account.id }
      const { customerId, invoiceId } = otherVendor
      const path = `/customer/${customerId}/bank-account`
      await otherVendor.vendor.unchanged(() =>
        own.vendor.expectRefused(path, { ...bankAccountBody(), ...choice }, 404, 'Customer not found'),
      )
      const query = `${name}=${otherVendor.vendor.account.id}&api_key=${own.vendor.key}`
      const answer = await send({ method: 'GET', path: `/api/v2/invoice/${invoiceId}?${query}` })
      expectRefusal(answer, 404, 'Invoice not found')
    },
  )

  test('by a ban: other vendors are not affected', async () => {
    const [banned, free] = [await buildScene(), await buildScene()]
    await banned.vendor.ban()
    expect((await banned.vendor.post('/customer', customerBody())).status).toBe(403)
    expect((await (await banned.vendor.live()).post('/customer', customerBody())).status).toBe(403)
    expect((await free.vendor.post('/customer', customerBody())).status).toBe(201)
  })
})
