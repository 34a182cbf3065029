import { decodeId, encodeId } from '@/lib/crypto/base62'
import { connectionPool } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { type CheckoutPart, MAX_JOINT_INVOICES } from '@/lib/payments/joint-checkout'

/*
 * The invoices that a customer selects in the portal, as its form and its addresses name them: each with the amount that the
 * customer saw, so that what has changed since is told and never charged.
 */

const FIELD = 'invoice'

/** Why they were not paid, in `?problem=`. */
export const CHECKOUT_PROBLEMS = [
  'nothing',
  'limit',
  'changed',
  'canceled',
  'processing',
  'unavailable',
  'too_many',
] as const

export type CheckoutProblem = (typeof CHECKOUT_PROBLEMS)[number]

export function choiceOf({ invoiceId, amountMinor }: CheckoutPart): string {
  return `${encodeId(invoiceId)}.${amountMinor}`
}

/** One more than can be paid at once, at most. Other texts, and a second one of an invoice, are ignored. */
export function readChoice(fields: URLSearchParams): CheckoutPart[] {
  const parts = new Map<string, CheckoutPart>()
  for (const value of fields.getAll(FIELD)) {
    const [, encoded = '', amount = ''] = /^([0-9A-Za-z]{22})\.([1-9]\d{0,14})$/.exec(value) ?? []
    const invoiceId = decodeId(encoded)
    if (invoiceId === null) continue
    parts.set(invoiceId, { invoiceId, amountMinor: BigInt(amount) })
    if (parts.size > MAX_JOINT_INVOICES) break
  }
  return [...parts.values()]
}

/** The selection as a query, with which the portal shows it again. */
export function choiceQuery(parts: CheckoutPart[], more: Record<string, string>): string {
  const query = new URLSearchParams(more)
  for (const part of parts.slice(0, MAX_JOINT_INVOICES)) query.append(FIELD, choiceOf(part))
  return `?${query}`
}

/** The numbers of the customer's invoices that are paid or voided by now, or have another amount to pay. */
export async function changedSince(
  customer: { accountId: string; customerId: string },
  parts: CheckoutPart[],
): Promise<string[]> {
  const rows = await findChanged(connectionPool(), {
    ...customer,
    invoiceIds: parts.map(({ invoiceId }) => invoiceId),
    amountsMinor: parts.map(({ amountMinor }) => amountMinor),
  })
  return rows.map(({ number }) => number)
}

const findChanged = statement<
  { accountId: string; customerId: string; invoiceIds: string[]; amountsMinor: bigint[] },
  { number: string }
>(
  'find_changed_portal_invoices',
  `SELECT invoice.number
     FROM unnest(:invoiceIds::uuid[], :amountsMinor::bigint[]) AS part (invoice_id, amount_minor)
     JOIN invoices AS invoice ON invoice.account_id = :accountId::uuid AND invoice.id = part.invoice_id
    WHERE invoice.customer_id = :customerId::uuid
      AND (invoice.status IN ('PAID', 'VOIDED') OR invoice.total_minor - invoice.outside_minor - invoice.credited_minor <> part.amount_minor)
    ORDER BY invoice.id`,
)
