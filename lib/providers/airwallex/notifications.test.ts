import { createHmac, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { providerAt, type StandIn, startStandIn } from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { transferTo } from '@/lib/providers/testing/payout-provider-contract'
import { isOfOtherVersion, parseAirwallexNotification, verifyAirwallexWebhook } from './notifications'

const secret = 'whsec-of-the-tests'
const now = new Date('2026-10-07T12:00:00Z')
const timestamp = String(now.getTime())

function sign(rawBody: string, at = timestamp, by = secret): string {
  return createHmac('sha256', by)
    .update(at + rawBody)
    .digest('hex')
}

function notificationOf(data: object, name = 'payout.transfer.paid'): string {
  return JSON.stringify({
    id: randomUUID(),
    name,
    account_id: 'acct_of_the_tests',
    data,
    created_at: '2026-10-07T12:00:00+0000',
  })
}

describe('a notification', () => {
  const rawBody = notificationOf({ id: 'a', request_id: 'b', status: 'PAID' })
  const genuine = { rawBody, timestamp, signature: sign(rawBody), secrets: [secret], now }

  test('signed by Airwallex is genuine, as text and as bytes', () => {
    expect(verifyAirwallexWebhook(genuine)).toBe(true)
    expect(verifyAirwallexWebhook({ ...genuine, rawBody: Buffer.from(rawBody) })).toBe(true)
    expect(verifyAirwallexWebhook({ ...genuine, signature: genuine.signature.toUpperCase() })).toBe(true)
  })

  test.each([
    ['another body', { rawBody: rawBody.replace('PAID', 'FAILED') }],
    ['a body with one more blank', { rawBody: `${rawBody} ` }],
    ['another timestamp', { timestamp: String(now.getTime() + 1) }],
    ['another secret', { secrets: ['whsec-of-another'] }],
    ['no signature', { signature: null }],
    ['an empty signature', { signature: '' }],
    ['half a signature', { signature: sign(rawBody).slice(0, 32) }],
    ['a signature that is not hexadecimal', { signature: 'z'.repeat(64) }],
    ['no timestamp', { timestamp: null }],
    ['a timestamp that is no number', { timestamp: 'now', signature: sign(rawBody, 'now') }],
    ['no secret', { secrets: [''], signature: sign(rawBody, timestamp, '') }],
  ])('with %s is not genuine', (_name, changes) => {
    expect(verifyAirwallexWebhook({ ...genuine, ...changes })).toBe(false)
  })

  test.each([
    [-7 * 86_400_000 - 1, false],
    [-7 * 86_400_000, true],
    [300_000, true],
    [300_001, false],
  ])(
    'signed %s ms from now, as one that is repeated for days may be, is accepted: %s',
    (offsetMs, isFresh) => {
      const at = String(now.getTime() + offsetMs)
      const changes = { timestamp: at, signature: sign(rawBody, at) }
      expect(verifyAirwallexWebhook({ ...genuine, ...changes })).toBe(isFresh)
    },
  )
})

test('a notification signed with either of two secrets is genuine', () => {
  const rawBody = notificationOf({})
  const secrets = [secret, 'whsec-new']
  for (const each of secrets) {
    const signature = sign(rawBody, timestamp, each)
    expect(verifyAirwallexWebhook({ rawBody, timestamp, signature, secrets, now })).toBe(true)
  }
})

test('an event of a subscription with another version is recognised, and still names its transfer', () => {
  const data = { id: 'a', request_id: 'b', status: 'PAID', payment_amount: 25 }
  const old = notificationOf(data, 'payment.paid')
  expect(isOfOtherVersion(old)).toBe(true)
  expect(parseAirwallexNotification(old)?.requestKey).toBe('b')
  expect(isOfOtherVersion(notificationOf(data))).toBe(false)
  expect(isOfOtherVersion(notificationOf(data, 'payment_intent.succeeded'))).toBe(false)
  const inVersion = (version: string) => JSON.stringify({ ...JSON.parse(notificationOf(data)), version })
  expect(['2023-10-01', '2026-08-21', '2027-01-30'].map(inVersion).map(isOfOtherVersion)).toEqual([
    true,
    false,
    true,
  ])
})

describe('the content of a notification', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn()
  })
  afterAll(() => standIn.close())

  test('is the transfer that a look-up shows', async () => {
    const provider = providerAt(standIn.baseUrl)
    const request = transferTo(ACCOUNTS.delivered)
    acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    for (const [status, failure] of [
      ['SENT', undefined],
      ['PAID', undefined],
      ['FAILED', { code: '90802', message: 'Beneficiary bank returned' }],
    ] as const) {
      standIn.books.setStatus(request.key, status, failure)
      const name = `payout.transfer.${status.toLowerCase()}`
      const notification = parseAirwallexNotification(notificationOf(standIn.books.show(request.key), name))
      expect(notification).toEqual({
        requestKey: request.key,
        transfer: acceptedValue(
          await callProvider((signal) => provider.lookUp({ key: request.key, id: null }, signal)),
        ),
      })
      expect(inspect(notification, { depth: null })).not.toContain(ACCOUNTS.delivered)
    }
  })

  test('is the same when it comes twice, and outdated when it comes late: a look-up has the current state', async () => {
    const provider = providerAt(standIn.baseUrl)
    const request = transferTo(ACCOUNTS.delivered)
    acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    const [sent, paid] = ['SENT', 'PAID'].map((status) => {
      standIn.books.setStatus(request.key, status)
      return notificationOf(standIn.books.show(request.key))
    })
    const states = []
    for (const rawBody of [paid, paid, sent]) {
      const notification = parseAirwallexNotification(rawBody ?? '')
      expect(notification?.requestKey).toBe(request.key)
      states.push(notification?.transfer.status)
    }
    expect(states).toEqual(['delivered', 'delivered', 'processing'])
    const standing = await callProvider((signal) => provider.lookUp({ key: request.key, id: null }, signal))
    expect(acceptedValue(standing).status).toBe('delivered')
  })

  const transfer = { id: 'a', request_id: 'b', status: 'PAID' }
  test.each([
    ['something else', notificationOf(transfer, 'payment_intent.succeeded')],
    ['a batch', notificationOf(transfer, 'payout.batch_transfers.booked')],
    ['no data', notificationOf([])],
    ['a transfer without a request_id', notificationOf({ ...transfer, request_id: undefined })],
    ['a transfer without a status', notificationOf({ ...transfer, status: 1.5 })],
    ['no object', '[]'],
    ['no JSON', 'PAID'],
    ['nothing', ''],
  ])('about %s is ignored', (_name, rawBody) => {
    expect(parseAirwallexNotification(rawBody)).toBeNull()
  })
})
