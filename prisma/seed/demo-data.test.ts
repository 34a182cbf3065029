import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
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
