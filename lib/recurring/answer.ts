import { z } from 'zod'
import { metadata, presentMetadata } from '@/lib/http/metadata'
import { dayText, jsonNumber, moment } from '@/lib/http/schemas'
import { reference } from '@/lib/invoices/answer'
import { pricedItems } from '@/lib/invoices/invoice-fields'
import { jsonAmount, jsonQuantity } from '@/lib/json'
import type { RecurringStop } from '@/lib/mail/texts/mail-texts'
import { exponentOf } from '@/lib/money/currencies'
import { SERIES_API_STATUSES, SERIES_STATUSES } from '@/lib/series/status'
import { formatIsoDate } from '@/lib/time/dates'
import { periodDay } from '@/lib/time/schedule'
import { INTERVAL_NAMES, intervalOf } from './interval'
import type { RecurringWithInvoice } from './recurring-list'

/** Why the service stopped it, as a program reads it. */
const STOP_REASONS = [
  'vendor_banned',
  'live_mode_not_approved',
  'customer_archived',
  'payment_provider_failed',
  'terms_not_valid',
  'too_many_drafts',
] as const satisfies RecurringStop[]

const EXAMPLE = {
  id: '0199d1c2-9d3c-7f0b-a1be-6f0c4f1d2e3a',
  status: 'active',
  stop_reason: null,
  customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
  amount: 49,
  currency: 'USD',
  items: [{ name: 'Hosting', qty: 1, price: 49 }],
  redirect_url: null,
  webhook_url: 'https://shop.example.com/hooks/counterfoil',
  interval: 'month',
  interval_count: 1,
  start_on: '2030-01-31',
  end_on: null,
  end_after: null,
  delivery: 'send',
  due_after_days: 14,
  next_on: '2030-01-31',
  invoice_count: 0,
  last_invoice_id: null,
  created_at: '2026-03-02T14:06:12.000Z',
  reference: 'contract-17',
  metadata: { plan: 'small' },
}

/** Once it is paused by a program. */
export const PAUSED_RECURRING = { ...EXAMPLE, status: 'paused', next_on: null }

/** What a program sees of a recurring invoice. */
export const recurringInvoice = z
  .object({
    id: z.uuid(),
    status: z
      .enum(SERIES_API_STATUSES)
      .describe('`paused`: nothing is sent until it is `active` again. `ended`: for good.'),
    stop_reason: z
      .enum(STOP_REASONS)
      .nullable()
      .describe('Why we have paused it. `null` if you did, or if it isn’t paused.'),
    customer_id: z.uuid(),
    amount: jsonNumber.describe(
      'The base amount of each invoice: the sum of the items. The fee is that of the day on which an invoice is created.',
    ),
    currency: z.string().describe('ISO 4217, in upper case.'),
    items: z
      .array(
        z.object({
          name: z.string().describe('The `title` you sent.'),
          qty: jsonNumber,
          price: jsonNumber.describe('The price of one unit, before the fee.'),
        }),
      )
      .describe('At least one.'),
    redirect_url: z
      .string()
      .nullable()
      .describe('The page that the buyer goes to after paying. `null` for a thank-you page.'),
    webhook_url: z
      .string()
      .nullable()
      .describe('Receives every change of status of each invoice. `null` if none.'),
    interval: z.enum(INTERVAL_NAMES).describe('From one invoice to the next. Three months are a `quarter`.'),
    interval_count: z.int().describe('The number of intervals in between: 2 for every second week.'),
    start_on: dayText.describe('`YYYY-MM-DD`: the day from which the intervals are counted.'),
    end_on: dayText.nullable().describe('No invoice is later. `null` if it goes on until it is ended.'),
    end_after: z
      .int()
      .nullable()
      .describe('The number of invoices after which it ends, if somebody has set one in the dashboard.'),
    delivery: z
      .enum(['send', 'draft'])
      .describe('`send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard.'),
    due_after_days: z.int().describe('The days from the day of an invoice until it is due.'),
    next_on: dayText
      .nullable()
      .describe(
        'The day of the next invoice: in UTC, or in the vendor’s time zone if somebody has set it up in the dashboard. `null` unless it is `active`.',
      ),
    invoice_count: z.int().describe('The number of invoices so far, with those that were left as drafts.'),
    last_invoice_id: z
      .uuid()
      .nullable()
      .describe('The latest invoice. `null` if there is none, or only drafts that nobody has sent.'),
    created_at: moment.describe('ISO 8601.'),
    reference: reference.describe('Your own number, which each invoice has too. Absent if you sent none.'),
    metadata,
  })
  .meta({
    id: 'RecurringInvoice',
    title: 'Recurring invoice',
    description: 'Creates an invoice every week, month, quarter or year.',
    examples: [EXAMPLE],
  })

export function presentRecurring(series: RecurringWithInvoice): z.input<typeof recurringInvoice> {
  const { currency, fields, endsOn, endsAfter, nextOn } = series
  const { interval, count } = intervalOf(series)
  const ownNumber = fields.reference.trim()
  return {
    id: series.id,
    status: SERIES_STATUSES[series.status].apiStatus,
    stop_reason: series.stopReason as RecurringStop | null,
    customer_id: series.customerId,
    amount: jsonAmount(series.baseAmountMinor, currency),
    currency,
    items: pricedItems(fields, exponentOf(currency)).map(({ title, quantityMicros, unitPriceMinor }) => ({
      name: title,
      qty: jsonQuantity(quantityMicros),
      price: jsonAmount(unitPriceMinor, currency),
    })),
    redirect_url: fields.redirectUrl || null,
    webhook_url: fields.webhookUrl || null,
    interval,
    interval_count: count,
    start_on: formatIsoDate(periodDay(series, 0)),
    end_on: endsOn && formatIsoDate(endsOn),
    end_after: endsAfter,
    delivery: series.isSent ? 'send' : 'draft',
    due_after_days: series.dueAfterDays,
    next_on: nextOn && formatIsoDate(nextOn),
    invoice_count: series.periodCount,
    last_invoice_id: series.lastInvoiceId,
    created_at: series.createdAt.toISOString(),
    ...(ownNumber ? { reference: ownNumber } : {}),
    ...presentMetadata(
      fields.metadata.length > 0 ? JSON.stringify(Object.fromEntries(fields.metadata)) : null,
    ),
  }
}
