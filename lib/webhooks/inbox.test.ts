import { afterEach, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { numberEventsOf } from '@/lib/events/number-events'
import { newId } from '@/lib/ids'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { rotateWebhookSecret } from '@/lib/vendors/manage-vendor'
import { buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { addEndpoint, rotateEndpointSecret } from './endpoints'
import {
  accountOfInbox,
  clearInbox,
  forgetOldInboxDeliveries,
  INBOX_SIZE,
  inboxUrl,
  keepDelivery,
  readInbox,
} from './inbox'
import { queueDeliveries } from './queue-deliveries'
import { deliveryHeaders, findSigningSecrets } from './signing'

let account: Account
let live: Account
beforeEach(async () => {
  const vendor = await buildVendor()
  account = vendor.test
  live = vendor.live
})

afterEach(() => setClock(null))

const segmentOf = (accountId: string) => inboxUrl(accountId).slice(`${env.PUBLIC_URL}/api/inbox/`.length)
const read = () => inOrmTransaction((tx) => readInbox(tx, account.id))

type Delivery = { id?: string; at?: Date; body?: string; sent?: string }

async function deliver(
  to: Account,
  { id = newId(), at = new Date(), body = '{"invoice":{}}', sent }: Delivery = {},
) {
  return inOrmTransaction(async (tx) => {
    const { current, previous } = await findSigningSecrets(tx, to.id)
    const secrets = previous ? [current, previous.secret] : [current]
    const headers = new Headers(
      deliveryHeaders({ id, eventId: newId(), sequence: 1, payload: body }, at, secrets),
    )
    return keepDelivery(tx, to.id, { headers, body: Buffer.from(sent ?? body) })
  })
}

test('an address leads to its account, and one that was changed leads nowhere', () => {
  const segment = segmentOf(account.id)
  expect(accountOfInbox(segment)).toBe(account.id)
  expect(accountOfInbox(segmentOf(live.id).slice(0, 22) + segment.slice(22))).toBeNull()
  expect(accountOfInbox(segment.slice(0, -2))).toBeNull()
  expect(accountOfInbox(`${segment}00`)).toBeNull()
  expect(accountOfInbox('')).toBeNull()
})

test('a delivery of ours passes every check, under either secret of an overlap', async () => {
  await deliver(account)
  const [delivery] = await read()
  expect(delivery?.checks.map(({ name, isPassed }) => [name, isPassed])).toEqual([
    ['timestamp', true],
    ['id', true],
    ['signature', true],
  ])
  expect(delivery?.signedText).toBe(
    `${delivery?.headers['webhook-id']}.${delivery?.headers['webhook-timestamp']}.{"invoice":{}}`,
  )
  await inOrmTransaction((tx) => rotateWebhookSecret(tx, account.id, 3_600_000))
  expect((await read())[0]?.checks[2]).toMatchObject({
    isPassed: true,
    detail: expect.stringContaining('previous secret'),
  })
})

test('a delivery to a webhook endpoint is verified with the endpoint’s own secret', async () => {
  const endpoint = await inTransaction((tx) => addEndpoint(tx, account.id, { url: inboxUrl(account.id) }))
  await buildCustomer(account)
  await numberEventsOf(account.id, queueDeliveries)
  const [delivery] = await database().webhookDelivery.findMany({ where: { accountId: account.id } })
  const { id, eventId, sequence, payload } = delivery ?? { id: '', eventId: null, sequence: 0, payload: '' }
  const keep = (secrets: string[]) => {
    const headers = new Headers(deliveryHeaders({ id, eventId, sequence, payload }, new Date(), secrets))
    return inOrmTransaction((tx) => keepDelivery(tx, account.id, { headers, body: Buffer.from(payload) }))
  }
  const signatureCheck = async () => (await read())[0]?.checks[2]
  await keep([endpoint.secret])
  expect(await signatureCheck()).toMatchObject({
    isPassed: true,
    detail: expect.stringContaining('with the secret of the endpoint matches'),
  })
  await inTransaction((tx) => rotateEndpointSecret(tx, account.id, endpoint.id, 1))
  expect(await signatureCheck()).toMatchObject({
    isPassed: true,
    detail: expect.stringContaining('previous secret of the endpoint'),
  })
  const { current } = await inOrmTransaction((tx) => findSigningSecrets(tx, account.id))
  await keep([current])
  expect(await signatureCheck()).toMatchObject({
    isPassed: false,
    detail: expect.stringContaining('the secret of the endpoint'),
  })
})

test('a changed body, an old timestamp and a repeated id are told apart', async () => {
  await deliver(account, { body: '{"a":1}', sent: '{"a":2}' })
  await deliver(account, { at: new Date(Date.now() - 301_000) })
  const id = newId()
  await deliver(account, { id })
  await deliver(account, { id })
  const verdicts = (await read()).map(({ checks }) => checks)
  expect(verdicts[0]?.[1]?.detail).toContain('was here before')
  expect(verdicts[1]?.[1]?.detail).toContain('is new')
  expect(verdicts[2]?.[0]).toMatchObject({ name: 'timestamp', isPassed: false })
  expect(verdicts[3]?.[2]).toMatchObject({ name: 'signature', isPassed: false })
})

test('the answer never says what a signature should have been', async () => {
  await deliver(account, { body: '{"a":1}', sent: '{"a":2}' })
  const [delivery] = await read()
  const verifications = JSON.stringify(delivery?.checks)
  expect(verifications).not.toMatch(/[A-Za-z0-9+/]{43}=/)
})

test('an inbox keeps its latest deliveries only, and another account sees none of them', async () => {
  const other = (await buildVendor()).test
  for (let sent = 0; sent < INBOX_SIZE + 3; sent += 1) await deliver(account, { body: `{"n":${sent}}` })
  const bodies = (await read()).map(({ body }) => body)
  expect(bodies).toHaveLength(INBOX_SIZE)
  expect(bodies[0]).toBe(`{"n":${INBOX_SIZE + 2}}`)
  expect(await inOrmTransaction((tx) => readInbox(tx, other.id))).toEqual([])
  await inOrmTransaction((tx) => clearInbox(tx, other.id))
  expect(await read()).toHaveLength(INBOX_SIZE)
  await inOrmTransaction((tx) => clearInbox(tx, account.id))
  expect(await read()).toEqual([])
})

test('live mode and bodies that are no text are not taken', async () => {
  expect(await deliver(live)).toBe(false)
  const notText = { headers: new Headers(), body: Buffer.from([0xff, 0xfe]) }
  expect(await inOrmTransaction((tx) => keepDelivery(tx, account.id, notText))).toBe(false)
  const withNul = { headers: new Headers(), body: Buffer.from('a\0b') }
  expect(await inOrmTransaction((tx) => keepDelivery(tx, account.id, withNul))).toBe(false)
})

test('deliveries are shown for an hour, then deleted', async () => {
  await deliver(account)
  const later = new Date(Date.now() + 3_601_000)
  setClock(() => later)
  expect(await read()).toEqual([])
  expect(await forgetOldInboxDeliveries()).toBeGreaterThanOrEqual(1)
  expect(await forgetOldInboxDeliveries()).toBe(0)
})
