import { afterEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { saveRequests } from '@/lib/http/record-request'
import { newId } from '@/lib/ids'
import { setClock } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { forgetOldRequests, REQUESTS_KEPT_DAYS } from './forget-old-requests'

const time = new Date('2026-05-31T12:00:00Z')

afterEach(() => setClock(null))

async function anApiKey() {
  const { test: account } = await buildVendor()
  await buildApiKey(account)
  return database().apiKey.findFirstOrThrow({ where: { accountId: account.id } })
}

function aRequest({ accountId, id: apiKeyId }: Awaited<ReturnType<typeof anApiKey>>, createdAt: Date) {
  const body = { requestBody: null, responseBody: '{}', idempotencyKey: null }
  const rest = { method: 'GET', path: '/api/v2/customer/1', responseStatus: 200, durationMs: 3 }
  return { accountId, id: newId(), apiKeyId, createdAt, ...body, ...rest }
}

test('requests are kept for exactly thirty days', async () => {
  setClock(() => time)
  expect(REQUESTS_KEPT_DAYS).toBe(30)
  const oldest = new Date(time.getTime() - 30 * DAY_MS)
  const [kept, over] = [await anApiKey(), await anApiKey()]
  await saveRequests(database(), [
    aRequest(kept, time),
    aRequest(kept, oldest),
    ...Array.from({ length: 5 }, (_, index) => aRequest(over, new Date(oldest.getTime() - 1 - index))),
  ])
  expect(await forgetOldRequests({ batchSize: 2, batches: 2 })).toBe(4)
  expect(await forgetOldRequests({ batchSize: 2, batches: 2 })).toBe(1)
  expect(await forgetOldRequests()).toBe(0)
  expect(await database().apiRequest.count({ where: { accountId: kept.accountId } })).toBe(2)
  expect(await database().apiRequest.count({ where: { accountId: over.accountId } })).toBe(0)
})
