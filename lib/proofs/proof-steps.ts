import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import { creditNoteNumber, receiptNumber } from '@/lib/invoices/document-numbers'
import { NO_OWNER } from '@/lib/ledger/accounts'
import type { LedgerReason } from '@/lib/ledger/post-transaction'
import { formatMajor } from '@/lib/money/money'
import type {
  ProofPosting,
  ProofStep,
  ProviderRecord,
  Reconciliation,
} from '@/packages/client/src/proofs/proof-document'

/** An entry with its transaction, the record of the provider behind that, and what reconciliation found of it. */
type EntryRow = ItemColumns & {
  transactionId: string
  reason: LedgerReason
  referenceId: string
  note: string | null
  createdAt: Date
  source: LedgerAccountKind
  sourceOwner: string
  destination: LedgerAccountKind
  destinationOwner: string
  amountMinor: bigint
  currency: string
  invoiceNumber: string | null
  /** The numbers of those with which it shares the provider's record. */
  otherInvoices: string | null
  customerName: string | null
  /** Its place among the payments of the invoice. */
  receiptOrder: number | null
  /** Of a refund: its place among the credit notes of the invoice. */
  creditNoteOrder: number | null
}

type ItemColumns = {
  provider: string | null
  itemReference: string | null
  itemStatus: string | null
  itemMinor: bigint | null
  itemCurrency: string | null
  /** Of all that the provider has one record of: more than the item's where a charge paid several invoices. */
  recordMinor: bigint | null
  /** True if a provider has a record of it: not of a payment that was marked by hand. */
  isListed: boolean
  verdict: string | null
  foundStatus: string | null
  listedReference: string | null
  listedStatus: string | null
  listedMinor: bigint | null
  listedCurrency: string | null
  listedAt: Date | null
  checkedAt: Date | null
}

/** The columns of `reconciled_items AS found`. */
const FOUND_COLUMNS = `found.verdict, found.status AS "foundStatus", found.provider_reference AS "listedReference",
         found.provider_status AS "listedStatus", found.provider_minor AS "listedMinor",
         found.provider_currency AS "listedCurrency", found.provider_created_at AS "listedAt", found.checked_at AS "checkedAt"`

/** The rows of a table that are one at the provider, with that of `alias`. */
const sameRecord = (table: string, alias: string, reference: string) =>
  `FROM ${table} AS part WHERE part.account_id = :accountId::uuid AND part.provider = ${alias}.provider
                 AND part.${reference} = ${alias}.${reference}`

/** The numbers of the invoices that share the record with the one of `alias`. */
const othersOf = (table: string, alias: string, reference: string) =>
  `(SELECT string_agg(other.number, ', ' ORDER BY other.id)
              FROM invoices AS other
             WHERE other.account_id = :accountId::uuid AND other.id <> ${alias}.invoice_id
               AND other.id IN (SELECT part.invoice_id ${sameRecord(table, alias, reference)}))`

