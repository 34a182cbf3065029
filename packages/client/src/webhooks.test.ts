import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signWebhook, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './webhooks.ts'

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
const NOW = new Date('2026-03-01T12:00:00Z')
const PAYLOAD = '{"invoice":{"name":"Zoë","price":1.50}}'

async function delivery({ secret = SECRET as string | string[], at = NOW, payload = PAYLOAD } = {}) {
  return {
    payload: payload as string | Uint8Array,
    headers: (await signWebhook({ id: 'msg_1', payload, secret, at })) as WebhookHeaders,
    secret: SECRET as string | string[],
    now: NOW,
  }
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'verified',
    (error) => (error instanceof WebhookVerificationError ? error.fault : error),
  )

test('a delivery is verified, and returned with its id, time, sequence and body', async () => {
  const { headers, ...rest } = await delivery()
  const webhook = await verifyWebhook({
    ...rest,
    headers: { ...headers, 'webhook-sequence': '3', 'counterfoil-event-id': 'event-1' } as WebhookHeaders,
  })
  expect(webhook).toEqual({
    id: 'msg_1',
    eventId: 'event-1',
    sentAt: NOW,
    sequence: 3,
    body: { invoice: { name: 'Zoë', price: 1.5 } },
  })
})

test('another implementation of Standard Webhooks accepts our signatures, and we accept its', async () => {
  const at = new Date()
  const headers = await signWebhook({ id: 'msg_2', payload: PAYLOAD, secret: SECRET, at })
  expect(() => new Webhook(SECRET).verify(PAYLOAD, headers)).not.toThrow()
  const signature = new Webhook(SECRET).sign('msg_2', at, PAYLOAD)
  await verifyWebhook({
    payload: PAYLOAD,
    headers: { ...headers, 'webhook-signature': signature },
    secret: SECRET,
  })
})

describe('headers', () => {
  test.each([
    ['of fetch', (given: Record<string, string>) => new Headers(given)],
    [
      'in any case',
      (given: Record<string, string>) =>
        Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'with several values',
      (given: Record<string, string>) =>
        Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value]])),
    ],
  ])('%s are read', async (_, convert) => {
    const { headers, ...rest } = await delivery()
    await verifyWebhook({ ...rest, headers: convert(headers as Record<string, string>) })
  })

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s it is refused',
    async (name) => {
      const { headers, ...rest } = await delivery()
      const without = { ...headers, [name]: undefined } as WebhookHeaders
      expect(await faultOf(verifyWebhook({ ...rest, headers: without }))).toBe('header_missing')
    },
  )
})

test('bytes are verified as they are', async () => {
  const signed = await delivery()
  await verifyWebhook({ ...signed, payload: Buffer.from(PAYLOAD) })
  const parsedAndWritten = JSON.stringify(JSON.parse(PAYLOAD))
  expect(await faultOf(verifyWebhook({ ...signed, payload: parsedAndWritten }))).toBe('no_matching_signature')
})

test.each([
  ['another secret', { secret: OTHER }, {}, 'no_matching_signature'],
  ['301 seconds ago', { at: new Date(NOW.getTime() - 301_000) }, {}, 'timestamp_too_old'],
  ['in 301 seconds', { at: new Date(NOW.getTime() + 301_000) }, {}, 'timestamp_too_new'],
  ['299 seconds ago', { at: new Date(NOW.getTime() - 299_000) }, {}, 'verified'],
  ['no JSON', { payload: 'paid' }, {}, 'body_not_json'],
  ['another time', {}, { 'webhook-timestamp': String(NOW.getTime() / 1000 + 1) }, 'no_matching_signature'],
  ['another id', {}, { 'webhook-id': 'msg_2' }, 'no_matching_signature'],
  ['a time that is no number', {}, { 'webhook-timestamp': '0x1' }, 'timestamp_invalid'],
  ['an empty signature', {}, { 'webhook-signature': 'v1,' }, 'no_matching_signature'],
  ['another version', {}, { 'webhook-signature': 'v2,AAAA' }, 'no_matching_signature'],
  ['a signature in no base64', {}, { 'webhook-signature': 'v1,§§§' }, 'no_matching_signature'],
] as const)('%s: %o %o is %s', async (_, signed, changed, outcome) => {
  const { headers, ...rest } = await delivery(signed)
  expect(
    await faultOf(verifyWebhook({ ...rest, headers: { ...headers, ...changed } as WebhookHeaders })),
  ).toBe(outcome)
})

test('while two secrets overlap, a receiver with either accepts, and one with both', async () => {
  const signed = await delivery({ secret: [OTHER, SECRET] })
  for (const secret of [SECRET, OTHER, [OTHER, SECRET]]) {
    expect(await faultOf(verifyWebhook({ ...signed, secret }))).toBe('verified')
  }
})

test('a shortened signature does not match', async () => {
  const { headers, ...rest } = await delivery()
  const [, signature = ''] = (headers as Record<string, string>)['webhook-signature']?.split(',') ?? []
  const shortened = { ...headers, 'webhook-signature': `v1,${signature.slice(0, 20)}` } as WebhookHeaders
  expect(await faultOf(verifyWebhook({ ...rest, headers: shortened }))).toBe('no_matching_signature')
})

test.each(['', 'whsec_', 'secret', []])('the secret %j is a fault of the program', async (secret) => {
  const signed = await delivery()
  expect(await faultOf(verifyWebhook({ ...signed, secret }))).toBeInstanceOf(TypeError)
})
