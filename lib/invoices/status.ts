import type { InvoiceStatus } from '@/lib/db/generated/enums'

/**
 * Each status as the contract calls it ("States and transitions"), and as our own pages do: an invoice whose payment was
 * declined is open, and a mark beside it says so.
 */
export const INVOICE_STATUSES = {
  CREATED: { apiStatus: 'Invoice Created', displayStatus: 'Open', tone: 'accent' },
  PAID: { apiStatus: 'Paid', displayStatus: 'Paid', tone: 'success' },
  UNPAID: { apiStatus: 'Unpaid', displayStatus: 'Overdue', tone: 'warning' },
  FAILED: { apiStatus: 'Failed', displayStatus: 'Open', tone: 'accent' },
  VOIDED: { apiStatus: null, displayStatus: 'Voided', tone: 'neutral' },
} as const satisfies Record<InvoiceStatus, { apiStatus: string | null; displayStatus: string; tone: string }>

/** A mark beside an invoice's status. */
export const INVOICE_MARKS = {
  declined: { text: 'Declined', tone: 'warning' },
  partly_paid: { text: 'Partly paid', tone: 'neutral' },
  partly_credited: { text: 'Partly credited', tone: 'neutral' },
  fraud_warning: { text: 'Fraud warning', tone: 'danger' },
  disputed: { text: 'Disputed', tone: 'danger' },
  dispute_lost: { text: 'Dispute lost', tone: 'danger' },
  partly_refunded: { text: 'Partly refunded', tone: 'neutral' },
  refunded: { text: 'Refunded', tone: 'neutral' },
} as const

export type InvoiceMark = keyof typeof INVOICE_MARKS

/**
 * The list's filter by status, and its tabs: `open` can be paid and isn't due yet. Marks and write-offs narrow a status, and
 * have no count; `refunded` and `credited` have the invoices of which all or a part was. Those that were credited in full before the
 * payment are among the voided ones too.
 */
export const INVOICE_STATUS_FILTER = {
  open: { displayStatus: 'Open', statuses: ['CREATED', 'FAILED'], isTab: true },
  declined: { displayStatus: 'Declined', statuses: ['FAILED'], isTab: false },
  overdue: { displayStatus: 'Overdue', statuses: ['UNPAID'], isTab: true },
  uncollectible: { displayStatus: 'Uncollectible', statuses: ['UNPAID'], isTab: false },
  paid: { displayStatus: 'Paid', statuses: ['PAID'], isTab: true },
  partly_refunded: { displayStatus: 'Partly refunded', statuses: ['PAID'], isTab: false },
  refunded: { displayStatus: 'Refunded', statuses: ['PAID'], isTab: true },
  fraud_warning: { displayStatus: 'Fraud warning', statuses: ['PAID'], isTab: false },
  disputed: { displayStatus: 'Disputed', statuses: ['PAID'], isTab: true },
  dispute_lost: { displayStatus: 'Dispute lost', statuses: ['PAID'], isTab: false },
  partly_credited: {
    displayStatus: 'Partly credited',
    statuses: ['CREATED', 'FAILED', 'UNPAID', 'PAID'],
    isTab: false,
  },
  credited: {
    displayStatus: 'Credited',
    statuses: ['CREATED', 'FAILED', 'UNPAID', 'PAID', 'VOIDED'],
    isTab: false,
  },
  voided: { displayStatus: 'Voided', statuses: ['VOIDED'], isTab: true },
} as const satisfies Record<
  string,
  { displayStatus: string; statuses: readonly InvoiceStatus[]; isTab: boolean }
>

type ApiStatus = NonNullable<(typeof INVOICE_STATUSES)[InvoiceStatus]['apiStatus']>

/** The contract's names, by status. */
export const API_STATUSES = Object.fromEntries(
  Object.entries(INVOICE_STATUSES).flatMap(([status, { apiStatus }]) =>
    apiStatus ? [[status, apiStatus]] : [],
  ),
) as Record<Exclude<InvoiceStatus, 'VOIDED'>, ApiStatus>

/** The contract's name of an invoice's status: a voided one keeps the status it had. */
export function apiStatus(invoice: { status: InvoiceStatus; voidedFrom: InvoiceStatus | null }): ApiStatus {
  const { apiStatus } = INVOICE_STATUSES[invoice.voidedFrom ?? invoice.status]
  if (apiStatus === null) throw new Error('A voided invoice had a status before')
  return apiStatus
}

/**
 * The name of an invoice's status on our own pages (`statusOnPages`): an overdue one may be written off, and one that was credited in
 * full was not voided.
 */
export function displayStatus(
  status: InvoiceStatus,
  { uncollectibleAt, creditedMinor }: { uncollectibleAt: Date | null; creditedMinor: bigint },
): string {
  if (status === 'VOIDED' && creditedMinor > 0n) return 'Credited'
  if (status === 'UNPAID' && uncollectibleAt) return 'Uncollectible'
  return INVOICE_STATUSES[status].displayStatus
}
