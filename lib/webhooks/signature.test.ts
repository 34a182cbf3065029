import { randomBytes } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { deliveryHeaders } from './signing'

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const event = {
  id: '019b0000-0000-7000-8000-000000000001',
  eventId: '019b0000-0000-7000-8000-000000000002',
  sequence: 3,
  payload: '{"invoice":{"name":"Zoë"}}',
}

test('an independent implementation of Standard Webhooks accepts the signature', () => {
  const secret = newSecret()
  const headers = deliveryHeaders(event, new Date(), [secret])
  expect(new Webhook(secret).verify(event.payload, headers)).toEqual({ invoice: { name: 'Zoë' } })
})

test('a changed body, another secret and another id are not accepted', () => {
  const secret = newSecret()
  const headers = deliveryHeaders(event, new Date(), [secret])
  const verify = (body: string, changed: Record<string, string>, key: string) => () =>
    new Webhook(key).verify(body, { ...headers, ...changed })
  expect(verify(`${event.payload} `, {}, secret)).toThrow(WebhookVerificationError)
  expect(verify(event.payload, {}, newSecret())).toThrow(WebhookVerificationError)
  expect(verify(event.payload, { 'webhook-id': 'another' }, secret)).toThrow(WebhookVerificationError)
})

test('while two secrets overlap, a receiver with either accepts, and the newer signs first', () => {
  const [newer, older] = [newSecret(), newSecret()]
  const at = new Date()
  const headers = deliveryHeaders(event, at, [newer, older])
  for (const secret of [newer, older]) new Webhook(secret).verify(event.payload, headers)
  const signature = (secret: string) => new Webhook(secret).sign(event.id, at, event.payload)
  expect(headers['webhook-signature']).toBe(`${signature(newer)} ${signature(older)}`)
})

test('the headers are the documented ones', () => {
  const headers = deliveryHeaders(event, new Date('2026-03-01T12:00:00.999Z'), [newSecret()])
  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Counterfoil/1',
    'webhook-id': event.id,
    'webhook-timestamp': '1772366400',
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    'webhook-sequence': '3',
    'counterfoil-event-id': event.eventId,
  })
  expect(deliveryHeaders({ ...event, eventId: null }, new Date(), [newSecret()])).not.toHaveProperty(
    'counterfoil-event-id',
  )
})
