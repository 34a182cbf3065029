import { z } from 'zod'
import type { Dispute, InvoiceCredit, Payment, Refund } from '@/lib/db/generated/client'
import { DisputeStatus, RefundStatus } from '@/lib/db/generated/enums'
import { jsonNumber, moment } from '@/lib/http/schemas'
import { jsonAmount } from '@/lib/json'
import type { FraudWarning } from '@/lib/providers/payment-provider'
import { explainRefundFailure } from './explain-refund-failure'

/** A refund as answers of the API and events show it; `presentRefund` fills it. */
export const refund = z
  .object({
    id: z.uuid().describe('The `refund_id` in paths.'),
    invoice_id: z.uuid(),
    amount: jsonNumber.describe(
      'The amount that the buyer gets back, including any part of the fee that goes back to them.',
    ),
    currency: z.string().describe('ISO 4217, in upper case.'),
    status: z
      .enum(RefundStatus)
      .describe(
        '`PENDING` until the provider has confirmed. `FAILED`: the money it took is back in your wallet.',
      ),
    failure_reason: z.string().nullable().describe('The same as `failure.code`. `null` unless it failed.'),
    failure: z
      .object({
        code: z.string().nullable().describe("The provider's word for it. `null` if it gave none."),
        message: z.string().describe('An explanation for people.'),
      })
      .nullable()
      .describe('Why it is `FAILED`; else `null`.'),
    created_at: moment.describe('ISO 8601, in UTC.'),
  })
  .meta({
    id: 'Refund',
    title: 'Refund',
    description: 'Returned when you refund an invoice, and when you get or list refunds.',
    examples: [
      {
        id: '0199d1c2-9b1e-7f5d-8c1c-8a8f8a0a8c11',
        invoice_id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
        amount: 34.5,
        currency: 'USD',
        status: 'SUCCEEDED',
        failure_reason: null,
        failure: null,
        created_at: '2026-03-04T09:30:00.000Z',
      },
    ],
  })

type Common = 'id' | 'invoiceId' | 'amountMinor' | 'currency' | 'createdAt'

/** The columns of a refund that answers show. */
export type RefundFacts = Pick<Refund, Common | 'status' | 'failureReason'>

export function presentRefund(row: RefundFacts) {
  const { status, failureReason, createdAt } = row
  return {
    ...common(row),
    status,
    failure_reason: failureReason,
    failure: status === 'FAILED' ? explainRefundFailure(failureReason) : null,
    created_at: createdAt.toISOString(),
  }
}

/** A credit of an invoice that was not paid yet, as answers of the API show it; `presentCredit` fills it. */
export const credit = z
  .object({
    id: z.uuid().describe('The `credit_id` in paths.'),
    invoice_id: z.uuid(),
    number: z
      .string()
      .describe('As printed on the credit note: the invoice number and a counter, such as `INV-0042-CN1`.'),
    amount: jsonNumber.describe(
      'How much the credit reduced the amount due, including its share of any fee on top.',
    ),
    currency: z.string().describe('ISO 4217, in upper case.'),
    reason: z.string().nullable().describe('As printed on the credit note. `null` if you gave none.'),
    created_at: moment.describe('ISO 8601, in UTC.'),
  })
  .meta({
    id: 'Credit',
    title: 'Credit',
    description:
      'A credit note that reduced the amount due on an invoice before it was paid: returned when you credit an invoice, and when you get or list credits.',
    examples: [
      {
        id: '0199d1c2-8d2a-7e41-9c3b-5a1f0c7e2d68',
        invoice_id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
        number: 'INV-0042-CN1',
        amount: 35.57,
        currency: 'USD',
        reason: 'The trip was canceled',
        created_at: '2026-03-02T16:40:00.000Z',
      },
    ],
  })

/** The columns of a credit that answers show. */
export type CreditFacts = Pick<InvoiceCredit, Common | 'note'>

