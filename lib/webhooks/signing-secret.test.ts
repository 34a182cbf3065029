import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { setClock } from '@/lib/time/clock'
import { deliverEvent } from './deliver-event'
import { findSigningSecrets, rollWebhookSecret } from './signing'
import { answer, answering, publishedEvent } from './webhook-event.fixture'

const HOUR_MS = 3_600_000

afterEach(() => setClock(null))

const roll = (accountId: string, overlapMs: number) =>
  inTransaction((tx) => rollWebhookSecret(tx, accountId, overlapMs))
const secretsOf = (accountId: string) => findSigningSecrets(database(), accountId)

test('during the overlap a delivery verifies with the old secret and with the new one', async () => {
  const event = await publishedEvent()
  const { current: old } = await secretsOf(event.accountId)
  const rolled = await roll(event.accountId, HOUR_MS)
  const transport = answering(answer(200))
  await deliverEvent(event, transport)
  const [request] = transport.sent
  expect(rolled).not.toBe(old)
  expect(request?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  for (const secret of [old, rolled]) new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})
})

test('without an overlap the old secret signs nothing more', async () => {
  const event = await publishedEvent()
  const { current: old } = await secretsOf(event.accountId)
  const rolled = await roll(event.accountId, 0)
  const transport = answering(answer(200))
  await deliverEvent(event, transport)
  const [request] = transport.sent
  const verify = (secret: string) => new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})
  expect(() => verify(rolled)).not.toThrow()
  expect(() => verify(old)).toThrow(WebhookVerificationError)
})

test('the overlap ends by itself', async () => {
  const { accountId } = await publishedEvent()
  const time = new Date()
  setClock(() => time)
  const { current: old } = await secretsOf(accountId)
  const rolled = await roll(accountId, HOUR_MS)
  const expiresAt = new Date(time.getTime() + HOUR_MS)
  expect(await secretsOf(accountId)).toEqual({ current: rolled, previous: { secret: old, expiresAt } })
  setClock(() => expiresAt)
  expect(await secretsOf(accountId)).toEqual({ current: rolled, previous: null })
})

test('of several rolls at the same moment one is done, and the first secret keeps its overlap', async () => {
  const { accountId } = await publishedEvent()
  const { current: first } = await secretsOf(accountId)
  const results = await Promise.allSettled([1, 2, 3].map(() => roll(accountId, HOUR_MS)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'webhook_secret_in_overlap' })
  const { current, previous } = await secretsOf(accountId)
  expect(results).toContainEqual({ status: 'fulfilled', value: current })
  expect(previous?.secret).toBe(first)
})

test('a secret is not rolled again until the overlap of the one before it is over', async () => {
  const { accountId } = await publishedEvent()
  const time = new Date()
  setClock(() => time)
  const second = await roll(accountId, HOUR_MS)
  const before = await secretsOf(accountId)
  setClock(() => new Date(time.getTime() + HOUR_MS - 1))
  await expect(roll(accountId, HOUR_MS)).rejects.toMatchObject({ code: 'webhook_secret_in_overlap' })
  expect(await secretsOf(accountId)).toEqual(before)
  const end = new Date(time.getTime() + HOUR_MS)
  setClock(() => end)
  const third = await roll(accountId, HOUR_MS)
  const expiresAt = new Date(end.getTime() + HOUR_MS)
  expect(await secretsOf(accountId)).toEqual({ current: third, previous: { secret: second, expiresAt } })
})

test('a leaked secret is replaced at once even during an overlap, and every older one ends', async () => {
  const { accountId } = await publishedEvent()
  await roll(accountId, HOUR_MS)
  const rolled = await roll(accountId, 0)
  expect(await secretsOf(accountId)).toEqual({ current: rolled, previous: null })
  const next = await roll(accountId, HOUR_MS)
  expect(await secretsOf(accountId)).toMatchObject({ current: next, previous: { secret: rolled } })
})

test("another account's secret stays as it is", async () => {
  const [rolled, other] = [await publishedEvent(), await publishedEvent()]
  const before = await secretsOf(other.accountId)
  await roll(rolled.accountId, HOUR_MS)
  expect(await secretsOf(other.accountId)).toEqual(before)
})
