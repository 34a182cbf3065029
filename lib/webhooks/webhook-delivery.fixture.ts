import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { planInvoice, saveInvoice } from '@/lib/invoices/issue-invoice'
import { claim } from '@/lib/jobs/queue'
import { BY_CARD } from '@/lib/ledger/live-money.fixture'
import { payInvoice } from '@/lib/payments/settle-payment'
import { findAccount } from '@/lib/vendors/account'
import { createVendor } from '@/lib/vendors/manage-vendor'
import {
  type DeliveryReference,
  findClaimedDelivery,
  LEASE_MS,
  type WebhookRequest,
  type WebhookResult,
  type WebhookTransport,
} from './attempt-delivery'
import { webhookQueue } from './delivery'

/** A new vendor's invoice that has just been paid: the delivery of its event is in the outbox, due now. */
export async function queuedDelivery(url = 'https://receiver.example/hook'): Promise<DeliveryReference> {
  return inOrmTransaction(async (tx) => {
    const vendor = await createVendor(tx, { email: `${newId()}@example.com`, name: 'Zoë', passwordHash: '-' })
    const account = await findAccount(tx, vendor.id, 'test')
    const draft = {
      customer: { email: 'buyer@example.com' },
      currency: 'USD',
      items: [{ title: 'Zoë’s ☕', quantityMicros: 1_000_000n, unitPriceMinor: 1250n }],
      dueDate: null,
      redirectUrl: null,
      webhookUrl: url,
    }
    const plan = await planInvoice(tx, account, draft)
    await saveInvoice(tx, plan, { reference: newId() }, { name: 'sandbox' })
    await payInvoice(tx, { accountId: account.id, invoiceId: plan.id }, BY_CARD)
    const delivery = await tx.webhookDelivery.findFirstOrThrow({ where: { accountId: account.id } })
    return { accountId: account.id, deliveryId: delivery.id }
  })
}

export async function storedDelivery({ accountId, deliveryId }: DeliveryReference) {
  const [delivery, attempts] = await Promise.all([
    database().webhookDelivery.findUniqueOrThrow({
      where: { accountId_id: { accountId, id: deliveryId } },
    }),
    database().webhookAttempt.findMany({ where: { accountId, deliveryId }, orderBy: { number: 'asc' } }),
  ])
  return { ...delivery, attempts }
}

/** Takes the lease of a due delivery as a worker does; null if it is not due or another worker has it. */
export async function claimDelivery({ accountId, deliveryId }: DeliveryReference) {
  const row = { tenantId: accountId, id: deliveryId }
  const claimed = await claim(database(), webhookQueue, row, { leaseMs: LEASE_MS })
  return claimed && findClaimedDelivery(claimed)
}

export function answer(
  status: number,
  { body = '', retryAfter = null as string | null } = {},
): WebhookResult {
  return { kind: 'response', status, body, retryAfter, durationMs: 12 }
}

/** A transport that gives these answers in turn, repeating the last one, and records what was sent. */
export function answering(...answers: WebhookResult[]): WebhookTransport & { sent: WebhookRequest[] } {
  const sent: WebhookRequest[] = []
  const transport: WebhookTransport = async (request) => {
    sent.push(request)
    const result = answers[Math.min(sent.length, answers.length) - 1]
    if (!result) throw new Error('no answer was given')
    return result
  }
  return Object.assign(transport, { sent })
}
