import { randomUUID } from 'node:crypto'
import type { Format } from './delivery.ts'
import { type ExamInvoice, type Examiner, isAccepted, newSecret } from './examiner.ts'

/** The cost of a fault: money given away, a payment lost, or trouble. */
export type Stake = 'money' | 'loss' | 'trouble'

export type Check = {
  id: string
  title: string
  stake: Stake
  /** The change to make where it fails. */
  advice: string
  /** Set for what arrives in this format only. */
  format?: Format
  run(exam: Examiner): Promise<void>
}

const MINUTE_MS = 60_000
const AT_ONCE = 5
const BURST = 20

const before = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

const CREATED_AT = '2026-04-01T08:00:00.000Z'
const money = { amount: 34.5, currency: 'USD', created_at: CREATED_AT }

const refundOf = (status: string) => (invoice: ExamInvoice) => ({
  id: invoice.id,
  invoice_id: invoice.id,
  ...money,
  status,
  failure_reason: null,
  failure: null,
})
const disputeOf = (status: string) => (invoice: ExamInvoice) => ({
  id: invoice.id,
  invoice_id: invoice.id,
  ...money,
  status,
  reason: 'fraudulent',
  evidence_due_at: CREATED_AT,
  provider_url: null,
})
const payoutOf = (status: string) => (invoice: ExamInvoice) => ({
  id: invoice.id,
  customer_id: invoice.fields.customer_id,
  bank_account_id: randomUUID(),
  amount: 25.5,
  currency: 'USD',
  status,
  provider_transfer_id: 'tr_1',
  provider_transfer_status: status,
})
const unpaidInvoice = ({ fields }: ExamInvoice) => ({
  ...fields,
  status: 'Invoice Created',
  provider: null,
  paid_on: null,
})

/**
 * What an endpoint gets besides payments. Each is about the id of an invoice of the exam, so that a receiver that takes
 * it for a payment fulfils that one.
 */
export const OTHER_EVENTS = {
  'customer.created': ({ id, fields }: ExamInvoice) => ({
    id,
    name: 'Mary Jackson',
    email: fields.email,
    external_id: 'user_118',
  }),
  'bank_account.created': ({ id, fields }: ExamInvoice) => ({
    id,
    customer_id: fields.customer_id,
    entity_type: 'PERSONAL',
    bank_details: { account_number_last4: '6789' },
  }),
  'invoice.created': unpaidInvoice,
  'invoice.updated': unpaidInvoice,
  'invoice.voided': (invoice: ExamInvoice) => ({ ...unpaidInvoice(invoice), voided_on: '01 Apr, 2026' }),
  'refund.succeeded': refundOf('SUCCEEDED'),
  'refund.failed': refundOf('FAILED'),
  'fraud_warning.created': (invoice: ExamInvoice) => ({
    id: invoice.id,
    invoice_id: invoice.id,
    ...money,
    reason: 'made_with_stolen_card',
  }),
  'dispute.opened': disputeOf('OPEN'),
  'dispute.closed': disputeOf('WON'),
  'payout.created': payoutOf('PROCESSING'),
  'payout.paid': payoutOf('PAID'),
  'payout.failed': payoutOf('FAILED'),
  'payout.returned': payoutOf('RETURNED'),
} satisfies Record<string, (invoice: ExamInvoice) => Record<string, unknown>>