/** The entries of the transactions that `condition` chooses, up to a number of these, oldest first. */
const entriesWhere = (condition: string) => `
  SELECT posted.id AS "transactionId", posted.reason, posted.reference_id AS "referenceId", posted.note,
         posted.created_at AS "createdAt", source.kind::text AS source, source.owner_id AS "sourceOwner",
         destination.kind::text AS destination, destination.owner_id AS "destinationOwner",
         entry.amount_minor AS "amountMinor", entry.currency, invoice.number AS "invoiceNumber",
         customer.name AS "customerName", coalesce(payment.receipt_number, outside.receipt_number) AS "receiptOrder",
         refund.credit_note_number AS "creditNoteOrder",
         coalesce(payment.provider, refund.provider, dispute.provider, payout.provider) AS provider,
         coalesce(payment.provider_reference, refund.provider_reference, dispute.provider_reference,
                  payout.provider_transfer_id) AS "itemReference",
         coalesce(payment.status::text, refund.status::text, dispute.status::text, payout.status::text) AS "itemStatus",
         coalesce(payment.amount_minor, refund.amount_minor, dispute.amount_minor, payout.amount_minor) AS "itemMinor",
         coalesce(payment.currency, refund.currency, dispute.currency, payout.currency) AS "itemCurrency",
         CASE WHEN payment.id IS NOT NULL
              THEN (SELECT sum(part.amount_minor)::bigint ${sameRecord('payments', 'payment', 'session_reference')})
              WHEN refund.id IS NOT NULL
              THEN (SELECT sum(part.amount_minor)::bigint ${sameRecord('refunds', 'refund', 'provider_reference')})
              WHEN dispute.id IS NOT NULL
              THEN (SELECT sum(part.amount_minor)::bigint ${sameRecord('disputes', 'dispute', 'provider_reference')})
          END AS "recordMinor",
         CASE WHEN payment.id IS NOT NULL THEN ${othersOf('payments', 'payment', 'session_reference')}
              WHEN refund.id IS NOT NULL THEN ${othersOf('refunds', 'refund', 'provider_reference')}
              WHEN dispute.id IS NOT NULL THEN ${othersOf('disputes', 'dispute', 'provider_reference')}
          END AS "otherInvoices",
         coalesce(payout.id IS NOT NULL OR payment.session_reference IS NOT NULL OR payment.provider_reference IS NOT NULL
                  OR reversed.provider_reference IS NOT NULL, false) AS "isListed",
         ${FOUND_COLUMNS}
    FROM (SELECT * FROM ledger_transactions AS chosen
           WHERE chosen.account_id = :accountId::uuid AND ${condition}
           ORDER BY chosen.id LIMIT :limit::int) AS posted
    JOIN ledger_entries AS entry ON entry.account_id = posted.account_id AND entry.transaction_id = posted.id
    JOIN ledger_accounts AS source ON source.account_id = entry.account_id AND source.id = entry.source_id
    JOIN ledger_accounts AS destination
      ON destination.account_id = entry.account_id AND destination.id = entry.destination_id
    LEFT JOIN payments AS payment
      ON posted.reason = 'invoice.paid' AND payment.account_id = posted.account_id
     AND payment.invoice_id = posted.reference_id AND payment.status = 'SUCCEEDED'
    LEFT JOIN refunds AS refund
      ON posted.reason IN ('refund.made', 'refund.failed') AND refund.account_id = posted.account_id
     AND refund.id = posted.reference_id
    LEFT JOIN disputes AS dispute
      ON posted.reason IN ('dispute.opened', 'dispute.won') AND dispute.account_id = posted.account_id
     AND dispute.id = posted.reference_id
    LEFT JOIN payouts AS payout
      ON posted.reason IN ('payout.delivered', 'payout.delivered.reversed') AND payout.account_id = posted.account_id
     AND payout.id = posted.reference_id
    LEFT JOIN payments AS reversed
      ON reversed.account_id = posted.account_id AND reversed.id = coalesce(refund.payment_id, dispute.payment_id)
    LEFT JOIN reconciled_items AS found
      ON found.account_id = posted.account_id
     AND found.kind = CASE WHEN payment.id IS NOT NULL THEN 'payment' WHEN refund.id IS NOT NULL THEN 'refund'
                           WHEN dispute.id IS NOT NULL THEN 'dispute' ELSE 'payout' END
     AND found.item_id = coalesce(payment.id, refund.id, dispute.id, payout.id)
    LEFT JOIN payments AS fee_of
      ON posted.reason = 'payment.fee' AND fee_of.account_id = posted.account_id AND fee_of.id = posted.reference_id
    LEFT JOIN disputes AS disputed
      ON posted.reason LIKE 'dispute.fee%' AND disputed.account_id = posted.account_id
     AND disputed.id = posted.reference_id
    LEFT JOIN outside_payments AS outside
      ON posted.reason LIKE 'payment.recorded%' AND outside.account_id = posted.account_id
     AND outside.id = posted.reference_id
    LEFT JOIN invoices AS invoice
      ON invoice.account_id = posted.account_id
     AND invoice.id = coalesce(refund.invoice_id, dispute.invoice_id, fee_of.invoice_id, disputed.invoice_id,
                               outside.invoice_id, posted.reference_id)
    LEFT JOIN payouts AS paid_out
      ON posted.reason LIKE 'payout.%' AND paid_out.account_id = posted.account_id AND paid_out.id = posted.reference_id
    LEFT JOIN customers AS customer
      ON customer.account_id = posted.account_id AND customer.id = coalesce(invoice.customer_id, paid_out.customer_id)
   WHERE posted.account_id = :accountId::uuid
   ORDER BY posted.id, entry.position`

