import { noSql, type Sql, sql } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import type { OrmTransaction } from '@/lib/db/transaction'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { ListingError, listAll, type ReadListedPage, type TimeRange } from '@/lib/providers/shared/listing'
import { signalAfter } from '@/lib/time/clock'
import type { ItemKind, OwnItem, OwnRow, TheirItem } from './report'

/** Selects our rows of a time range, plus those matching listed items, whatever their time. */
type OwnQuery = { mode: Mode; range: TimeRange; keys: string[]; references: string[] }

type PaymentRow = OwnRow & { isByHand: boolean }

/** Payments, and refunds as separate items; payments marked as paid by hand are only counted. */
export async function findOwnPayments(
  tx: OrmTransaction,
  query: OwnQuery,
  askedAt: Date,
): Promise<{ payments: OwnItem[]; refunds: OwnItem[]; markedByHand: number }> {
  const rows = await tx.$queryRaw<PaymentRow[]>`
    SELECT 'payment' AS kind, ${OWNER}, p.id, p.invoice_id AS "invoiceId", p.provider,
           p.provider_reference AS "providerReference", p.status::text, p.amount_minor AS "amountMinor",
           p.currency, p.created_at AS "createdAt",
           least(s.created_at, p.created_at) AS "searchFrom",
           p.settled_at AS "searchUntil",
           p.session_reference IS NULL AND p.provider_reference IS NULL AS "isByHand",
           CASE WHEN p.status = 'SUCCEEDED' THEN coalesce((
             SELECT sum(e.amount_minor) FROM ledger_transactions t
               JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
               JOIN ledger_accounts c ON c.account_id = e.account_id AND c.id = e.source_id
              WHERE t.account_id = p.account_id AND t.reference_id = p.invoice_id
                AND t.reason = 'invoice.paid' AND c.kind = 'provider_clearing' AND e.currency = p.currency
           ), 0)::bigint END AS "postedMinor"
      FROM payments p
      ${OWNERS_OF}
      LEFT JOIN checkout_sessions s ON s.account_id = p.account_id AND s.provider = p.provider
                                   AND s.provider_reference = p.session_reference
     WHERE ${isAsked(query, sql`OR p.provider_reference = ANY(${query.references})`)} ORDER BY p.id`
  const listed = rows.filter(({ isByHand }) => !isByHand).map(({ isByHand: _, ...item }) => item)
  const { from, until } = query.range
  const byHand = rows.filter((row) => row.isByHand && row.createdAt >= from && row.createdAt < until)
  const refunds = listed
    .filter(({ status }) => status === 'REFUNDING' || status === 'REFUNDED')
    .map(
      (item): OwnRow => ({
        ...item,
        kind: 'refund',
        // The refund's reference is not stored, and it may have been requested many times before it was made.
        providerReference: null,
        searchFrom: item.createdAt,
        searchUntil: askedAt,
      }),
    )
  return { payments: itemsOf(listed), refunds: itemsOf(refunds), markedByHand: byHand.length }
}

/** The rows as items: those with the same reference at the provider are one, which is compared as a whole. */
function itemsOf(rows: OwnRow[]): OwnItem[] {
  const groups = new Map<string, [OwnRow, ...OwnRow[]]>()
  for (const row of rows) {
    const { accountId, provider, providerReference, id } = row
    const key = [accountId, provider, providerReference ?? id].join(' ')
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].map((group) => {
    const [first] = group
    const sum = (minorOf: (row: OwnRow) => bigint) => group.reduce((total, row) => total + minorOf(row), 0n)
    const hasEntries = group.some(({ postedMinor }) => postedMinor !== null)
    return {
      ...first,
      amountMinor: sum((row) => row.amountMinor),
      // A payment that is given back has no entries of its own, and may be part of a charge whose others have.
      postedMinor: hasEntries ? sum((row) => row.postedMinor ?? row.amountMinor) : null,
      rows: group.map(({ id, status }) => ({ id, status })),
    }
  })
}

