import { expect, test } from 'vitest'
import { vendorTermsFields } from './vendor-terms-fields'

const TERMS = {
  payoutLimit: '500',
  dailyLimit: '',
  feePercent: '2.9',
  feeFixed: '0.30',
  feeOnRefund: 'keep',
  holdDays: '2',
}

test('terms may be typed with thousands and a decimal comma', () => {
  const typed = { payoutLimit: '1,250', dailyLimit: ' 1.250,50 ', feePercent: '2,9', feeFixed: '0,30' }
  const plain = { payoutLimit: '1250', dailyLimit: '1250.50', feePercent: '2.9', feeFixed: '0.30' }
  expect(vendorTermsFields.parse({ ...TERMS, ...typed })).toEqual({ ...TERMS, ...plain })
})

test.each(['much', '1,2,3', '-1', '0x10'])('the refusal of %j says what to enter', (payoutLimit) => {
  const { error } = vendorTermsFields.safeParse({ ...TERMS, payoutLimit })
  expect(error?.issues[0]?.message).toContain('such as 500 or 1,250.00')
})