/** What an invoice moved, with its refunds, disputes and recorded payments. */
export const entriesOfInvoice = statement<{ accountId: string; invoiceId: string; limit: number }, EntryRow>(
  'prove_invoice',
  entriesWhere(`chosen.reference_id IN (
    SELECT :invoiceId::uuid
    UNION ALL SELECT id FROM payments WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
    UNION ALL SELECT id FROM refunds WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
    UNION ALL SELECT id FROM disputes WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
    UNION ALL SELECT id FROM outside_payments WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid)`),
)

export const entriesOfPayout = statement<{ accountId: string; payoutId: string; limit: number }, EntryRow>(
  'prove_payout',
  entriesWhere('chosen.reference_id = :payoutId::uuid'),
)

/** By the ids first, which begin with the time. */
export const entriesOfPeriod = statement<
  { accountId: string; from: Date; to: Date; firstId: string; endId: string; limit: number },
  EntryRow
>(
  'prove_period',
  entriesWhere(`chosen.id >= :firstId::uuid AND chosen.id < :endId::uuid
             AND chosen.created_at >= :from::timestamptz AND chosen.created_at < :to::timestamptz`),
)

/** The number of transactions that the rows have, at most: an invoice or a payout has a handful. */
export const MAX_TRANSACTIONS = 5000

export type LedgerSide = { account: string; amountMinor: bigint; currency: string }

type LedgerStep = { step: ProofStep; sides: LedgerSide[] }

/** A step for each transaction, with the sides of its entries in minor units. */
export function ledgerSteps(rows: EntryRow[]): LedgerStep[] {
  const byTransaction = new Map<string, EntryRow[]>()
  for (const row of rows) {
    const entries = byTransaction.get(row.transactionId) ?? []
    byTransaction.set(row.transactionId, entries)
    entries.push(row)
  }
  return [...byTransaction.values()].flatMap((entries) => {
    const [first] = entries
    return first ? [ledgerStep(first, entries.flatMap(sidesOf))] : []
  })
}

function ledgerStep(row: EntryRow, sides: LedgerSide[]): LedgerStep {
  const { transactionId: id, reason, referenceId, createdAt, note, customerName } = row
  const { invoiceNumber, receiptOrder, creditNoteOrder } = row
  const paperNumber = (order: number | null, numberOf: typeof receiptNumber) =>
    invoiceNumber !== null && order !== null ? numberOf(invoiceNumber, order) : null
  const facts = {
    invoice: invoiceNumber,
    receipt: paperNumber(receiptOrder, receiptNumber),
    credit_note: paperNumber(creditNoteOrder, creditNoteNumber),
    together_with: row.otherInvoices,
    customer: customerName,
    // Nothing of what came in outside the wallet.
    fee_taken: reason === 'invoice.paid' ? feeOf(sides) : null,
    note,
  }
  return {
    step: {
      what: reason,
      at: createdAt.toISOString(),
      id: referenceId,
      facts: factsOf(facts),
      provider: providerRecord(row, MOVED[reason] ?? 0n),
      transaction: { id, reason, postings: sides.map(postingOf) },
      reconciled: reconciliationOf(row),
    },
    sides,
  }
}

function feeOf(sides: LedgerSide[]): string | null {
  const fee = sides.find(({ account }) => account === 'platform_fees')
  return fee ? `${formatMajor(fee.amountMinor, fee.currency)} ${fee.currency}` : null
}

/** Those that are known. */
export function factsOf(facts: Record<string, string | null>): Record<string, string> {
  const known = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null)
  return Object.fromEntries(known)
}

/** The direction in which a step moves the amount of its record, from the provider's side. */
const MOVED: Partial<Record<LedgerReason, bigint>> = {
  'invoice.paid': 1n,
  'refund.made': -1n,
  'refund.failed': 1n,
  'dispute.opened': -1n,
  'dispute.won': 1n,
  'payout.delivered': -1n,
  'payout.delivered.reversed': 1n,
}

function sidesOf({ source, sourceOwner, destination, destinationOwner, amountMinor, currency }: EntryRow) {
  return [
    { account: accountName(source, sourceOwner), amountMinor: -amountMinor, currency },
    { account: accountName(destination, destinationOwner), amountMinor, currency },
  ]
}

function accountName(kind: LedgerAccountKind, owner: string): string {
  return owner === NO_OWNER ? kind : `${kind}/${owner}`
}

export function postingOf({ account, amountMinor, currency }: LedgerSide): ProofPosting {
  return { account, amount: formatMajor(amountMinor, currency), currency }
}