/**
 * Refunds or disputes of payments that paid an invoice, unless it was marked by hand, with what the ledger has of them:
 * a dispute's fee is no part of its amount.
 */
export async function findOwnReversals(
  tx: OrmTransaction,
  kind: 'refund' | 'dispute',
  query: OwnQuery,
): Promise<OwnItem[]> {
  const rows = await tx.$queryRaw<OwnRow[]>`
    SELECT ${kind}::text AS kind, ${OWNER}, p.id, p.invoice_id AS "invoiceId", p.provider,
           p.provider_reference AS "providerReference", p.status::text, p.amount_minor AS "amountMinor",
           p.currency, p.created_at AS "createdAt", paid.created_at AS "searchFrom",
           p.created_at AS "searchUntil",
           coalesce((
             SELECT sum(CASE WHEN d.kind = 'provider_clearing' THEN e.amount_minor ELSE -e.amount_minor END)
               FROM ledger_transactions t
               JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
               JOIN ledger_accounts c ON c.account_id = e.account_id AND c.id = e.source_id
               JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
              WHERE t.account_id = p.account_id AND t.reference_id = p.id AND e.currency = p.currency
                AND t.reason NOT IN ('dispute.fee', 'dispute.fee_returned')
                AND 'provider_clearing' IN (c.kind::text, d.kind::text)
           ), 0)::bigint AS "postedMinor"
      FROM ${kind === 'refund' ? sql`refunds` : sql`disputes`} p
      ${OWNERS_OF}
      JOIN payments paid ON paid.account_id = p.account_id AND paid.id = p.payment_id
     WHERE paid.provider_reference IS NOT NULL
       AND ${isAsked(query, sql`OR p.provider_reference = ANY(${query.references})`)}
     ORDER BY p.id`
  return itemsOf(rows)
}

export async function findOwnPayouts(tx: OrmTransaction, query: OwnQuery): Promise<OwnItem[]> {
  const rows = await tx.$queryRaw<OwnRow[]>`
    SELECT 'payout' AS kind, ${OWNER}, p.id, NULL AS "invoiceId", p.provider,
           p.provider_account AS "providerAccount",
           p.provider_transfer_id AS "providerReference", p.status::text, p.amount_minor AS "amountMinor",
           p.currency, p.created_at AS "createdAt", p.created_at AS "searchFrom",
           coalesce(p.settled_at, p.created_at) AS "searchUntil",
           coalesce((
             SELECT sum(CASE WHEN d.kind = 'provider_clearing' THEN e.amount_minor ELSE -e.amount_minor END)
               FROM ledger_transactions t
               JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
               JOIN ledger_accounts c ON c.account_id = e.account_id AND c.id = e.source_id
               JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
              WHERE t.account_id = p.account_id AND t.reference_id = p.id AND e.currency = p.currency
                AND 'provider_clearing' IN (c.kind::text, d.kind::text)
           ), 0)::bigint AS "postedMinor"
      FROM payouts p
      ${OWNERS_OF}
     WHERE ${isAsked(query)} ORDER BY p.id`
  return itemsOf(rows)
}

/**
 * Payments on checkout sessions that are not booked yet: sessions that are still polled. The session's key starts with the id
 * of its invoice, or of the joint checkout of several.
 */
export async function findUnbookedPayments(
  tx: OrmTransaction,
  { mode, ids, providers }: { mode: Mode; ids: string[]; providers: string[] },
): Promise<OwnItem[]> {
  const rows = await tx.$queryRaw<OwnRow[]>`
    SELECT DISTINCT ON (id) 'payment' AS kind, ${OWNER}, coalesce(p.invoice_id, p.joint_checkout_id) AS id,
           p.invoice_id AS "invoiceId", p.provider, NULL AS "providerReference", 'UNBOOKED' AS status,
           p.amount_minor AS "amountMinor", invoice.currency,
           p.created_at AS "createdAt", p.created_at AS "searchFrom", p.created_at AS "searchUntil",
           NULL::bigint AS "postedMinor"
      FROM checkout_sessions p
      ${OWNERS_OF}
      JOIN invoices invoice ON invoice.account_id = p.account_id AND invoice.id = coalesce(p.invoice_id, (
             SELECT part.invoice_id FROM joint_checkout_parts part
              WHERE part.account_id = p.account_id AND part.joint_checkout_id = p.joint_checkout_id LIMIT 1))
     WHERE a.mode::text = ${mode} AND p.status = 'OPEN' AND p.provider = ANY(${providers})
       AND coalesce(p.invoice_id, p.joint_checkout_id) = ANY(${ids}::uuid[])
     ORDER BY id`
  return itemsOf(rows)
}

