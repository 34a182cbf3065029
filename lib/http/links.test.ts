import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BASE62 } from '@/lib/crypto/base62'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { afterPaymentUrl, customerUrl, parsePaymentToken, paymentLink } from './links'

const runs = { seed: 20_261_121, numRuns: 500 }
const payTokens = fc.string({ unit: fc.constantFrom(...BASE62), minLength: 22, maxLength: 22 })

describe('a payment link', () => {
  test('leads back to its account and its invoice', () => {
    fc.assert(
      fc.property(fc.uuid(), payTokens, (accountId, payToken) => {
        const [, token = ''] = paymentLink(accountId, payToken).split(`${env.PUBLIC_URL}/pay/`)
        const parsed = parsePaymentToken(token)
        return parsed?.accountId === accountId && parsed.payToken === payToken
      }),
      runs,
    )
  })

  test.each(['', 'x', 'z'.repeat(44), `${'0'.repeat(43)}-`, '0'.repeat(45), newId(), '../'.repeat(14)])(
    'does not end in %j',
    (text) => expect(parsePaymentToken(text)).toBeNull(),
  )
})

test('a customer’s page is under the public URL', () => {
  expect(customerUrl('an-id')).toBe(`${env.PUBLIC_URL}/customers/an-id`)
})

describe('after the payment', () => {
  test.each([
    ['https://shop.example', 'https://shop.example?transaction_id=T'],
    ['https://shop.example/', 'https://shop.example/?transaction_id=T'],
    ['https://shop.example/done', 'https://shop.example/done?transaction_id=T'],
    ['https://shop.example/done?', 'https://shop.example/done?transaction_id=T'],
    ['https://shop.example/?order=7', 'https://shop.example/?order=7&transaction_id=T'],
    ['https://shop.example/?order=7&', 'https://shop.example/?order=7&transaction_id=T'],
    ['https://shop.example/?a=1&a=2', 'https://shop.example/?a=1&a=2&transaction_id=T'],
    ['https://shop.example/#thanks', 'https://shop.example/?transaction_id=T#thanks'],
    ['https://shop.example/#', 'https://shop.example/?transaction_id=T#'],
    ['https://shop.example/?a=1#b?c=d#e', 'https://shop.example/?a=1&transaction_id=T#b?c=d#e'],
    ['https://shop.example/?q=a%20b+c%2Bd', 'https://shop.example/?q=a%20b+c%2Bd&transaction_id=T'],
    ['https://shop.example/caf%C3%A9/é?x=%zz', 'https://shop.example/caf%C3%A9/é?x=%zz&transaction_id=T'],
    [
      'https://shop.example/?next=https://a.b/?c=d',
      'https://shop.example/?next=https://a.b/?c=d&transaction_id=T',
    ],
    ['https://shop.example/?transaction_id=old', 'https://shop.example/?transaction_id=old&transaction_id=T'],
    // A question mark inside a query is part of a value.
    ['https://shop.example/?next=/done?', 'https://shop.example/?next=/done?&transaction_id=T'],
    ['http://[::1]:8080/a;b=c', 'http://[::1]:8080/a;b=c?transaction_id=T'],
  ])('a buyer with the redirect URL %s goes to %s', (redirectUrl, expected) => {
    expect(afterPaymentUrl(redirectUrl, 'token', 'T')).toBe(expected)
  })

  test('whatever the vendor’s URL is, all of it is kept and the transaction comes last in its query', () => {
    const urls = fc.webUrl({ withQueryParameters: true, withFragments: true })
    fc.assert(
      fc.property(urls, fc.uuid(), (redirectUrl, transactionId) => {
        const [withoutFragment = '', ...fragment] = afterPaymentUrl(
          redirectUrl,
          'token',
          transactionId,
        ).split('#')
        const parameters = [...new URL(withoutFragment).searchParams]
        const [address = '', ...addressFragment] = redirectUrl.split('#')
        expect(fragment).toEqual(addressFragment)
        expect(withoutFragment.startsWith(address)).toBe(true)
        expect(parameters).toEqual([...new URL(address).searchParams, ['transaction_id', transactionId]])
      }),
      runs,
    )
  })

  test('without a redirect URL the buyer sees our thank-you page, without a parameter', () => {
    expect(afterPaymentUrl(null, 'token', 'T')).toBe(`${env.PUBLIC_URL}/thank-you/token`)
    expect(afterPaymentUrl('', 'token', 'T')).toBe(`${env.PUBLIC_URL}/thank-you/token`)
  })
})
