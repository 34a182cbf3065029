import { z } from 'zod'
import { connectionPool } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { rawBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { Refusal } from '@/lib/http/refusals'
import { wakeCheckout } from '@/lib/invoices/checkout-session'
import { runSoon } from '@/lib/jobs/periodic'
import { BANK_PAYOUTS } from '@/lib/ledger/operator-movements'
import { log } from '@/lib/log'
import { wakePayout } from '@/lib/payouts/reconcile-payout'
import { MANIFESTS } from '@/lib/providers/manifests'
import type { PaymentNotification } from '@/lib/providers/payment-provider'
import { readNotification } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { noteHostedDecline } from './reconcile-checkout'
import { wakeReversals } from './wake-reversals'

const received = z.object({ received: z.literal(true) })

const NOTIFYING = MANIFESTS.filter(({ notifications }) => notifications !== null)

export const receiveNotification = operation({
  method: 'POST',
  path: '/api/providers/{provider}',
  params: { provider: `The provider’s name: ${NOTIFYING.map(({ name }) => `\`${name}\``).join(' or ')}.` },
  summary: 'Receive a provider’s notification',
  description: `Signed, and only a reason to ask the provider. ${NOTIFYING.map(({ title, notifications }) => `${title} sends them about ${notifications}.`).join(' ')} 404 for a provider that is not configured.`,
  tag: 'Providers',
  access: anyone(),
  body: rawBody,
  answers: { 200: received },
  errors: ['not_found', 'invalid_signature', 'thin_event', 'unreadable_event'],
}).handle(async ({ params: { provider }, headers, input }) => {
  const reading = readNotification(provider, { rawBody: input, headers, now: now() })
  if (!reading) throw new Refusal('not_found')
  if (reading.kind === 'forged') throw new Refusal('invalid_signature')
  if (reading.kind !== 'read') {
    // The person who reads the provider's list of failures finds the cause.
    log.error({ provider, problem: reading.kind }, 'a notification is signed, but could not be read')
    throw new Refusal(reading.kind)
  }
  const { payment, transferKey, alarm } = reading
  if (alarm) log.error({ provider }, alarm)
  if (payment) await hearFromPaymentProvider(provider, payment)
  if (transferKey) await wakePayout(connectionPool(), provider, transferKey)
  return { status: 200, body: { received: true } }
})

/** Acts on what a payment provider tells: a decline counts at once, anything else is a reason to ask it. */
export async function hearFromPaymentProvider(
  provider: string,
  { kind, sessionReference, paymentReference, key }: PaymentNotification,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (kind === 'failed' && key) await noteHostedDecline(tx, provider, key)
    if (kind === 'banked') await runSoon(tx, BANK_PAYOUTS)
    if (kind === 'reversed' && paymentReference) await wakeReversals(tx, provider, paymentReference)
    if (sessionReference) await wakeCheckout(tx, provider, sessionReference)
  })
}
