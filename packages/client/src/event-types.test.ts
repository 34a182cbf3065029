import { expect, test } from 'vitest'
import type { EventType, WebhookEvent } from './index.ts'

/** Compiles only if the type of an event tells what its data is. */
function subjectOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'invoice.paid':
      return event.data.payment_link
    case 'payout.failed':
      return event.data.bank_account_id
    case 'refund.succeeded':
      return event.data.invoice_id
    default:
      // @ts-expect-error Not every event is about something with a payment link.
      return String(event.data.payment_link)
  }
}

test('a look at the type of an event tells the compiler what its data is', () => {
  // @ts-expect-error There is no such type of event.
  const unknown: EventType = 'invoice.lost'
  const payout = { id: 'p', bank_account_id: 'b' }
  const event = { id: 'e', sequence: 1, created_at: '', type: 'payout.failed', data: payout }
  expect(subjectOf(event as unknown as WebhookEvent)).toBe('b')
  expect(unknown).toBe('invoice.lost')
})
