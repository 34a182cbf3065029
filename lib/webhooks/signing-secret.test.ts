import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { setClock } from '@/lib/time/clock'
import { rotateWebhookSecret } from '@/lib/vendors/manage-vendor'
import { attemptDelivery } from './attempt-delivery'
import { findSigningSecrets } from './signing'
import { answer, answering, queuedDelivery } from './webhook-delivery.fixture'

const HOUR_MS = 3_600_000

afterEach(() => setClock(null))

const rotate = (accountId: string, overlapMs: number) =>
  inOrmTransaction((tx) => rotateWebhookSecret(tx, accountId, overlapMs))
const secretsOf = (accountId: string) => findSigningSecrets(database(), accountId)

test('during the overlap a delivery verifies with the old secret and with the new one', async () => {
  const delivery = await queuedDelivery()
  const { current: old } = await secretsOf(delivery.accountId)
  const rotated = await rotate(delivery.accountId, HOUR_MS)
  const transport = answering(answer(200))
  await attemptDelivery(delivery, transport)
  const [request] = transport.sent
  expect(rotated).not.toBe(old)
  expect(request?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  for (const secret of [old, rotated]) new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})
})

test('without an overlap the old secret signs nothing more', async () => {
  const delivery = await queuedDelivery()
  const { current: old } = await secretsOf(delivery.accountId)
  const rotated = await rotate(delivery.accountId, 0)
  const transport = answering(answer(200))
  await attemptDelivery(delivery, transport)
  const [request] = transport.sent
  const verify = (secret: string) => new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})
  expect(() => verify(rotated)).not.toThrow()
  expect(() => verify(old)).toThrow(WebhookVerificationError)
})

test('the overlap ends by itself', async () => {
  const { accountId } = await queuedDelivery()
  const time = new Date()
  setClock(() => time)
  const { current: old } = await secretsOf(accountId)
  const rotated = await rotate(accountId, HOUR_MS)
  const expiresAt = new Date(time.getTime() + HOUR_MS)
  expect(await secretsOf(accountId)).toEqual({ current: rotated, previous: { secret: old, expiresAt } })
  setClock(() => expiresAt)
  expect(await secretsOf(accountId)).toEqual({ current: rotated, previous: null })
})

test('of several concurrent rotations one succeeds, and the first secret keeps its overlap', async () => {
  const { accountId } = await queuedDelivery()
  const { current: first } = await secretsOf(accountId)
  const results = await Promise.allSettled([1, 2, 3].map(() => rotate(accountId, HOUR_MS)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'webhook_secret_in_overlap' })
  const { current, previous } = await secretsOf(accountId)
  expect(results).toContainEqual({ status: 'fulfilled', value: current })
  expect(previous?.secret).toBe(first)
})

test('a secret can’t be rotated again until the overlap of the previous one is over', async () => {
  const { accountId } = await queuedDelivery()
  const time = new Date()
  setClock(() => time)
  const second = await rotate(accountId, HOUR_MS)
  const before = await secretsOf(accountId)
  setClock(() => new Date(time.getTime() + HOUR_MS - 1))
  await expect(rotate(accountId, HOUR_MS)).rejects.toMatchObject({ code: 'webhook_secret_in_overlap' })
  expect(await secretsOf(accountId)).toEqual(before)
  const end = new Date(time.getTime() + HOUR_MS)
  setClock(() => end)
  const third = await rotate(accountId, HOUR_MS)
  const expiresAt = new Date(end.getTime() + HOUR_MS)
  expect(await secretsOf(accountId)).toEqual({ current: third, previous: { secret: second, expiresAt } })
})

test('a leaked secret can be replaced at once even during an overlap, and every older one ends', async () => {
  const { accountId } = await queuedDelivery()
  await rotate(accountId, HOUR_MS)
  const rotated = await rotate(accountId, 0)
  expect(await secretsOf(accountId)).toEqual({ current: rotated, previous: null })
  const next = await rotate(accountId, HOUR_MS)
  expect(await secretsOf(accountId)).toMatchObject({ current: next, previous: { secret: rotated } })
})

test("another account's secret stays as it is", async () => {
  const [rotated, other] = [await queuedDelivery(), await queuedDelivery()]
  const before = await secretsOf(other.accountId)
  await rotate(rotated.accountId, HOUR_MS)
  expect(await secretsOf(other.accountId)).toEqual(before)
})