/** In this order. The first decides whether the others mean anything. */
export const CHECKS: readonly Check[] = [
  {
    id: 'genuine',
    title: 'A genuine delivery is accepted',
    stake: 'loss',
    advice: 'Verify with this secret, over the bytes as they arrived, and answer 200.',
    async run(exam) {
      const invoice = exam.invoice()
      exam.expectAccepted(await exam.deliver(invoice, 'Paid'), 'Paid')
      await exam.expectFulfilled(invoice, 1, 'Paid')
    },
  },
  {
    id: 'forged',
    title: 'A forged signature is refused',
    stake: 'money',
    advice: 'Compute the signature with your secret and compare it. Anybody can post to your URL.',
    async run(exam) {
      const invoice = exam.invoice()
      exam.expectRefused(await exam.deliver(invoice, 'Paid', { secrets: [newSecret()] }), 'another secret')
      await exam.expectFulfilled(invoice, 0)
    },
  },
  {
    id: 'unsigned',
    title: 'A delivery without its headers is refused',
    stake: 'money',
    advice: 'Refuse where webhook-id, webhook-timestamp or webhook-signature is missing.',
    async run(exam) {
      const invoice = exam.invoice()
      const names = ['webhook-signature', 'webhook-timestamp', 'webhook-id']
      for (const name of names) {
        const headers = { [name]: undefined }
        exam.expectRefused(await exam.deliver(invoice, 'Paid', { headers }), `without ${name}`)
      }
      const none = Object.fromEntries(names.map((name) => [name, undefined]))
      exam.expectRefused(await exam.deliver(invoice, 'Paid', { headers: none }), 'without any of them')
      await exam.expectFulfilled(invoice, 0)
    },
  },
  {
    id: 'altered-body',
    title: 'A changed body is refused',
    stake: 'money',
    advice: 'The signature covers the body: verify it over the bytes that you go on to parse.',
    async run(exam) {
      const invoice = exam.invoice()
      const [id, other] = [randomUUID(), randomUUID()]
      const dearer = { ...invoice, fields: { ...invoice.fields, amount: 999_999 } }
      const body = JSON.stringify(exam.bodyOf(dearer, 'Paid', { id }))
      exam.expectRefused(await exam.deliver(invoice, 'Paid', { id, body }), 'another amount')
      exam.expectRefused(
        await exam.deliver(invoice, 'Unpaid', {
          id: other,
          body: JSON.stringify(exam.bodyOf(invoice, 'Paid', { id: other })),
        }),
        'Unpaid changed to Paid',
      )
      await exam.expectFulfilled(invoice, 0)
    },
  },
  {
    id: 'altered-headers',
    title: 'A changed id or time is refused',
    stake: 'money',
    advice:
      'The signature covers `id.timestamp.body`. Otherwise an old delivery can be sent again as a new one.',
    async run(exam) {
      const invoice = exam.invoice()
      const renamed = { 'webhook-id': randomUUID() }
      exam.expectRefused(await exam.deliver(invoice, 'Paid', { headers: renamed }), 'another webhook-id')
      const redated = { 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
      exam.expectRefused(
        await exam.deliver(invoice, 'Paid', { at: before(60), headers: redated }),
        'an old delivery with a new time',
      )
      await exam.expectFulfilled(invoice, 0)
    },
  },
  {
    id: 'shortened',
    title: 'A shortened or empty signature is refused',
    stake: 'money',
    advice: 'Compare whole signatures, of the same length, in constant time.',
    async run(exam) {
      const invoice = exam.invoice()
      for (const signature of ['v1,', 'v1', 'v2,', ',']) {
        const headers = { 'webhook-signature': signature }
        exam.expectRefused(await exam.deliver(invoice, 'Paid', { headers }), `the signature "${signature}"`)
      }
      await exam.expectFulfilled(invoice, 0)
    },
  },
  {
    id: 'stale',
    title: 'An old delivery is refused',
    stake: 'money',
    advice: 'Refuse a webhook-timestamp more than five minutes from now, before or after.',
    async run(exam) {
      const invoice = exam.invoice()
      exam.expectRefused(await exam.deliver(invoice, 'Paid', { at: before(10) }), 'signed 10 minutes ago')
      exam.expectRefused(
        await exam.deliver(invoice, 'Paid', { at: before(2 * 24 * 60) }),
        'signed 2 days ago',
      )
      exam.expectRefused(await exam.deliver(invoice, 'Paid', { at: before(-10) }), 'signed in 10 minutes')
      await exam.expectFulfilled(invoice, 0)
    },
  },
  {
    id: 'duplicate',
    title: 'The same delivery again fulfils nothing more',
    stake: 'money',
    advice:
      'Store the webhook-id with a unique index, in the transaction that fulfils. Answer 200 to a known one.',
    async run(exam) {
      const invoice = exam.invoice()
      const id = randomUUID()
      exam.expectAccepted(await exam.deliver(invoice, 'Paid', { id }), 'the first time')
      await exam.expectFulfilled(invoice, 1, 'Paid')
      exam.expectAccepted(await exam.deliver(invoice, 'Paid', { id }), 'the second time')
      exam.expectAccepted(await exam.deliver(invoice, 'Paid', { id }), 'the third time')
    },
  },
  {
    id: 'concurrent',
    title: 'The same delivery several times at once fulfils once',
    stake: 'money',
    advice: 'Let a unique index decide. To look first and write later lets two through.',
    async run(exam) {
      const invoice = exam.invoice()
      const id = randomUUID()
      const all = Array.from({ length: AT_ONCE }, () => exam.deliver(invoice, 'Paid', { id }))
      // One that is refused for being busy is delivered again.
      if (!(await Promise.all(all)).every(isAccepted)) {
        exam.expectAccepted(await exam.deliver(invoice, 'Paid', { id }), 'afterwards')
      }
      await exam.expectFulfilled(invoice, 1, 'Paid')
    },
  },
  {
    id: 'not-paid',
    title: 'Unpaid and Failed fulfil nothing',
    stake: 'money',
    advice: 'Fulfil only where invoice.status is Paid.',
    async run(exam) {
      for (const status of ['Unpaid', 'Failed']) {
        const invoice = exam.invoice()
        exam.expectAccepted(await exam.deliver(invoice, status), status)
        await exam.expectFulfilled(invoice, 0)
      }
    },
  },
  {
    id: 'other-events',
    title: 'Refunds, disputes, payouts and the like fulfil nothing',
    stake: 'money',
    format: 'event',
    advice: 'Fulfil only where event.type is invoice.paid. A payout may be PAID too, and a refund SUCCEEDED.',
    async run(exam) {
      for (const [type, dataOf] of Object.entries(OTHER_EVENTS)) {
        const invoice = exam.invoice()
        exam.expectAccepted(await exam.deliverEvent(invoice, type, dataOf(invoice)), type)
        await exam.expectFulfilled(invoice, 0)
      }
      const paid = exam.invoice()
      exam.expectAccepted(await exam.deliver(paid, 'Paid'), 'Paid')
      const { 'refund.succeeded': refund, 'dispute.opened': dispute } = OTHER_EVENTS
      exam.expectAccepted(
        await exam.deliverEvent(paid, 'refund.succeeded', refund(paid), 2),
        'a refund of a paid one',
      )
      exam.expectAccepted(
        await exam.deliverEvent(paid, 'dispute.opened', dispute(paid), 3),
        'a dispute of a paid one',
      )
      await exam.expectFulfilled(paid, 1, 'Paid')
    },
  },
  {
    id: 'second-event',
    title: 'Failed, then Paid: the second event counts too',
    stake: 'loss',
    advice: 'Remember the webhook-id, not the invoice: one invoice has several events.',
    async run(exam) {
      const invoice = exam.invoice()
      exam.expectAccepted(await exam.deliver(invoice, 'Failed', { sequence: 1 }), 'Failed')
      exam.expectAccepted(await exam.deliver(invoice, 'Paid', { sequence: 2 }), 'Paid')
      await exam.expectFulfilled(invoice, 1, 'Paid')
    },
  },
  {
    id: 'reversed',
    title: 'Paid, then late events: it stays paid',
    stake: 'loss',
    advice:
      'Ignore an event whose webhook-sequence is lower than the last one of its invoice; Paid is final.',
    async run(exam) {
      const invoice = exam.invoice()
      const id = randomUUID()
      exam.expectAccepted(await exam.deliver(invoice, 'Paid', { id, sequence: 3 }), 'Paid')
      await exam.expectFulfilled(invoice, 1, 'Paid')
      exam.expectAccepted(await exam.deliver(invoice, 'Unpaid', { sequence: 2 }), 'a late Unpaid')
      exam.expectAccepted(await exam.deliver(invoice, 'Failed', { sequence: 1 }), 'a late Failed')
      exam.expectAccepted(await exam.deliver(invoice, 'Paid', { id, sequence: 3 }), 'Paid again')
    },
  },
  {
    id: 'rotation',
    title: 'Two signatures, while the secret rotates: either one counts',
    stake: 'loss',
    advice: 'webhook-signature is a list with spaces between: accept where any v1 entry matches.',
    async run(exam) {
      const other = newSecret()
      for (const [what, secrets] of [
        ['the matching one last', [other, exam.secret]],
        ['the matching one first', [exam.secret, other]],
      ] as const) {
        const invoice = exam.invoice()
        exam.expectAccepted(await exam.deliver(invoice, 'Paid', { secrets: [...secrets] }), what)
        await exam.expectFulfilled(invoice, 1, 'Paid')
      }
    },
  },
  {
    id: 'raw-body',
    title: 'The signature is verified over the bytes as they arrived',
    stake: 'loss',
    advice: 'Read the body raw, before any JSON parser: parsing and writing it again changes it.',
    async run(exam) {
      const invoice = exam.invoice({ email: 'zoë+日本@example.com' })
      const id = randomUUID()
      const written = JSON.stringify(exam.bodyOf(invoice, 'Paid', { id }), null, 1)
      const payload = written
        .replace('"amount": ', '"amount" : ')
        .replace('103.2,', '103.20,')
        .replace('ë', '\\u00eb')
      exam.expectAccepted(
        await exam.deliverText(payload, { id }, invoice),
        'other spaces, 103.20 and \\u00eb',
      )
      await exam.expectFulfilled(invoice, 1, 'Paid')
    },
  },
  {
    id: 'interrupted',
    title: 'A delivery that was cut off is done at the next attempt',
    stake: 'loss',
    advice: 'Remember the webhook-id together with the work, not before it, and answer after both.',
    async run(exam) {
      for (const ending of ['within body', 'after body'] as const) {
        const invoice = exam.invoice()
        const id = randomUUID()
        await exam.deliver(invoice, 'Paid', { id, ending })
        exam.expectAccepted(await exam.deliver(invoice, 'Paid', { id }), `cut off ${ending}, then again`)
        await exam.expectFulfilled(invoice, 1, 'Paid')
      }
    },
  },
  {
    id: 'large',
    title: 'An invoice with a hundred items is accepted',
    stake: 'loss',
    advice: 'Allow bodies of at least 256 KB.',
    async run(exam) {
      const name = 'An item with a long name. '.repeat(10).slice(0, 255)
      const invoice = exam.invoice({
        items: Array.from({ length: 100 }, () => ({ name, qty: 1.5, price: 1_000.25 })),
      })
      exam.expectAccepted(await exam.deliver(invoice, 'Paid'), 'about 30 KB')
      await exam.expectFulfilled(invoice, 1, 'Paid')
    },
  },
  {
    id: 'burst',
    title: 'Many deliveries at once are all accepted',
    stake: 'loss',
    advice: 'Answer once the event is stored, and leave longer work to a queue.',
    async run(exam) {
      const paid = Array.from({ length: BURST }, () => exam.invoice())
      const answers = await Promise.all(paid.map((invoice) => exam.deliver(invoice, 'Paid')))
      const refused = answers.find((answer) => !isAccepted(answer))
      if (refused) exam.expectAccepted(refused, `one of ${BURST}`)
      for (const invoice of paid) await exam.expectFulfilled(invoice, 1, 'Paid')
    },
  },
  {
    id: 'unknown',
    title: 'What is new in the API is accepted and ignored',
    stake: 'trouble',
    advice: 'Answer 200 to a status, a field or an event that you do not know.',
    async run(exam) {
      const invoice = exam.invoice({ a_new_field: { any: ['value'] } })
      exam.expectAccepted(await exam.deliver(invoice, 'On Review'), 'an unknown status and field')
      const event = { id: randomUUID(), sequence: 1, type: 'moon.risen', created_at: new Date(), data: {} }
      exam.expectAccepted(await exam.deliverText(JSON.stringify({ event })), 'an unknown event')
      await exam.expectFulfilled(invoice, 0)
    },
  },
]
