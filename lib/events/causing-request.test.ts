import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { claim } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { mailQueue, queueMail } from '@/lib/mail/queue-mail'
import { LEASE_MS, sendMail } from '@/lib/mail/send-mail'
import { LONG_TIMEOUT_MS, payableInvoice } from '@/lib/payments/payable-invoice.fixture'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { recordPayoutIntent } from '@/lib/payouts/create-payout'
import { payableCustomer } from '@/lib/payouts/payable-customer.fixture'
import { sendPayout } from '@/lib/payouts/send-payout'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { attemptDelivery } from '@/lib/webhooks/attempt-delivery'
import { answer, answering } from '@/lib/webhooks/webhook-delivery.fixture'
import { buildVendor } from '@/prisma/seed/builders'

const requestId = newId()

let logged: object[]
beforeEach(() => {
  logged = []
  const keep = (fields: unknown) => void logged.push(fields as object)
  vi.spyOn(log, 'debug').mockImplementation(keep)
  vi.spyOn(log, 'info').mockImplementation(keep)
})
afterEach(() => vi.restoreAllMocks())

const linesOf = (id: string) => logged.filter((line) => Object.values(line).includes(id))

test('a payment that was marked, its events, deliveries and mail carry the request, and so do their log lines', async () => {
  const provider = paymentProviderFor('test')
  const { accountId, invoiceId } = await payableInvoice(provider)
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, provider, requestId))
  expect(await database().payment.findMany({ where: { invoiceId } })).toMatchObject([{ requestId }])
  const paid = await database().event.findFirstOrThrow({
    where: { subjectId: invoiceId, type: 'invoice.paid' },
  })
  expect(paid.requestId).toBe(requestId)
  const delivery = await database().webhookDelivery.findFirstOrThrow({
    where: { accountId, eventId: paid.id },
  })
  await attemptDelivery({ accountId, deliveryId: delivery.id }, answering(answer(200)))
  expect(linesOf(delivery.id)).toMatchObject([{ requestId }])
  const mail = await database().mailMessage.findFirstOrThrow({
    where: { ownerId: accountId, kind: 'receipt', reference: invoiceId },
  })
  expect(mail.requestId).toBe(requestId)
})

test('an attempt to send a mail is logged with the request that caused it, and without the address', async () => {
  const { id: ownerId } = (await buildVendor()).test
  const { vendor } = await database().account.findUniqueOrThrow({
    where: { id: ownerId },
    include: { vendor: true },
  })
  const body = {
    content: { heading: 'Paid', paragraphs: [], closing: [] },
    locale: 'en' as const,
    isTest: false,
    senderName: 'Bakery',
    color: null,
  }
  const content = { subject: 'Paid', body }
  await queueMail(connectionPool(), {
    ownerId,
    kind: 'receipt',
    reference: newId(),
    recipient: vendor.email,
    requestId,
    ...content,
  })
  const { id } = await database().mailMessage.findFirstOrThrow({ where: { ownerId } })
  const claimed = await claim(database(), mailQueue, { tenantId: ownerId, id }, { leaseMs: LEASE_MS })
  if (claimed)
    await sendMail(claimed, async () => ({ kind: 'failed', message: `no such user: ${vendor.email}` }))
  expect(linesOf(id)).toMatchObject([{ requestId, kind: 'receipt', attempt: 1, outcome: 'failed' }])
  expect(JSON.stringify(logged)).not.toContain(vendor.email)
})

test('a payout’s events and its mail carry the request that created it', async () => {
  const { account, ...to } = await payableCustomer(1000n)
  const provider = payoutProviderFor('test')
  const requested = await recordPayoutIntent(
    connectionPool(),
    account,
    { ...to, amountMinor: 400n },
    { provider, leaseMs: 10_000, requestId },
  )
  await sendPayout(requested, { provider, timeoutMs: LONG_TIMEOUT_MS })
  const events = await database().event.findMany({ where: { subjectId: requested.payoutId } })
  expect(events.map((event) => event.requestId)).toEqual([requestId, requestId])
  const mail = await database().mailMessage.findFirstOrThrow({ where: { reference: requested.payoutId } })
  expect(mail.requestId).toBe(requestId)
})
