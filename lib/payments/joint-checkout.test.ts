import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { paymentToken } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { checkoutQueue, wakeCheckout } from '@/lib/invoices/checkout-session'
import { leftToPayMinor, lockInvoice } from '@/lib/invoices/invoice'
import { invoiceList } from '@/lib/invoices/invoice-list'
import type { SavedInvoice } from '@/lib/invoices/issue-invoice'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { due } from '@/lib/jobs/queue.fixture'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor, providersOf } from '@/lib/providers/registry'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { payAtSandbox } from '@/lib/test-mode/sandbox-checkout'
import { setClock } from '@/lib/time/clock'
import { HOUR_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { workOnCheckout, workOnPayment } from './hosted-checkout.fixture'
import type { JointChoice } from './joint-checkout'
import { killAt } from './killed-process.fixture'
import { jointCheckoutProvider, openHostedCheckout, openJointCheckout } from './open-hosted-checkout'
import { recordOutsidePayment } from './outside-payment'
import { BAD_CARD, GOOD_CARD, LONG_TIMEOUT_MS } from './payable-invoice.fixture'
import { readInvoice } from './queries'
import { reconcileJointCheckout, reconcileOpenCheckouts } from './reconcile-checkout'
import { makeRefund } from './refund-invoice'
import { recordReversals } from './reversals'
import { wakeReversals } from './wake-reversals'

/* Several invoices of one customer that are paid at once. Each test ends with the ledger check. */

const CENTS = [10_000n, 5_000n, 2_500n]
/** The total with the fees: 103.20, 51.75 and 26.03. */
const SUM = 18_098n
const WALLET = 17_500n

let standIn: StripeStandIn
let stripe: PaymentProvider
let provider: PaymentProvider
let vendor: Awaited<ReturnType<typeof buildVendor>>
let account: Account
let customerId: string
let invoices: SavedInvoice[]
let time: Date

beforeAll(async () => {
  standIn = await StripeStandIn.start()
  stripe = createStripePaymentProvider(standIn.options)
  Object.assign(env, {
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_API_URL: `http://127.0.0.1:${standIn.apiBase.port}`,
  })
})
afterAll(() => standIn?.close())
afterEach(() => setClock(null))

/** A customer with three open invoices whose sessions are at the provider. */
async function begin(at: PaymentProvider): Promise<void> {
  provider = at
  time = new Date()
  setClock(() => time)
  standIn.requests.length = 0
  vendor = await buildVendor()
  account = vendor.test
  customerId = (await buildCustomer(account, { email: `ada-${newId()}@example.com` })).id
  invoices = []
  for (const amountMinor of CENTS) invoices.push(await add(amountMinor))
}

const add = (amountMinor: bigint, fields: { currency?: string; customer?: { id: string } } = {}) =>
  buildInvoice(account, {
    amountMinor,
    provider,
    customer: { id: customerId },
    webhookUrl: 'https://receiver.example/hook',
    ...fields,
  })

const at = (index: number): SavedInvoice => {
  const invoice = invoices[index]
  if (!invoice) throw new Error(`there is no invoice ${index}`)
  return invoice
}
const options = () => ({ provider, providers: [provider], timeoutMs: LONG_TIMEOUT_MS })

/** What the portal's form sends for invoices, by default all, with what is left to pay of each now. */
async function choice(chosen = invoices): Promise<JointChoice> {
  const parts = await inOrmTransaction((tx) =>
    Promise.all(
      chosen.map(async ({ id }) => {
        const invoice = await lockInvoice(tx, account.id, id)
        return { invoiceId: id, amountMinor: leftToPayMinor(invoice) }
      }),
    ),
  )
  return { accountId: account.id, customerId, email: 'ada@example.com', vendorName: 'A Vendor', parts }
}
const open = async (chosen = invoices) => openJointCheckout(await choice(chosen), options())
const tokenOf = ({ payToken }: SavedInvoice) => paymentToken(account.id, payToken)
const openAlone = (invoice: SavedInvoice) => openHostedCheckout(tokenOf(invoice), options())

const payAt = (reference: string, card = GOOD_CARD) =>
  provider === stripe
    ? Promise.resolve(standIn.books.pay(reference))
    : payAtSandbox({ key: newId(), sessionReference: reference, cardNumber: card })

/** The provider's notification of a session, and the worker's look at it. */
async function hear(reference: string): Promise<void> {
  await inOrmTransaction((tx) => wakeCheckout(tx, provider.name, reference))
  await work()
}

/** Runs the worker on the account's sessions that are due. */
async function work(): Promise<void> {
  const keys = (await due(checkoutQueue)).filter(({ tenantId }) => tenantId === account.id)
  for (const key of keys) await workOnCheckout(key, options())
}

const jointOf = async () =>
  (
    await database().jointCheckout.findFirstOrThrow({
      where: { accountId: account.id },
      orderBy: { id: 'desc' },
    })
  ).id
const comeBack = async () => reconcileJointCheckout({ accountId: account.id, id: await jointOf() }, options())

async function payments() {
  const rows = await database().payment.findMany({
    where: { accountId: account.id },
    orderBy: { part: 'asc' },
  })
  return rows.map(({ invoiceId, part, status, amountMinor }) => [
    invoices.findIndex(({ id }) => id === invoiceId),
    part,
    status,
    amountMinor,
  ])
}

/** The worker's look at all payments that are due. */
async function workOnAll(): Promise<void> {
  for (const { id } of await database().payment.findMany({ where: { accountId: account.id } })) {
    await workOnPayment({ tenantId: account.id, id }, options())
  }
}

const statuses = async () =>
  Promise.all(
    invoices.map(
      async ({ id }) =>
        (await database().invoice.findFirstOrThrow({ where: { accountId: account.id, id } })).status,
    ),
  )

/** Each invoice is paid once, with its own event, delivery, posting and receipt. */
async function expectPaidOnce(): Promise<void> {
  expect(await statuses()).toEqual(['PAID', 'PAID', 'PAID'])
  expect(await payments()).toEqual([
    [0, 0, 'SUCCEEDED', 10_320n],
    [1, 1, 'SUCCEEDED', 5_175n],
    [2, 2, 'SUCCEEDED', 2_603n],
  ])
  for (const { id } of invoices) {
    const where = { accountId: account.id }
    expect(await database().event.count({ where: { ...where, type: 'invoice.paid', subjectId: id } })).toBe(1)
    expect(await database().webhookDelivery.count({ where: { ...where, invoiceId: id } })).toBe(1)
    expect(
      await database().ledgerTransaction.count({
        where: { ...where, reason: 'invoice.paid', referenceId: id },
      }),
    ).toBe(1)
  }
  expect(await mailsOf(account.id, 'receipt')).toHaveLength(3)
  expect((await moneyOf(account)).available).toBe(WALLET)
}

describe.each(['sandbox', 'stripe'])('at the %s', (name) => {
  beforeEach(() => begin(name === 'stripe' ? stripe : paymentProviderFor('test')))

  test('one page asks for the sum, and each invoice is paid by its part, as if alone', async () => {
    const { reference } = await open()
    const session = await provider.readCheckoutSession(reference, AbortSignal.timeout(LONG_TIMEOUT_MS))
    expect(session).toMatchObject({ kind: 'accepted', value: { amountMinor: SUM, currency: 'USD' } })
    await payAt(reference)
    await hear(reference)
    await expectPaidOnce()
  })

  test('the customer’s return, notifications and the worker’s look end the same, once', async () => {
    const { reference } = await open()
    await payAt(reference)
    await Promise.all([comeBack(), hear(reference), comeBack(), hear(reference)])
    await comeBack()
    await hear(reference)
    await expectPaidOnce()
  })

  test('one that was paid alone meanwhile is given back in full, and the others are paid', async () => {
    const joint = await open()
    const alone = await openAlone(at(1))
    await payAt(alone.reference)
    await payAt(joint.reference)
    await hear(alone.reference)
    await hear(joint.reference)
    expect(await statuses()).toEqual(['PAID', 'PAID', 'PAID'])
    expect(await payments()).toEqual(
      expect.arrayContaining([
        [0, 0, 'SUCCEEDED', 10_320n],
        [1, 0, 'SUCCEEDED', 5_175n],
        [2, 1, 'SUCCEEDED', 2_603n],
        [1, 2, 'REFUNDING', 5_175n],
      ]),
    )
    await workOnAll()
    expect((await payments()).map(([, , status]) => status).toSorted()).toEqual([
      'REFUNDED',
      'SUCCEEDED',
      'SUCCEEDED',
      'SUCCEEDED',
    ])
    expect((await moneyOf(account)).available).toBe(WALLET)
  })

  test('a payment of one alone and of all at once, at the same moment: no cent is lost or doubled', async () => {
    for (let round = 0; round < 3; round += 1) {
      await begin(provider)
      const [joint, alone] = [await open(), await openAlone(at(2))]
      await Promise.all([payAt(joint.reference), payAt(alone.reference)])
      await Promise.all([
        comeBack(),
        reconcileOpenCheckouts({ accountId: account.id, id: at(2).id }, options()),
        hear(joint.reference),
        hear(alone.reference),
      ])
      await hear(joint.reference)
      await hear(alone.reference)
      await workOnAll()
      expect(await statuses()).toEqual(['PAID', 'PAID', 'PAID'])
      const rows = await payments()
      expect(rows.filter(([, , status]) => status === 'SUCCEEDED')).toHaveLength(3)
      expect(rows.filter(([, , status]) => status === 'REFUNDED')).toMatchObject([
        [2, expect.any(Number), 'REFUNDED', 2_603n],
      ])
      expect((await moneyOf(account)).available).toBe(WALLET)
    }
  })

  test('two selections with an invoice in common, both paid at the same moment: it is paid once', async () => {
    for (let round = 0; round < 3; round += 1) {
      await begin(provider)
      const first = await open(invoices.slice(0, 2))
      const second = await open(invoices.slice(1))
      await Promise.all([payAt(first.reference), payAt(second.reference)])
      await Promise.all([hear(first.reference), hear(second.reference), hear(second.reference)])
      await hear(first.reference)
      await hear(second.reference)
      await workOnAll()
      expect(await statuses()).toEqual(['PAID', 'PAID', 'PAID'])
      const returned = (await payments()).filter(([, , status]) => status === 'REFUNDED')
      expect(returned.map(([invoice, , , amount]) => [invoice, amount])).toEqual([[1, 5_175n]])
      expect((await moneyOf(account)).available).toBe(WALLET)
    }
  })

  test('a refund of one is a refund of a part of the charge', async () => {
    const { reference } = await open()
    await payAt(reference)
    await hear(reference)
    const of = { claim: null, requestId: newId() }
    const refund = await makeRefund(account.id, { invoiceId: at(1).id, amountMinor: null }, of)
    expect(refund).toMatchObject({ status: 'SUCCEEDED', amountMinor: 5_000n, invoiceId: at(1).id })
    expect((await moneyOf(account)).available).toBe(WALLET - 5_000n)
    // A look at the charge finds nothing new in it.
    const [paid] = await database().payment.findMany({ where: { accountId: account.id, part: 0 } })
    await wakeReversals(connectionPool(), provider.name, paid?.providerReference ?? '')
    await workOnAll()
    expect(await database().refund.count({ where: { accountId: account.id } })).toBe(1)
    await expect(makeRefund(account.id, { invoiceId: at(1).id, amountMinor: 1n }, of)).rejects.toMatchObject({
      code: 'refund_too_large',
    })
    await makeRefund(account.id, { invoiceId: at(0).id, amountMinor: 4_000n }, of)
    await makeRefund(account.id, { invoiceId: at(2).id, amountMinor: null }, of)
    expect((await moneyOf(account)).available).toBe(6_000n)
  })

  test('a void beside the payment: the money of that one is with the customer, and of the others with the vendor', async () => {
    for (let round = 0; round < 3; round += 1) {
      await begin(provider)
      const { reference } = await open()
      await payAt(reference)
      const subject = { accountId: account.id, invoiceId: at(0).id }
      await Promise.allSettled([
        hear(reference),
        inTransaction((tx) => markInvoiceVoid(tx, subject)),
        comeBack(),
      ])
      await hear(reference)
      await workOnAll()
      const [first, ...others] = await statuses()
      expect(others).toEqual(['PAID', 'PAID'])
      const returned = (await payments()).filter(([, , status]) => status === 'REFUNDED')
      expect(returned).toHaveLength(first === 'VOIDED' ? 1 : 0)
      expect((await moneyOf(account)).available).toBe(first === 'VOIDED' ? WALLET - 10_000n : WALLET)
    }
  })
})

describe('a selection', () => {
  beforeEach(() => begin(stripe))

  const refused = (chosen: JointChoice) => expect(openJointCheckout(chosen, options())).rejects

  test('leads to one page however often it is made, also at once', async () => {
    const chosen = await choice()
    const pages = await Promise.all(
      Array.from({ length: 5 }, () =>
        openJointCheckout({ ...chosen, parts: chosen.parts.toReversed() }, options()),
      ),
    )
    expect(new Set([...pages, await open()].map(({ url }) => url)).size).toBe(1)
    expect(await database().jointCheckout.count({ where: { accountId: account.id } })).toBe(1)
    standIn.books.expire(pages[0]?.reference ?? '')
    expect((await open()).reference).not.toBe(pages[0]?.reference)
  })

  test('is refused where an invoice is paid, voided, changed, another customer’s or of another currency', async () => {
    const chosen = await choice()
    const [first, ...rest] = chosen.parts
    const changed = {
      ...chosen,
      parts: [{ invoiceId: first?.invoiceId ?? '', amountMinor: 10_319n }, ...rest],
    }
    await refused(changed).toMatchObject({ code: 'invoices_changed' })
    const unknown = { ...chosen, parts: [{ invoiceId: newId(), amountMinor: 10_320n }, ...rest] }
    await refused(unknown).toMatchObject({ code: 'invoice_not_found' })
    const euros = await add(10_000n, { currency: 'EUR' })
    await refused(await choice([...invoices, euros])).toMatchObject({ code: 'invoices_changed' })
    const { id } = await buildCustomer(account)
    const anothers = await add(10_000n, { customer: { id } })
    await refused(await choice([...invoices, anothers])).toMatchObject({ code: 'invoices_changed' })
    await inTransaction((tx) => markInvoiceVoid(tx, { accountId: account.id, invoiceId: at(0).id }))
    await refused(chosen).toMatchObject({ code: 'invoices_changed' })
    expect(await database().jointCheckout.count({ where: { accountId: account.id } })).toBe(0)
  })

  test('that nobody pays any more is closed: after a void, a payment outside, or a payment of one of them alone', async () => {
    const isOpen = (reference: string) => standIn.books.session(reference).status
    const [voided, outside, alone] = [
      await open(invoices.slice(0, 2)),
      await open(invoices.slice(1)),
      await open(),
    ]
    await inTransaction((tx) => markInvoiceVoid(tx, { accountId: account.id, invoiceId: at(0).id }))
    await work()
    expect([voided, outside, alone].map(({ reference }) => isOpen(reference))).toEqual([
      'expired',
      'open',
      'expired',
    ])
    const received = {
      amountMinor: 1_000n,
      method: 'cash',
      receivedOn: time,
      reference: null,
      mailsReceipt: false,
    } as const
    await inOrmTransaction((tx) =>
      recordOutsidePayment(tx, { accountId: account.id, invoiceId: at(1).id }, received),
    )
    await work()
    expect(isOpen(outside.reference)).toBe('expired')
    // Of what is left, in a new page, which ends as one of them is paid alone.
    const left = await open(invoices.slice(1))
    expect(standIn.books.session(left.reference).amount).toBe(5_175 - 1_000 + 2_603)
    const page = await openAlone(at(2))
    standIn.books.pay(page.reference)
    await hear(page.reference)
    await work()
    expect(isOpen(left.reference)).toBe('expired')
    expect(await statuses()).toEqual(['VOIDED', 'CREATED', 'PAID'])
  })

  test('paid in another amount than it asked for is never booked, but shown to the operator', async () => {
    const { reference } = await open()
    standIn.books.session(reference).amount = 18_097
    standIn.books.pay(reference)
    await hear(reference)
    expect(await payments()).toEqual([])
    expect(await database().unpostedAmount.findMany({ where: { accountId: account.id } })).toMatchObject([
      { kind: 'payment', expectedMinor: SUM, reportedMinor: 18_097n },
    ])
  })

  test('paid by a transfer that takes days is not paid a second time meanwhile', async () => {
    const { reference } = await open()
    standIn.books.payLater(reference)
    await expect(open()).rejects.toMatchObject({ code: 'payment_in_progress' })
    expect(await comeBack()).toBe('under_way')
    standIn.books.settle(reference, true)
    await hear(reference)
    await expectPaidOnce()
  })

  test('the provider’s fee for the charge is booked once, on its first payment', async () => {
    const { reference } = await open()
    const charge = standIn.books.pay(reference)
    await hear(reference)
    for (let times = 0; times < 2; times += 1) await workOnAll()
    const rows = await database().payment.findMany({
      where: { accountId: account.id },
      orderBy: { part: 'asc' },
    })
    expect(rows.map(({ feeMinor }) => feeMinor)).toEqual([
      BigInt(standIn.books.payment(charge).fee ?? 0),
      null,
      null,
    ])
  })

  test('of which a part is given back by hand, because our refund was refused, takes nothing from the others', async () => {
    const { reference } = await open()
    await inTransaction((tx) => markInvoiceVoid(tx, { accountId: account.id, invoiceId: at(1).id }))
    const charge = standIn.books.pay(reference)
    await hear(reference)
    // Before the worker asks for it again.
    standIn.books.refundByHand(charge, 5_175)
    const paid = await database().payment.findFirstOrThrow({ where: { accountId: account.id, part: 0 } })
    const look = async () => {
      await wakeReversals(connectionPool(), 'stripe', charge)
      await workOnPayment({ tenantId: account.id, id: paid.id }, options())
    }
    await look()
    await look()
    await workOnAll()
    expect(await payments()).toEqual([
      [0, 0, 'SUCCEEDED', 10_320n],
      [2, 1, 'SUCCEEDED', 2_603n],
      [1, 2, 'REFUNDED', 5_175n],
    ])
    expect(await database().refund.count({ where: { accountId: account.id } })).toBe(0)
    expect(standIn.books.refundTotal(charge)).toBe(5_175)
    expect((await moneyOf(account)).available).toBe(12_500n)
    const view = await readInvoice(vendor.id, at(0).id)
    const received = view?.timeline.find(({ title }) => title === 'Payment received')
    expect(received?.detail).toBe(
      `Visa •••• 4242 through Stripe, together with ${at(2).number} · Receipt ${at(0).number}-R1`,
    )
  })

  test('all of whose invoices were paid otherwise is given back in full', async () => {
    const { reference } = await open()
    standIn.books.pay(reference)
    for (const invoice of invoices) {
      const page = await openAlone(invoice)
      standIn.books.pay(page.reference)
      // The buyer's return, before the worker looks at the other page.
      await reconcileOpenCheckouts({ accountId: account.id, id: invoice.id }, options())
    }
    await work()
    await workOnAll()
    const charge = await database().payment.findMany({
      where: { accountId: account.id, sessionReference: reference },
      orderBy: { part: 'asc' },
    })
    expect(charge.map(({ status, part }) => [status, part])).toEqual([
      ['REFUNDED', 0],
      ['REFUNDED', 1],
      ['REFUNDED', 2],
    ])
    expect(standIn.books.refundTotal(charge[0]?.providerReference ?? '')).toBe(Number(SUM))
    expect((await moneyOf(account)).available).toBe(WALLET)
  })

  test('says at each invoice with which others it was paid', async () => {
    const { reference } = await open()
    standIn.books.pay(reference)
    await hear(reference)
    const view = await readInvoice(vendor.id, at(1).id)
    const received = view?.timeline.find(({ title }) => title === 'Payment received')
    expect(received?.detail).toBe(
      `Visa •••• 4242 through Stripe, together with ${at(0).number} and ${at(2).number} · Receipt ${at(1).number}-R1`,
    )
  })
})

test('the same choice goes to the provider of its latest session while that is configured, else to the one of the rules', async () => {
  await begin(stripe)
  await open()
  const configured = providersOf('test').payments
  const choose = async (chosen = invoices) => {
    const terms = { mode: 'test', vendorId: vendor.id, currency: 'USD', country: null } as const
    return (await jointCheckoutProvider(await choice(chosen), terms, newId())).name
  }
  onTestFinished(() => void configured.splice(1))
  expect(await choose()).toBe('sandbox')
  configured.push(stripe)
  expect(configured.map(({ name }) => name)).toEqual(['sandbox', 'stripe'])
  expect(await choose()).toBe('stripe')
  expect(await choose(invoices.slice(0, 2))).toBe('sandbox')
})

test('a card that is declined there makes all of them failed, once', async () => {
  await begin(paymentProviderFor('test'))
  const { reference } = await open()
  for (let times = 0; times < 2; times += 1) await payAt(reference, BAD_CARD)
  expect(await statuses()).toEqual(['FAILED', 'FAILED', 'FAILED'])
  expect(await database().event.count({ where: { accountId: account.id, type: 'invoice.failed' } })).toBe(3)
  await payAt(reference)
  await comeBack()
  expect(await statuses()).toEqual(['PAID', 'PAID', 'PAID'])
})

describe('a process that is killed after the provider took the money', () => {
  beforeEach(() => begin(paymentProviderFor('test')))

  test.each([
    ['before it locks the session', 'SELECT FROM checkout_sessions FOR UPDATE'],
    ['before it locks the invoices', 'SELECT FROM invoices FOR UPDATE'],
    ['while it books', 'LOCK TABLE wallet_movements IN SHARE MODE'],
  ])('%s: nothing is booked, and another books all of them once', async (_step, lock) => {
    const { reference } = await open()
    const provided = await provider.rehearsal?.pay(
      { key: newId(), sessionReference: reference, cardNumber: GOOD_CARD },
      AbortSignal.timeout(LONG_TIMEOUT_MS),
    )
    expect(provided?.kind).toBe('accepted')
    await killAt(
      lock,
      `const { reconcileJointCheckout } = await import('./lib/payments/reconcile-checkout.ts')
       const { paymentProviders } = await import('./lib/providers/registry.ts')
       await reconcileJointCheckout({ accountId: '${account.id}', id: '${await jointOf()}' },
         { providers: paymentProviders(), timeoutMs: 20000 })`,
    )
    expect(await payments()).toEqual([])
    expect(await statuses()).toEqual(['CREATED', 'CREATED', 'CREATED'])
    time = new Date(time.getTime() + HOUR_MS)
    await work()
    await work()
    await expectPaidOnce()
  })
})

describe('of a charge for several invoices', () => {
  let charge: string

  beforeEach(async () => {
    await begin(stripe)
    const { reference } = await open()
    charge = standIn.books.pay(reference)
    await hear(reference)
    await workOnAll()
  })

  /** A notification about the charge, and the look that it wakes. */
  async function look(): Promise<void> {
    await wakeReversals(connectionPool(), 'stripe', charge)
    await workOnAll()
  }
  const looks = () => standIn.count('GET /v1/refunds')
  const disputes = async () => {
    const rows = await database().dispute.findMany({
      where: { accountId: account.id },
      orderBy: { id: 'asc' },
    })
    return rows.map(({ invoiceId, status, amountMinor, baseMinor }) => [
      invoices.findIndex(({ id }) => id === invoiceId),
      status,
      amountMinor,
      baseMinor,
    ])
  }
  const events = (type: string) => database().event.count({ where: { accountId: account.id, type } })

  test('a dispute is one of each invoice, with its part, and is won or lost in all of them', async () => {
    const dispute = standIn.books.dispute(charge)
    standIn.books.chargeForDispute(dispute, 1_500)
    standIn.requests.length = 0
    await look()
    // One notification, one look: it is of the charge.
    expect(looks()).toBe(1)
    await look()
    expect(await disputes()).toEqual([
      [0, 'OPEN', 10_320n, 10_000n],
      [1, 'OPEN', 5_175n, 5_000n],
      [2, 'OPEN', 2_603n, 2_500n],
    ])
    expect(await events('dispute.opened')).toBe(3)
    // The fee is taken once.
    expect(await moneyOf(account)).toMatchObject({ available: 0n, owed: 1_500n })
    standIn.books.settleDispute(dispute, 'won')
    for (let times = 0; times < 3; times += 1) await look()
    expect((await disputes()).map(([, status]) => status)).toEqual(['WON', 'WON', 'WON'])
    expect(await events('dispute.closed')).toBe(3)
    expect(await moneyOf(account)).toMatchObject({ available: WALLET - 1_500n, owed: 0n })
  })

  test('a dispute of a part is borne by the oldest invoice first', async () => {
    standIn.books.dispute(charge, 12_000)
    await look()
    expect((await disputes()).map(([invoice, , amount]) => [invoice, amount])).toEqual([
      [0, 10_320n],
      [1, 1_680n],
    ])
  })

  test('a dispute that older invoices bear is known at the others, so that none is refunded beside it unawares', async () => {
    const viewOf = async (index: number) => readInvoice(vendor.id, at(index).id)
    standIn.books.warnOfFraud(charge)
    await look()
    for (const index of [0, 1, 2]) expect((await viewOf(index))?.marks).toContain('fraud_warning')
    const dispute = standIn.books.dispute(charge, 12_000)
    await look()
    const last = await viewOf(2)
    expect(last?.otherDisputes.map(({ number, amount }) => [number, amount.amount])).toEqual([
      [at(0).number, '103.20'],
      [at(1).number, '16.80'],
    ])
    expect((await viewOf(0))?.otherDisputes.map(({ number }) => number)).toEqual([at(1).number])
    expect(last?.timeline).toContainEqual(
      expect.objectContaining({
        title: `Payment disputed on ${at(0).number}: $103.20`,
        detail: expect.stringContaining('twice'),
        status: 'waiting',
      }),
    )
    // A refund spares nobody a dispute that is there, and the list agrees with the page.
    expect(last?.marks).not.toContain('fraud_warning')
    const warned = await invoiceList.read(account.id, new URLSearchParams('status=fraud_warning'))
    expect(warned.rows).toEqual([])
    standIn.books.settleDispute(dispute, 'lost')
    await look()
    const after = await viewOf(2)
    expect(after?.otherDisputes).toEqual([])
    expect(after?.timeline).toContainEqual(
      expect.objectContaining({
        title: `Payment disputed on ${at(0).number}: $103.20`,
        detail: 'Dispute lost',
        status: 'failed',
      }),
    )
  })

  test('a dispute after the refund of one takes what each has left', async () => {
    const of = { claim: null, requestId: newId() }
    await makeRefund(account.id, { invoiceId: at(0).id, amountMinor: null }, of)
    standIn.books.dispute(charge, Number(SUM) - 10_000)
    await look()
    expect((await disputes()).map(([invoice, , amount, base]) => [invoice, amount, base])).toEqual([
      [0, 320n, 0n],
      [1, 5_175n, 5_000n],
      [2, 2_603n, 2_500n],
    ])
    expect(await moneyOf(account)).toMatchObject({ available: 0n, owed: 0n })
  })

  test('a refund that the provider made by itself is one of several, and fails as one', async () => {
    const refund = standIn.books.refundByHand(charge, 11_000)
    await look()
    await look()
    const refunds = async () =>
      (await database().refund.findMany({ where: { accountId: account.id }, orderBy: { id: 'asc' } })).map(
        ({ status, amountMinor }) => [status, amountMinor],
      )
    expect(await refunds()).toEqual([
      ['SUCCEEDED', 10_320n],
      ['SUCCEEDED', 680n],
    ])
    standIn.books.settleRefund(refund, 'failed')
    await look()
    expect(await refunds()).toEqual([
      ['FAILED', 10_320n],
      ['FAILED', 680n],
    ])
    expect((await moneyOf(account)).available).toBe(WALLET)
  })

  test('more than it has left is never posted, but shown to the operator', async () => {
    standIn.books.dispute(charge, Number(SUM) + 1)
    await look()
    expect(await disputes()).toEqual([])
    expect(await database().unpostedAmount.findMany({ where: { accountId: account.id } })).toMatchObject([
      { kind: 'dispute', expectedMinor: SUM, reportedMinor: SUM + 1n },
    ])
  })

  test('a dispute beside refunds of two of them, all at once: the money is taken once', async () => {
    const of = () => ({ claim: null, requestId: newId() })
    const [payment] = await database().payment.findMany({ where: { accountId: account.id, part: 1 } })
    if (!payment) throw new Error('the second invoice is paid')
    const createdAt = new Date()
    const reported = {
      kind: 'dispute',
      reference: `dp_${newId()}`,
      status: 'OPEN',
      amountMinor: SUM - 15_000n,
      currency: 'USD',
      reason: null,
      evidenceDueAt: null,
      url: null,
      createdAt,
    } as const
    await Promise.allSettled([
      makeRefund(account.id, { invoiceId: at(0).id, amountMinor: 10_000n }, of()),
      makeRefund(account.id, { invoiceId: at(1).id, amountMinor: 5_000n }, of()),
      inOrmTransaction((tx) => recordReversals(tx, payment, [reported])),
    ])
    await inOrmTransaction((tx) => recordReversals(tx, payment, [reported]))
    const rows = await disputes()
    const refunds = await database().refund.findMany({
      where: { accountId: account.id, status: 'SUCCEEDED' },
    })
    const taken = [...rows.map(([, , amount]) => amount as bigint), ...refunds.map((row) => row.amountMinor)]
    expect(taken.reduce((sum, amount) => sum + amount, 0n)).toBeLessThanOrEqual(SUM)
    expect(rows.reduce((sum, [, , amount]) => sum + (amount as bigint), 0n)).toBe(SUM - 15_000n)
  })

  test('a warning of fraud names the other invoices that the payment paid', async () => {
    standIn.books.warnOfFraud(charge)
    await look()
    const view = await readInvoice(vendor.id, at(1).id)
    const warning = view?.timeline.find(({ title }) => title === 'The card’s bank warns of fraud')
    expect(warning?.detail).toContain(
      `It also paid ${at(0).number} and ${at(2).number}: refund those too, if you haven’t.`,
    )
  })

  test('a warning of fraud stands at each payment, with an event', async () => {
    standIn.books.warnOfFraud(charge)
    await look()
    await look()
    const warned = { accountId: account.id, fraudWarnedAt: { not: null } }
    expect(await database().payment.count({ where: warned })).toBe(3)
    expect(await events('fraud_warning.created')).toBe(3)
  })
})
