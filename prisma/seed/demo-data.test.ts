import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import { mailWebhookFailing } from '@/lib/mail/account-mail'
import { buildVendor } from './builders'
import { makeDemoData } from './demo-data'

test('the demo has an object in every state, none in the future, and a sound ledger', async () => {
  const { id, test } = await buildVendor({ name: 'Northwind Studio' })
  await makeDemoData(id, test)
  const accountId = test.id
  const invoices = await database().invoice.groupBy({ by: ['status'], where: { accountId } })
  expect(invoices.map(({ status }) => status).sort()).toEqual(['CREATED', 'FAILED', 'PAID', 'UNPAID'])
  const payouts = await database().payout.groupBy({ by: ['status'], where: { accountId } })
  expect(payouts.map(({ status }) => status).sort()).toEqual(['FAILED', 'PAID', 'PROCESSING'])
  const deliveries = await database().webhookDelivery.groupBy({ by: ['status'], where: { accountId } })
  expect(deliveries.map(({ status }) => status).sort()).toEqual(['DELIVERED', 'FAILED'])
  const answers = await database().apiRequest.groupBy({ by: ['responseStatus'], where: { accountId } })
  expect(answers.map(({ responseStatus }) => responseStatus).sort()).toEqual([200, 201, 400, 404, 409])
  const later = { accountId, createdAt: { gt: new Date() } }
  expect(await database().invoice.count({ where: later })).toBe(0)
  expect(await database().ledgerTransaction.count({ where: later })).toBe(0)
  await expectSoundLedger()
})

test('no mail of the demo’s data is ever sent, even to the vendor’s own address', async () => {
  const { id, test } = await buildVendor({ name: 'Northwind Studio' })
  await makeDemoData(id, test)
  const mails = await database().mailMessage.findMany({ where: { ownerId: { in: [id, test.id] } } })
  expect(mails.map(({ kind }) => kind)).toContain('webhook_failing')
  expect(mails.filter(({ status }) => status !== 'KEPT')).toEqual([])
  const { test: other } = await buildVendor()
  const failure = { accountId: other.id, url: 'https://example.com/hook', answer: '500', isGivenUp: true }
  await inOrmTransaction((tx) => mailWebhookFailing(tx, failure))
  expect(await database().mailMessage.findMany({ where: { ownerId: other.id } })).toMatchObject([
    { status: 'PENDING' },
  ])
})
