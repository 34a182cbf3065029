import { afterEach, expect, test, vi } from 'vitest'
import { sendPayout } from './payout-queries'

const ORDER = { customer_id: 'c', bank_account_id: 'b', amount: '25.00' }

afterEach(() => {
  vi.unstubAllGlobals()
})

function answering(status: number, body: object): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

test.each([401, 403, 429])(
  'after a lost answer, a %i leaves open whether the payout was created',
  async (status) => {
    answering(status, { error: 'Sign in to continue' })
    expect(await sendPayout('test', 'key', ORDER, true)).toEqual({
      kind: 'unknown',
      refusal: 'Sign in to continue',
    })
    expect(await sendPayout('test', 'key', ORDER, false)).toEqual({
      kind: 'not_made',
      message: 'Sign in to continue',
      nextStep: null,
    })
  },
)

test.each([409, 500, 502, 503])('a %i does not tell the payout’s outcome', async (status) => {
  answering(status, { error: 'words' })
  expect(await sendPayout('test', 'key', ORDER, false)).toEqual({ kind: 'unknown', refusal: null })
})

test('a checked refusal means that no payout was created, on the first request and on a repeat', async () => {
  answering(400, { error: 'Insufficient balance', nextStep: 'Pay out less.' })
  for (const isRepeat of [false, true]) {
    expect(await sendPayout('test', 'key', ORDER, isRepeat)).toEqual({
      kind: 'not_made',
      message: 'Insufficient balance',
      nextStep: 'Pay out less.',
    })
  }
})

test('a refusal by the provider names the payout and the next step', async () => {
  const refused = { id: 'p', title: 'No account', meaning: 'None', nextStep: 'Ask' }
  answering(502, { error: 'sandbox error: no_account', refused })
  expect(await sendPayout('test', 'key', ORDER, false)).toEqual({ kind: 'refused', ...refused })
})

test('without a network nothing is sent: no payout was created, but an earlier request’s outcome stays open', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const sent = vi.fn()
  vi.stubGlobal('fetch', sent)
  const message = expect.stringContaining('Nothing was sent')
  expect(await sendPayout('test', 'key', ORDER, false)).toEqual({ kind: 'not_made', message, nextStep: null })
  expect(await sendPayout('test', 'key', ORDER, true)).toEqual({ kind: 'unknown', refusal: message })
  expect(sent).not.toHaveBeenCalled()
})
