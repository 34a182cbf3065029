import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { localeCookie } from '@/lib/http/buyer-locale'
import { expectDeclared } from '@/lib/http/declared.fixture'
import { paymentToken } from '@/lib/http/links'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import { banVendor } from '@/lib/vendors/manage-vendor'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { chooseLanguage, payInvoice } from './api'
import { payByForm, recallForm } from './pay-by-form'
import { readPaymentPage } from './payment-page'

const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', securityCode: '987', holder: 'Ada Lovelace' }

let vendor: Awaited<ReturnType<typeof buildVendor>>
let token: string

beforeAll(() => {
  Object.assign(env, { RATE_LIMIT_ADDRESS: 0, PUBLIC_URL: 'https://pay.example.com' })
})
beforeEach(async () => {
  env.RATE_LIMIT_ADDRESS = 0
  vendor = await buildVendor()
  token = await newToken()
})
afterEach(expectSoundLedger)

async function newToken(given: { redirectUrl?: string } = {}): Promise<string> {
  const { payToken } = await buildInvoice(vendor.test, given)
  return paymentToken(vendor.test.id, payToken)
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Request {
  const body = new URLSearchParams(fields)
  return new Request(`https://pay.example.com/api/pay/${path}`, { method: 'POST', body, headers })
}

/** Submits the form; returns where it leads, and what the next page is told. */
async function submit(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await ask(payByForm, post(`${token}/form`, fields, headers))
  const cookie = answer.headers.get('set-cookie') ?? ''
  const memory = recallForm(token, new Headers({ cookie: cookie.split(';')[0] ?? '' }))
  return { status: answer.status, location: answer.headers.get('location'), cookie, memory }
}

const statusOf = () => database().invoice.findFirstOrThrow({ where: { accountId: vendor.test.id } })
const localeOf = async () =>
  (await database().customer.findFirstOrThrow({ where: { accountId: vendor.test.id } })).locale

describe('the payment page’s form', () => {
  test('pays and leads to the thank-you page, leaving nothing behind', async () => {
    const { status, location, cookie } = await submit(CARD)
    expect({ status, location }).toEqual({
      status: 303,
      location: `https://pay.example.com/thank-you/${token}`,
    })
    expect(cookie).toMatch(/^__Secure-counterfoil-form=; .*Max-Age=0/)
    expect(await statusOf()).toMatchObject({ status: 'PAID' })
  })

  test('leads to the vendor if it has a redirect URL', async () => {
    token = await newToken({ redirectUrl: 'https://vendor.example/done?order=7' })
    expect((await submit(CARD)).location).toMatch(/^https:\/\/vendor\.example\/done\?order=7&transaction_id=/)
  })

  test('leads back on invalid input, which the page then explains, and pays nothing', async () => {
    const { status, location, memory } = await submit({ ...CARD, number: '4242', securityCode: '' })
    expect({ status, location }).toEqual({ status: 303, location: `/pay/${token}#pay` })
    expect(memory).toEqual({
      expiry: '12 / 40',
      holder: 'Ada Lovelace',
      troubles: { number: 'number_invalid', securityCode: 'security_code_invalid' },
      refusal: null,
    })
    expect(await database().payment.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })

  test('never puts the card number or security code into the URL or the memory', async () => {
    for (const wrong of [{ number: '4242424242424241' }, { holder: '' }, { number: '4000000000000002' }]) {
      const { location, memory, cookie } = await submit({ ...CARD, ...wrong })
      expect(JSON.stringify([location, memory])).not.toMatch(/4242|4000|987/)
      expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Secure$/)
      expect(cookie).toContain(`Path=/pay/${token}`)
      // Encrypted: a stolen cookie reveals no name.
      expect(cookie).not.toContain('Ada')
    }
  })

  test('explains a decline from our records, to later visitors of the link too', async () => {
    const { location, memory } = await submit({ ...CARD, number: '4000000000009995' })
    expect(location).toBe(`/pay/${token}#pay`)
    expect(memory).toMatchObject({ holder: 'Ada Lovelace', troubles: {} })
    expect(await readPaymentPage(token)).toMatchObject({ state: 'card', lastDecline: 'insufficient_funds' })
    await submit(CARD)
    expect(await readPaymentPage(token)).toMatchObject({ state: 'paid', lastDecline: null })
  })

  test('pays once, however often it is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(CARD)))
    const thanked = answers.filter(({ location }) => location?.includes('/thank-you/'))
    expect(thanked).toHaveLength(1)
    expect((await submit(CARD)).location).toBe(`/pay/${token}#pay`)
    const where = { accountId: vendor.test.id, status: 'SUCCEEDED' as const }
    expect(await database().payment.count({ where })).toBe(1)
  })

  test('leads back if there is nothing to pay', async () => {
    await inTransaction((tx) => banVendor(tx, vendor.id, null, anOperator))
    expect((await submit(CARD)).location).toBe(`/pay/${token}#pay`)
    expect(await readPaymentPage(token)).toMatchObject({ state: 'banned' })
  })

  test('can’t be used by another site', async () => {
    const { status, location } = await submit(CARD, { origin: 'https://evil.example' })
    expect({ status, location }).toEqual({ status: 403, location: null })
    expect(await statusOf()).toMatchObject({ status: 'CREATED' })
  })

  test('can’t be used by another site as JSON either', async () => {
    const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2040, security_code: '987' }
    const body = JSON.stringify({ ...card, holder: 'Ada Lovelace' })
    const pay = (headers: Record<string, string>) =>
      ask(
        payInvoice,
        new Request(`https://pay.example.com/api/pay/${token}`, { method: 'POST', body, headers }),
      )
    // Another site's page may send plain text without a preflight request.
    const evil = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    expect((await pay(evil)).status).toBe(403)
    expect((await pay({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await statusOf()).toMatchObject({ status: 'CREATED' })
    expect((await pay({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('with a typo in the number is refused as JSON too, and nothing is charged', async () => {
    const card = { number: '4242424242424241', expiry_month: 12, expiry_year: 2040, security_code: '987' }
    const body = JSON.stringify({ ...card, holder: 'Ada Lovelace' })
    const sent = new Request(`https://pay.example.com/api/pay/${token}`, { method: 'POST', body })
    const answer = await ask(payInvoice, sent)
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 400,
      body: { error: 'Enter a valid card number' },
    })
    expect(await statusOf()).toMatchObject({ status: 'CREATED' })
  })

  test('as JSON tells the code of a refusal, which the page translates', async () => {
    const pay = async (number: string) => {
      const card = { number, expiry_month: 12, expiry_year: 2040, security_code: '987', holder: 'Ada' }
      const url = `https://pay.example.com/api/pay/${token}`
      const response = await ask(payInvoice, new Request(url, { method: 'POST', body: JSON.stringify(card) }))
      const answer = { status: response.status, body: await response.json() }
      expectDeclared(payInvoice, answer)
      return answer
    }
    expect(await pay('4000000000009995')).toEqual({
      status: 402,
      body: { error: expect.stringMatching(/./), code: 'insufficient_funds' },
    })
    expect(await pay('4242424242424242')).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(await pay('4242424242424242')).toEqual({
      status: 409,
      body: { error: 'Invoice is already paid', code: 'invoice_already_paid' },
    })
  })

  test('is refused after too many tries, with an explanation', async () => {
    env.RATE_LIMIT_ADDRESS = 1
    await fromAddress(token, () => submit({ ...CARD, holder: '' }))
    expect((await fromAddress(token, () => submit(CARD))).memory).toMatchObject({
      refusal: 'too_many',
      holder: 'Ada Lovelace',
    })
    expect(await statusOf()).toMatchObject({ status: 'CREATED' })
  })

  test('that is too long, or for an unknown link, does no harm', async () => {
    expect((await submit({ ...CARD, holder: 'x'.repeat(300_000) })).memory).toMatchObject({ refusal: 'lost' })
    expect((await submit({ ...CARD, holder: 'é\u0000'.repeat(5000) })).location).toContain(token)
    const nowhere = await ask(payByForm, post('x/form', CARD))
    expect(nowhere.status).toBe(404)
  })
})

describe('the form’s memory', () => {
  test('can be opened by its own page only', async () => {
    const { cookie } = await submit({ ...CARD, number: '' })
    const headers = new Headers({ cookie: cookie.split(';')[0] ?? '' })
    expect(recallForm(token, headers)).not.toBeNull()
    expect(recallForm(await newToken(), headers)).toBeNull()
    expect(recallForm(token, new Headers({ cookie: '__Secure-counterfoil-form=v1.nonsense' }))).toBeNull()
  })
})

describe('the customer’s language', () => {
  test('is the one they paid in', async () => {
    await submit(CARD, { 'accept-language': 'fr-CA, en;q=0.5' })
    expect(await localeOf()).toBe('fr')
  })

  test('is the one they chose, which is kept for the next page', async () => {
    const answer = await ask(chooseLanguage, post(`${token}/language`, { language: 'ar', page: 'thank-you' }))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/thank-you/${token}`)
    expect(answer.headers.get('set-cookie')).toBe(localeCookie('ar'))
    expect(await localeOf()).toBe('ar')
  })

  test('is not changed by reading, by another site or by an unknown language', async () => {
    await readPaymentPage(token)
    const evil = { 'sec-fetch-site': 'cross-site' }
    expect((await ask(chooseLanguage, post(`${token}/language`, { language: 'ar' }, evil))).status).toBe(403)
    expect((await ask(chooseLanguage, post(`${token}/language`, { language: 'xx' }))).status).toBe(400)
    expect(await localeOf()).toBeNull()
  })

  test('switched from anywhere leads to our own pages only', async () => {
    const fields = { language: 'de', page: 'https://evil.example' }
    const answer = await ask(chooseLanguage, post(`${token}/language`, fields))
    expect(answer.headers.get('location')).toBe(`/pay/${token}`)
  })
})
