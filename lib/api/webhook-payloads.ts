import type { z } from 'zod'
import { bankAccountEvent } from '@/lib/bank-accounts/answer'
import { customer } from '@/lib/customers/answer'
import type { EventType } from '@/lib/events/event-types'
import { invoice } from '@/lib/invoices/answer'
import { dispute, fraudWarning, refund } from '@/lib/payments/answer'
import { payout } from '@/lib/payouts/answer'

/** The schema of the `data` of each event type; a test compares it with recorded events. */
export const EVENT_DATA = {
  'customer.created': customer,
  'bank_account.created': bankAccountEvent,
  'invoice.created': invoice,
  'invoice.updated': invoice,
  'invoice.paid': invoice,
  'invoice.failed': invoice,
  'invoice.unpaid': invoice,
  'invoice.voided': invoice,
  'refund.succeeded': refund,
  'refund.failed': refund,
  'fraud_warning.created': fraudWarning,
  'dispute.opened': dispute,
  'dispute.closed': dispute,
  'payout.created': payout,
  'payout.paid': payout,
  'payout.failed': payout,
  'payout.returned': payout,
} as const satisfies Record<EventType, z.ZodType>
