import { beforeAll, describe, test } from 'vitest'
import type { Fields } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let path: string
let bankAccountId: string

beforeAll(async () => {
  vendor = await freshVendor()
  const customerId = await vendor.customer()
  bankAccountId = await vendor.bankAccount(customerId)
  path = `/customer/${customerId}/payout`
})

function request(fields: Fields = {}): Fields {
  return { bank_account_id: bankAccountId, amount: 10, ...fields }
}

describe('of two faults, the earlier one is reported', () => {
  /** The faults in order. */
  const FAULTS: [name: string, fault: Fields, status: number, message: string][] = [
    ['no bank account', { bank_account_id: '' }, 400, 'bank_account_id is required'],
    ['no amount', { amount: undefined }, 400, 'amount is required'],
    ['an amount that is no number', { amount: 'x' }, 400, 'Invalid amount format'],
    ['an amount below 0', { amount: -1 }, 400, 'amount must be greater than 0'],
    ['another currency', { currency: 'EUR' }, 400, 'Only USD payouts are supported'],
    [
      'an unknown bank account',
      { bank_account_id: UNKNOWN_ID },
      404,
      'Bank account not found for this customer',
    ],
    ['too much for the limit', { amount: 10001 }, 400, 'Withdrawal exceeds your limit of $10000 per request'],
    ['too much for the wallet', { amount: 20 }, 400, 'Insufficient available balance'],
  ]
  const pairs = FAULTS.flatMap(([first, fault, status, message], at) =>
    FAULTS.slice(at + 1)
      .filter(([, later]) => !Object.keys(later).some((field) => field in fault))
      .map(([second, later]) => ({ first, second, fields: { ...later, ...fault }, status, message })),
  )

  test.each(pairs)('$first before $second', async ({ fields, status, message }) => {
    await vendor.expectRefused(path, request(fields), status, message)
  })

  test.each(FAULTS.slice(0, 5))('%s before an unknown customer', async (_name, fault, status, message) => {
    await vendor.expectRefused(`/customer/${UNKNOWN_ID}/payout`, request(fault), status, message)
  })

  test.each(FAULTS.slice(5))('an unknown customer before %s', async (_name, fault) => {
    await vendor.expectRefused(`/customer/${UNKNOWN_ID}/payout`, request(fault), 404, 'Customer not found')
  })
})
