import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { localeCookie } from '@/lib/http/buyer-locale'
import { paymentToken } from '@/lib/http/links'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { chooseLanguage, startCheckout } from './api'
import { readPaymentPage } from './payment-page'

let accountId: string
let token: string

beforeAll(() => {
  Object.assign(env, { RATE_LIMIT_ADDRESS: 0, PUBLIC_URL: 'https://pay.example.com' })
})
beforeEach(async () => {
  const { test: account } = await buildVendor()
  accountId = account.id
  token = paymentToken(accountId, (await buildInvoice(account)).payToken)
})

function post(
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Request {
  const body = new URLSearchParams(fields)
  return new Request(`https://pay.example.com/api/pay/${path}`, { method: 'POST', body, headers })
}

const localeOf = async () => (await database().customer.findFirstOrThrow({ where: { accountId } })).locale

describe('the customer’s language', () => {
  test('is the one they went to pay in', async () => {
    await ask(startCheckout, post(`${token}/checkout`, {}, { 'accept-language': 'fr-CA, en;q=0.5' }))
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
