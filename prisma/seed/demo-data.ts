import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { saveBranding, saveLogo } from '@/lib/branding/branding'
import type { CustomerRecord } from '@/lib/customers/customer'
import { inOrmTransaction } from '@/lib/db/transaction'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { keepNewMail } from '@/lib/mail/queue-mail'
import { MILLION } from '@/lib/money/decimals'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { payAsBuyer } from '@/lib/test-mode/pay-test-invoice'
import { now, setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { HOUR_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import type { WebhookTransport } from '@/lib/webhooks/attempt-delivery'
import { attemptDelivery } from '@/lib/webhooks/attempt-delivery'
import { buildApiKey, buildBankAccount, buildCustomer, buildInvoice, buildPayout } from './builders'
import { makeDemoRequests } from './demo-requests'

/*
 * The demo vendor's data: two months of a small studio's business, with an object in every state that a page
 * can show. It goes through the domain in chronological order, with the clock set to each event's time. None of its mail
 * is sent.
 */

const CUSTOMERS = [
  { name: 'Ada Lovelace', email: 'ada@example.com', group: 'Retainer', city: 'New York', state: 'NY' },
  { name: 'Grace Hopper', email: 'grace@example.com', group: 'Retainer', city: 'Arlington', state: 'VA' },
  {
    name: 'Katherine Johnson',
    email: 'katherine@example.com',
    group: 'Project',
    city: 'Hampton',
    state: 'VA',
  },
  { name: 'Alan Turing', email: 'alan@example.com', group: null, city: 'Princeton', state: 'NJ' },
  { name: 'Hedy Lamarr', email: 'hedy@example.com', group: 'Project', city: 'Los Angeles', state: 'CA' },
  { name: 'Radia Perlman', email: 'radia@example.com', group: null, city: 'Boston', state: 'MA' },
]

/** `declined`: one card was declined, and nobody tried again. */
type Fate = 'paid' | 'open' | 'declined'
/** The reaction of the vendor's server to the webhook; without it the invoice has none. */
type Hook = 'answered' | 'down'

/** Days ago, customer, title, quantity, unit price in minor units, fate, currency and webhook. */
const INVOICES: [number, number, string, bigint, bigint, Fate, string?, Hook?][] = [
  [58, 0, 'Brand guidelines', 1n, 240_000n, 'paid'],
  [54, 3, 'Logo', 1n, 95_000n, 'paid'],
  [51, 1, 'Landing page', 1n, 180_000n, 'paid', 'USD', 'answered'],
  [47, 4, 'Poster', 2n, 42_000n, 'paid', 'EUR'],
  [44, 2, 'Consulting, hours', 12n, 9_500n, 'paid'],
  [40, 3, 'Icon set', 40n, 1_250n, 'open'],
  [33, 0, 'Monthly retainer', 1n, 120_000n, 'paid', 'USD', 'answered'],
  [31, 5, 'Website check-up', 1n, 35_000n, 'open', 'EUR'],
  [28, 4, 'Illustrations', 4n, 12_000n, 'paid'],
  [26, 1, 'Photography, days', 2n, 65_000n, 'paid', 'USD', 'answered'],
  [23, 2, 'Newsletter template', 1n, 48_000n, 'paid', 'EUR'],
  [21, 5, 'Consulting, hours', 6n, 9_500n, 'paid'],
  [19, 2, 'Workshop', 1n, 150_000n, 'paid', 'USD', 'answered'],
  [16, 3, 'Icon set', 12n, 1_250n, 'paid'],
  [14, 4, 'Poster', 1n, 42_000n, 'paid', 'EUR'],
  [12, 0, 'Monthly retainer', 1n, 120_000n, 'paid', 'USD', 'answered'],
  [9, 5, 'Business cards', 2n, 18_000n, 'paid'],
  [6, 1, 'Copywriting, pages', 8n, 7_500n, 'paid', 'USD', 'answered'],
  [5, 3, 'Style review', 1n, 26_000n, 'declined'],
  [3, 2, 'Consulting, hours', 5n, 9_500n, 'open'],
  [2, 4, 'Illustrations', 3n, 12_000n, 'paid', 'USD', 'down'],
  [1, 3, 'Illustrations', 6n, 12_000n, 'open'],
]

const HOOK_URL = 'https://studio.example.com/hooks/counterfoil'

const KEY_NAME = 'Studio website'

/** Days ago, customer, amount in cents, and the sandbox account number that decides the outcome. */
const PAYOUTS: [number, number, bigint, string][] = [
  [24, 0, 150_000n, '123456789012'],
  [17, 3, 40_000n, '000111111113'],
  [9, 1, 82_500n, '210987654321'],
  [4, 5, 30_000n, '555500001234'],
  [0, 0, 25_000n, '000777777771'],
]

type Step = { daysAgo: number; hour: number; run: () => Promise<unknown> }

export async function makeDemoData(vendorId: string, account: Account): Promise<void> {
  const today = dayAfter(now(), 0)
  const steps: Step[] = []
  const at = (daysAgo: number, hour: number, run: Step['run']) => steps.push({ daysAgo, hour, run })
  const customers: CustomerRecord[] = []

  let key = ''
  at(60, 8, async () => {
    key = await setUp(vendorId, account)
  })
  at(60, 9, async () => {
    for (const customer of CUSTOMERS)
      customers.push(await buildCustomer(account, { ...customer, country: 'US' }))
  })
  for (const invoice of INVOICES) {
    const [daysAgo] = invoice
    at(daysAgo, 10, async () => {
      const { id, fate } = await makeInvoice(account, customers, invoice)
      if (fate === 'declined') await payAsBuyer(account.id, id, 'insufficient_funds')
      if (fate === 'paid') at(daysAgo - 1, 15, () => payAndTell(account, id, invoice[7]))
    })
  }
  for (const [daysAgo, index, amountMinor, accountNumber] of PAYOUTS) {
    at(daysAgo, 11, async () => {
      const customer = customers[index]
      if (!customer) return
      const { name, email } = customer
      const [firstName = name, lastName = name] = name.split(' ')
      const { city, state } = CUSTOMERS[index] ?? {}
      const details = { email, accountName: name, firstName, lastName, city, state, accountNumber }
      const bankAccount = await buildBankAccount(account, customer.id, details)
      const request = { customerId: customer.id, bankAccountId: bankAccount.id, amountMinor }
      await buildPayout(account, request)
    })
  }
  at(1, 14, async () => {
    if (customers[0]) await makeDemoRequests(key, customers[0])
  })
  // All of it is made up, and nobody waits for it.
  keepNewMail('It came with the demo data')
  try {
    await runInOrder(steps, today)
  } finally {
    keepNewMail(null)
  }
}

/** Runs each step at its own time, earliest first and never in the future. A step may add later steps. */
async function runInOrder(steps: Step[], today: Date): Promise<void> {
  const latest = now().getTime()
  const timeOf = ({ daysAgo, hour }: Step) => dayAfter(today, -daysAgo).getTime() + hour * HOUR_MS
  for (let time = 0; steps.length > 0; ) {
    steps.sort((a, b) => timeOf(b) - timeOf(a))
    const step = steps.pop()
    if (!step) break
    // Steps that would be later today are moved to just before now, in order.
    time = Math.max(time + 1, Math.min(timeOf(step), latest - HOUR_MS + steps.length))
    setClock(() => new Date(time))
    await step.run()
  }
  setClock(null)
  await sweepOverdue(today)
}

/** Returns the vendor's key. */
async function setUp(vendorId: string, account: Account): Promise<string> {
  const png = new Uint8Array(readFileSync(resolve('prisma/seed/demo-logo.png')))
  await inOrmTransaction(async (tx) => {
    await tx.vendor.update({ where: { id: vendorId }, data: { isOperator: true } })
    await saveBranding(tx, { vendorId, address: null, color: '#0f766e', locale: 'en' })
    await saveLogo(tx, { vendorId, address: null, picture: { png, width: 160, height: 160 } })
  })
  const key = await buildApiKey(account, { name: KEY_NAME })
  await inOrmTransaction((tx) =>
    recordAuditEvent(tx, { vendorId, accountId: account.id, action: 'api_key.generated', detail: KEY_NAME }),
  )
  return key
}

async function makeInvoice(account: Account, customers: CustomerRecord[], row: (typeof INVOICES)[number]) {
  const [, index, title, quantity, unitPriceMinor, fate, currency = 'USD', hook] = row
  const invoice = await buildInvoice(account, {
    customer: { id: customers[index]?.id ?? '' },
    currency,
    items: [{ title, quantityMicros: quantity * MILLION, unitPriceMinor }],
    webhookUrl: hook ? HOOK_URL : null,
  })
  return { id: invoice.id, fate }
}

async function payAndTell(account: Account, invoiceId: string, hook: Hook | undefined): Promise<void> {
  const accountId = account.id
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test')))
  if (!hook) return
  const delivery = await inOrmTransaction((tx) =>
    tx.webhookDelivery.findFirst({ where: { accountId, invoiceId } }),
  )
  if (delivery)
    await attemptDelivery({ accountId, deliveryId: delivery.id }, hook === 'answered' ? answered : down)
}

/** Simulates the vendor's server: the demo sends nothing off the machine. */
const answered: WebhookTransport = async () => ({
  kind: 'response',
  status: 200,
  body: '{"received":true}',
  retryAfter: null,
  durationMs: 84,
})

/** Answers 410 Gone, so that nothing is retried. */
const down: WebhookTransport = async () => ({
  kind: 'response',
  status: 410,
  body: '<h1>Gone</h1>',
  retryAfter: null,
  durationMs: 131,
})