function providerRecord(item: ItemColumns, direction: bigint): ProviderRecord | null {
  const { provider, itemReference, itemStatus, itemMinor, itemCurrency, recordMinor } = item
  if (provider === null || itemStatus === null || itemMinor === null || itemCurrency === null) return null
  return {
    name: provider,
    reference: itemReference,
    status: itemStatus,
    amount: formatMajor(recordMinor ?? itemMinor, itemCurrency),
    currency: itemCurrency,
    moved: formatMajor(itemMinor * direction, itemCurrency),
  }
}

/** What was found of the record as it is now. */
function reconciliationOf(item: ItemColumns): Reconciliation | null {
  if (!item.isListed) return null
  const { verdict, foundStatus, itemStatus, checkedAt } = item
  if (verdict === null || checkedAt === null || foundStatus !== itemStatus) {
    return { state: 'not_yet', at: null, difference: null, listed: null }
  }
  const isAgreed = verdict === 'matched' || verdict === 'nothing'
  const state = isAgreed ? 'matched' : verdict === 'in_flight' ? 'in_flight' : 'differs'
  return {
    state,
    at: checkedAt.toISOString(),
    difference: state === 'differs' ? verdict : null,
    listed: listedOf(item),
  }
}

function listedOf(item: ItemColumns): Reconciliation['listed'] {
  const { listedReference: reference, listedStatus: status, listedMinor, listedAt, listedCurrency } = item
  if (reference === null || status === null || listedAt === null || listedCurrency === null) return null
  return {
    reference,
    status,
    amount: listedMinor === null ? null : formatMajor(listedMinor, listedCurrency),
    currency: listedCurrency,
    created_at: listedAt.toISOString(),
  }
}

type UnpostedItem = ItemColumns & { id: string; createdAt: Date }

/** Payments of an invoice that a buyer made beside the one that paid it: they were given back, and never booked. */
const findReturnedPayments = statement<{ accountId: string; invoiceId: string }, UnpostedItem>(
  'prove_returned_payments',
  `SELECT payment.id, payment.created_at AS "createdAt", payment.provider,
          payment.provider_reference AS "itemReference", payment.status::text AS "itemStatus",
          payment.amount_minor AS "itemMinor", payment.currency AS "itemCurrency",
          (SELECT sum(part.amount_minor)::bigint ${sameRecord('payments', 'payment', 'session_reference')}) AS "recordMinor",
          true AS "isListed", ${FOUND_COLUMNS}
     FROM payments AS payment
     LEFT JOIN reconciled_items AS found
       ON found.account_id = payment.account_id AND found.kind = 'payment' AND found.item_id = payment.id
    WHERE payment.account_id = :accountId::uuid AND payment.invoice_id = :invoiceId::uuid
      AND payment.status <> 'SUCCEEDED'
    ORDER BY payment.id`,
)

export async function returnedPaymentSteps(
  on: Queryable,
  key: { accountId: string; invoiceId: string },
): Promise<ProofStep[]> {
  const payments = await findReturnedPayments(on, key)
  return payments.map((item) => ({
    what: 'payment.returned',
    at: item.createdAt.toISOString(),
    id: item.id,
    facts: {},
    provider: providerRecord(item, 0n),
    transaction: null,
    reconciled: reconciliationOf(item),
  }))
}

/** The credits of an invoice before it was paid, with their credit notes. */
const findCredits = statement<
  { accountId: string; invoiceId: string },
  { id: string; createdAt: Date; order: number; amountMinor: bigint; currency: string; note: string | null }
>(
  'prove_credits',
  `SELECT id, created_at AS "createdAt", credit_note_number AS "order", amount_minor AS "amountMinor", currency, note
     FROM invoice_credits
    WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
    ORDER BY credit_note_number`,
)

/** Steps that moved no money: each lowered what was due. */
export async function creditSteps(
  on: Queryable,
  { accountId, id: invoiceId, number }: { accountId: string; id: string; number: string },
): Promise<ProofStep[]> {
  const credits = await findCredits(on, { accountId, invoiceId })
  return credits.map(({ id, createdAt, order, amountMinor, currency, note }) => ({
    what: 'invoice.credited',
    at: createdAt.toISOString(),
    id,
    facts: factsOf({
      credit_note: creditNoteNumber(number, order),
      amount: `${formatMajor(amountMinor, currency)} ${currency}`,
      note,
    }),
    provider: null,
    transaction: null,
    reconciled: null,
  }))
}