/** Which of the provider's payments are ours. */
export async function ownPaymentReferences(
  tx: OrmTransaction,
  { mode, references }: { mode: Mode; references: string[] },
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ reference: string }[]>`
    SELECT DISTINCT p.provider_reference AS reference FROM payments p
      ${OWNERS_OF}
     WHERE a.mode::text = ${mode} AND p.provider_reference = ANY(${references})`
  return new Set(rows.map(({ reference }) => reference))
}

const OWNER = sql`p.account_id AS "accountId", v.id AS "vendorId", v.email AS "vendorEmail"`
const OWNERS_OF = sql`JOIN accounts a ON a.id = p.account_id JOIN vendors v ON v.id = a.vendor_id`

function isAsked({ mode, range, keys }: OwnQuery, orBelongs = noSql): Sql {
  return sql`a.mode::text = ${mode}
    AND (p.created_at >= ${range.from}::timestamptz AND p.created_at < ${range.until}::timestamptz
         OR p.id = ANY(${keys}::uuid[]) ${orBelongs})`
}

export type Providers = { payments: PaymentProvider[]; payouts: PayoutProvider[] }

/** Lists one kind of item from one provider. */
export type Source = {
  kind: ItemKind
  provider: string
  account?: string
  list(range: TimeRange): Promise<TheirItem[]>
}

/** All lists: three of each payment provider, one of each payout provider. Each page has its own `timeoutMs`. */
export function theirLists({ payments, payouts }: Providers, timeoutMs: number): Source[] {
  const listed =
    <Item extends { reference: string }>(
      readPage: (
        range: TimeRange,
        ...page: Parameters<ReadListedPage<Item>>
      ) => ReturnType<ReadListedPage<Item>>,
      toTheirs: (item: Item) => TheirItem,
    ) =>
    async (range: TimeRange): Promise<TheirItem[]> => {
      const items = await listAll<Item>(
        (...page) => readPage(range, ...page),
        () => signalAfter(timeoutMs),
      )
      return items.map(toTheirs)
    }
  return [
    ...payments.flatMap((provider): Source[] => [
      {
        kind: 'payment',
        provider: provider.name,
        list: listed(
          (...page) => provider.listPayments(...page),
          (item) => ({ ...item, kind: 'payment', providerStatus: item.status, paymentReference: null }),
        ),
      },
      {
        kind: 'refund',
        provider: provider.name,
        list: listed(
          (...page) => provider.listRefunds(...page),
          (item) => ({ ...item, kind: 'refund', providerStatus: item.status }),
        ),
      },
      {
        kind: 'dispute',
        provider: provider.name,
        list: listed(
          (...page) => provider.listDisputes(...page),
          (item) => ({ ...item, kind: 'dispute', providerStatus: item.status, key: null }),
        ),
      },
    ]),
    ...payouts.map(
      (provider): Source => ({
        kind: 'payout',
        provider: provider.name,
        account: provider.account,
        list: listed(
          (...page) => provider.listTransfers(...page),
          (item) => ({ ...item, kind: 'payout', paymentReference: null }),
        ),
      }),
    ),
  ]
}

/** The items, or the reason they could not be listed. */
export type Listed = { items: TheirItem[] } | { reason: string }

export async function listOrReason(source: Source, range: TimeRange): Promise<Listed> {
  try {
    return { items: await source.list(range) }
  } catch (error) {
    if (error instanceof ListingError) return { reason: error.message }
    throw error
  }
}
