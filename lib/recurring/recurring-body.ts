import type { Field } from '@/lib/http/field'
import * as field from '@/lib/http/fields'
import { metadataPairs } from '@/lib/http/metadata'
import { refuse } from '@/lib/http/refusals'
import { undatedInvoiceBody } from '@/lib/invoices/invoice-body'
import { type InvoiceFields, NEW_INVOICE, NEW_ITEM } from '@/lib/invoices/invoice-fields'
import type { NewInvoice } from '@/lib/invoices/issue-invoice'
import { formatMajor } from '@/lib/money/money'
import { formatQuantity } from '@/lib/money/quantity'
import { MAX_DAYS_AHEAD } from '@/lib/series/series'
import { SERIES_API_STATUSES } from '@/lib/series/status'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { MAX_INTERVAL } from '@/lib/time/schedule'
import { INTERVAL_NAMES, INTERVALS, maxIntervalCount } from './interval'
import { MAX_DUE_AFTER_DAYS } from './recurring-fields'
import type { RecurringTerms } from './recurring-invoice'

const DEFAULT_DUE_AFTER_DAYS = 30

const series = field
  .object({
    interval: field
      .oneOf(INTERVAL_NAMES, 'invalid_interval')
      .describe('The time from one invoice to the next. A quarter is three months.'),
    interval_count: field
      .integer({ min: 1, max: MAX_INTERVAL.week }, ['invalid_interval_count', { most: MAX_INTERVAL.week }])
      .default(1)
      .describe('2 for every second week, and so on: up to 52 weeks, 36 months, 12 quarters or 10 years.'),
    start_on: field
      .day('invalid_start_on')
      .check((day) => day >= today() && day <= dayAfter(today(), MAX_DAYS_AHEAD), 'invalid_start_on')
      .describe(
        '`YYYY-MM-DD`, in UTC: the day of the first invoice. Today: at once. The others come on the same day of the week or month; where a month is too short, on its last day.',
      ),
    end_on: field
      .day('invalid_end_on')
      .optional()
      .describe('`YYYY-MM-DD`: no invoice is later. Without it they go on until you end it.'),
    delivery: field
      .oneOf(['send', 'draft'], 'invalid_delivery')
      .describe('`send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard.'),
    due_after_days: field
      .integer({ min: 0, max: MAX_DUE_AFTER_DAYS }, 'invalid_due_after_days')
      .default(DEFAULT_DUE_AFTER_DAYS)
      .describe('The days from the day of an invoice until it is due, up to 365.'),
  })
  .map((values) => {
    const most = maxIntervalCount(values.interval)
    if (values.intervalCount > most) refuse('invalid_interval_count', { most })
    if (values.endOn && values.endOn < values.startOn) refuse('invalid_end_on')
    return values
  })

/** The body of create recurring invoice: the invoice that is issued each time, and when. */
export const recurringBody: Field<{ invoice: NewInvoice; terms: Omit<RecurringTerms, 'baseAmountMinor'> }> =
  field
    .join(undatedInvoiceBody, series)
    .map(({ interval, intervalCount, startOn, endOn, delivery, dueAfterDays, ...invoice }) => {
      const { unit, every } = INTERVALS[interval]
      return {
        invoice,
        terms: {
          fields: formOf(invoice),
          dueAfterDays,
          isSent: delivery === 'send',
          schedule: {
            unit,
            every: every * intervalCount,
            startsOn: startOn,
            dayOfMonth: unit === 'week' ? null : startOn.getUTCDate(),
          },
          end: { endsOn: endOn, endsAfter: null },
        },
      }
    })

/** The body of update recurring invoice. */
export const recurringChangesBody = field.object({
  status: field
    .oneOf(SERIES_API_STATUSES, 'invalid_recurring_status')
    .describe('`paused` sends nothing until it is `active` again. `ended` is for good.'),
})

function today(): Date {
  return dayAfter(now(), 0)
}

/** The form that creates this invoice, as somebody would have filled it in. */
function formOf(invoice: NewInvoice): InvoiceFields {
  const { customer, items, currency, reference, redirectUrl, webhookUrl, metadata } = invoice
  return {
    ...NEW_INVOICE,
    // Filled in from the customer's own details when it is saved.
    customer: { id: null, email: '', ...customer, name: '' },
    items: items.map(({ title, quantityMicros, unitPriceMinor }) => ({
      ...NEW_ITEM,
      title: title.trim(),
      quantity: formatQuantity(quantityMicros),
      price: formatMajor(unitPriceMinor, currency),
    })),
    currency,
    reference: reference?.trim() ?? '',
    redirectUrl: redirectUrl ?? '',
    webhookUrl: webhookUrl ?? '',
    metadata: metadataPairs(metadata ?? null),
  }
}