/** `number` is that of the credit note. */
export function presentCredit({ note, createdAt, ...row }: CreditFacts, number: string) {
  const { id, invoice_id, amount, currency } = common(row)
  return { id, invoice_id, number, amount, currency, reason: note, created_at: createdAt.toISOString() }
}

/** A dispute as answers of the API and events show it; `presentDispute` fills it. */
export const dispute = z
  .object({
    id: z.uuid().describe('The `dispute_id` in paths.'),
    invoice_id: z.uuid(),
    amount: jsonNumber.describe('The amount that the buyer disputes, including any fee on top.'),
    currency: z.string().describe('ISO 4217, in upper case.'),
    status: z
      .enum(DisputeStatus)
      .describe(
        '`OPEN` until the buyer’s bank has decided. `WON`: the money it took is back in your wallet. `LOST`: the buyer keeps the amount.',
      ),
    reason: z.string().nullable().describe('The reason that the provider gives.'),
    evidence_due_at: moment
      .nullable()
      .describe(
        'The time until which you can send evidence, in ISO 8601. `null` if the provider states none.',
      ),
    provider_url: z
      .string()
      .nullable()
      .describe("The provider's page where the dispute is answered. `null` if it is not known."),
    created_at: moment.describe('ISO 8601, in UTC.'),
  })
  .meta({
    id: 'Dispute',
    title: 'Dispute',
    description: 'A dispute of the payment of an invoice: returned when you get or list disputes.',
    examples: [
      {
        id: '0199d1c2-a1f0-7c3e-9a51-4f0f6f1f2b77',
        invoice_id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
        amount: 159.28,
        currency: 'USD',
        status: 'OPEN',
        reason: 'fraudulent',
        evidence_due_at: '2026-03-27T08:00:00.000Z',
        provider_url: 'https://dashboard.stripe.com/disputes/dp_1PgafTB7WZ01zgkWRgzNcT9o',
        created_at: '2026-03-20T08:00:00.000Z',
      },
    ],
  })

/** The columns of a dispute that answers show. */
export type DisputeFacts = Pick<Dispute, Common | 'status' | 'reason' | 'evidenceDueAt' | 'providerUrl'>

export function presentDispute(row: DisputeFacts) {
  const { status, reason, evidenceDueAt, providerUrl, createdAt } = row
  return {
    ...common(row),
    status,
    reason,
    evidence_due_at: evidenceDueAt?.toISOString() ?? null,
    provider_url: providerUrl,
    created_at: createdAt.toISOString(),
  }
}

/** A bank's warning of fraud about a payment, as events and the test helper show it; `presentFraudWarning` fills it. */
export const fraudWarning = z
  .object({
    id: z.uuid().describe('The `transaction_id` of the payment, which has one warning at most.'),
    invoice_id: z.uuid(),
    amount: jsonNumber.describe('The amount that the buyer paid, including any fee on top.'),
    currency: z.string().describe('ISO 4217, in upper case.'),
    reason: z.string().describe('The kind of fraud, as the provider calls it.'),
    created_at: moment.describe('ISO 8601, in UTC.'),
  })
  .meta({
    id: 'FraudWarning',
    title: 'Fraud warning',
    description:
      'The card’s bank believes that a payment is fraud. The buyer will probably dispute it, unless you refund it in full first.',
    examples: [
      {
        id: '0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60',
        invoice_id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
        amount: 159.28,
        currency: 'USD',
        reason: 'made_with_stolen_card',
        created_at: '2026-03-12T08:00:00.000Z',
      },
    ],
  })

export function presentFraudWarning(
  payment: Pick<Payment, 'id' | 'invoiceId' | 'amountMinor' | 'currency'>,
  { fraudType, createdAt }: FraudWarning,
) {
  return { ...common(payment), reason: fraudType, created_at: createdAt.toISOString() }
}

function common({ id, invoiceId, amountMinor, currency }: Omit<Pick<Refund, Common>, 'createdAt'>) {
  return { id, invoice_id: invoiceId, amount: jsonAmount(amountMinor, currency), currency }
}
