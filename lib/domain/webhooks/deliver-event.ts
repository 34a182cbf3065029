import { now } from '@/lib/clock'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { type ClaimedEvent, claimEvent, type EventReference } from './claim-event'
import { findSigningSecrets } from './find-signing-secrets'
import { recordAttempt } from './record-attempt'
import { deliveryHeaders } from './signature'
import type { WebhookTransport } from './webhook-transport'

/** The contract's "answers with a 2xx status within 10 seconds". */
const ATTEMPT_TIMEOUT_MS = 10_000

/**
 * Makes one attempt to deliver an event, if it is due and no other worker is at it; else does nothing. No
 * transaction is open during the call, and what comes of it is committed with the next wake-up. A worker
 * that dies in between leaves the event to the sweep: delivery is at least once, never lost.
 */
export async function deliverEvent(reference: EventReference, transport: WebhookTransport): Promise<void> {
  const claimed = await inTransaction((tx) => claimWithSecrets(tx, reference))
  if (!claimed) return
  const { event, secrets } = claimed
  const startedAt = now()
  const headers = deliveryHeaders(event, startedAt, secrets)
  const request = { url: event.url, headers, body: event.payload, timeoutMs: ATTEMPT_TIMEOUT_MS }
  const result = await transport(request)
  await inTransaction((tx) => recordAttempt(tx, event, { startedAt, headers, result }))
}

async function claimWithSecrets(
  tx: Transaction,
  reference: EventReference,
): Promise<{ event: ClaimedEvent; secrets: string[] } | null> {
  const event = await claimEvent(tx, reference)
  if (!event) return null
  const { current, previous } = await findSigningSecrets(tx, event.accountId)
  return { event, secrets: previous ? [current, previous.secret] : [current] }
}
