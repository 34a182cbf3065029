import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { Account } from '@/lib/vendors/account'
import { attemptDelivery } from '@/lib/webhooks/attempt-delivery'
import { createWebhookTransport } from '@/lib/webhooks/http-transport'
import { findSigningSecrets } from '@/lib/webhooks/signing'
import { answer, answering, storedDelivery } from '@/lib/webhooks/webhook-delivery.fixture'
import { buildVendor } from '@/prisma/seed/builders'
import { queueTestEvent } from './queue-test-event'

let account: Account

beforeEach(async () => {
  account = (await buildVendor()).test
})

async function send(url = 'https://receiver.example/hook') {
  const { id } = await inOrmTransaction((tx) => queueTestEvent(tx, account, url))
  return { accountId: account.id, deliveryId: id }
}
const mails = () => database().mailMessage.count({ where: { ownerId: account.id } })

describe('a test event', () => {
  test('is signed and sent like that of a paid invoice, which does not exist', async () => {
    const delivery = await send()
    expect((await storedDelivery(delivery)).nextAttemptAt).not.toBeNull()
    const transport = answering(answer(200))
    await attemptDelivery(delivery, transport)
    const [request] = transport.sent
    const { current } = await findSigningSecrets(database(), account.id)
    const body = new Webhook(current).verify(request?.body ?? '', request?.headers ?? {}) as {
      invoice: { id: string; customer_id: string }
    }
    expect(body).toMatchObject({
      invoice: { amount: 43.52, currency: 'USD', status: 'Paid', provider: 'card', items: [{ price: 42 }] },
    })
    expect(await database().invoice.count({ where: { id: body.invoice.id } })).toBe(0)
    expect(await database().customer.count({ where: { id: body.invoice.customer_id } })).toBe(0)
    expect(await storedDelivery(delivery)).toMatchObject({
      status: 'DELIVERED',
      invoiceId: null,
      sequence: 0,
    })
  })

  test('is tried once, and nobody is mailed about it', async () => {
    const delivery = await send()
    await attemptDelivery(delivery, answering(answer(500)))
    expect(await storedDelivery(delivery)).toMatchObject({
      status: 'FAILED',
      attemptCount: 1,
      nextAttemptAt: null,
    })
    expect(await mails()).toBe(0)
  })

  test('to a private address is refused on connection like any webhook', async () => {
    const delivery = await send('http://169.254.169.254/latest/meta-data/')
    await attemptDelivery(delivery, createWebhookTransport({ isAllowed: () => false }))
    expect(await storedDelivery(delivery)).toMatchObject({
      status: 'FAILED',
      attempts: [{ responseStatus: null, error: expect.stringMatching(/^address is not public/) }],
    })
  })

  test('answered with 2xx counts as a delivered webhook', async () => {
    const delivered = () =>
      database().webhookDelivery.count({ where: { accountId: account.id, status: 'DELIVERED' } })
    await attemptDelivery(await send(), answering(answer(500)))
    expect(await delivered()).toBe(0)
    await attemptDelivery(await send(), answering(answer(204)))
    expect(await delivered()).toBe(1)
  })
})
