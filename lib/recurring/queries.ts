import { z } from 'zod'
import { database, noSql, type Orm, sql } from '@/lib/db/client'
import { isDomainError } from '@/lib/errors'
import { dayText } from '@/lib/http/schemas'
import { invoicesById } from '@/lib/invoices/invoice'
import { savedFields } from '@/lib/invoices/invoice-fields'
import { invoiceRow, presentInvoiceRow } from '@/lib/invoices/invoice-row'
import { defineList } from '@/lib/lists/define-list'
import { currencyFilter } from '@/lib/lists/list-filters'
import type { RecurringStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import {
  presentSeries,
  presentSeriesRow,
  SERIES_SORTS,
  type SeriesSummary,
  selectSeries,
  seriesColumns,
  seriesFilter,
  seriesView,
} from '@/lib/series/series-view'
import { formatIsoDate } from '@/lib/time/dates'
import { scheduleInWords } from '@/lib/time/schedule'
import type { Zone } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { dueEdge } from '@/lib/vendors/due-edge'
import { findRecurring, type RecurringRecord } from './recurring-invoice'

/** The account's series of invoices; searches the customer's name and email. */
export const recurringList = defineList({
  name: 'recurring invoices',
  sorts: SERIES_SORTS,
  filters: seriesFilter.extend({ currency: currencyFilter }),
  select: (accountId, query) => {
    const { currency } = query.filters
    return selectSeries(accountId, query, {
      table: sql`recurring_invoices`,
      amount: sql`series.base_amount_minor`,
      columns: sql`series.currency`,
      joins: noSql,
      where: currency ? [sql`series.currency = ${currency}`] : [],
    })
  },
  present: (row: SeriesSummary) => presentSeriesRow(row),
  file: (_, mode) => ({ filename: `recurring-invoices-${mode}.csv`, columns: seriesColumns('invoice') }),
})

const INVOICES_SHOWN = 100

export const recurringView = seriesView.extend({
  dueAfterDays: z.int(),
  isSent: z.boolean(),
  fields: savedFields.describe('The form of its invoices.'),
  skippedCount: z.int().describe('Periods of an outage that were too old to be made up for.'),
  invoices: z.array(invoiceRow).describe('Latest first.'),
  drafts: z
    .array(z.object({ id: z.uuid(), day: dayText }))
    .describe('Drafts that are not sent yet, latest first.'),
})

export type RecurringView = z.infer<typeof recurringView>

/** A series of the account, or null. */
export async function readRecurring(account: Account, id: string): Promise<RecurringView | null> {
  const tx = database()
  try {
    const series = await findRecurring(tx, account, id)
    const { baseAmountMinor: amountMinor, dueAfterDays, isSent, skippedCount } = series
    const [customer, issued, { isDue, ...shown }] = await Promise.all([
      tx.customer.findUniqueOrThrow({
        where: { accountId_id: { accountId: account.id, id: series.customerId } },
        select: { name: true, email: true, taxTreatment: true },
      }),
      readIssued(tx, series, account.zone),
      presentSeries(tx, account.vendorId, series),
    ])
    return {
      ...presentSeriesRow({ ...series, amountMinor, customerName: customer.name }),
      ...shown,
      ...issued,
      mode: account.mode,
      dueAfterDays,
      isSent,
      skippedCount,
      fields: { ...series.fields, customer: { id: series.customerId, ...customer } },
      problem: problemOf(series),
      isMoving: isDue && series.failedSince === null,
    }
  } catch (error) {
    if (isDomainError(error, 'recurring_not_found')) return null
    throw error
  }
}

function problemOf({ stopReason, failedSince }: RecurringRecord): string | null {
  if (stopReason) return textsIn('en').recurringStopped.reasons[stopReason as RecurringStop]
  return failedSince
    ? 'The payment provider did not accept the next invoice. We try again by ourselves.'
    : null
}

/** The results of its periods: invoices, some by way of a draft, and drafts that wait. Deleted drafts are not shown. */
async function readIssued(tx: Orm, { accountId, id }: RecurringRecord, zone: Zone) {
  const periods = await tx.recurringPeriod.findMany({
    where: { accountId, recurringId: id },
    orderBy: { day: 'desc' },
    take: INVOICES_SHOWN,
  })
  const drafts = await tx.invoiceDraft.findMany({
    where: { accountId, id: { in: periods.flatMap(({ draftId }) => draftId ?? []) } },
    select: { id: true, invoiceId: true },
  })
  const ids = [...periods, ...drafts].flatMap(({ invoiceId }) => invoiceId ?? [])
  const invoices = await invoicesById(tx, accountId, ids)
  const waiting = new Set(drafts.flatMap((draft) => (draft.invoiceId ? [] : draft.id)))
  return {
    invoices: invoices.map((invoice) => presentInvoiceRow(invoice, dueEdge(zone))),
    drafts: periods.flatMap(({ draftId, day }) =>
      draftId && waiting.has(draftId) ? [{ id: draftId, day: formatIsoDate(day) }] : [],
    ),
  }
}

/** The series that issued an invoice or its draft, if one did. */
export async function recurringOf(
  tx: Orm,
  accountId: string,
  invoiceId: string,
): Promise<{ id: string; schedule: string } | null> {
  const draft = await tx.invoiceDraft.findFirst({ where: { accountId, invoiceId }, select: { id: true } })
  const period = await tx.recurringPeriod.findFirst({
    where: { accountId, ...(draft ? { draftId: draft.id } : { invoiceId }) },
    include: { recurring: true },
  })
  return period && { id: period.recurringId, schedule: scheduleInWords(period.recurring) }
}
