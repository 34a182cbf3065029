import { beforeAll, describe, test } from 'vitest'
import type { Fields } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
})

type Fault = [name: string, fault: Fields, status: number, message: string]

const GOOD: Fields = { email: 'ada@example.com', amount: 5 }

/** The contract's rows first, in its order; then the other checks, in the order of the request table. */
const CONTRACT_FAULTS: Fault[] = [
  ['neither email nor customer', { email: undefined }, 400, 'email or customer_id is required'],
  ['neither amount nor items', { amount: undefined }, 400, 'amount or items are required'],
  ['an amount of 0', { amount: 0 }, 400, 'Invoice amount must be greater than 0'],
  ['a wrong redirect_url', { redirect_url: 'x' }, 400, 'Invalid redirect_url'],
  ['a wrong webhook_url', { webhook_url: 'x' }, 400, 'Invalid webhook_url'],
  ['a wrong due_date', { due_date: 'x' }, 400, 'Invalid due_date format. Use YYYY-MM-DD'],
]
const OTHER_FAULTS: Fault[] = [
  ['a wrong email', { email: 'ada' }, 400, 'Invalid email format'],
  ['an amount that is no number', { amount: 'x' }, 400, 'Invalid amount format'],
  ['items that are no array', { amount: undefined, items: 'x' }, 400, 'items must be an array'],
  ['a wrong currency', { currency: 'US' }, 400, 'Invalid currency'],
]
const LATER_FAULTS: Fault[] = [
  ['an unknown customer', { email: undefined, customer_id: UNKNOWN_ID }, 404, 'Customer not found'],
  [
    'an email that the provider refuses',
    { email: 'a+checkout_503@x.com' },
    502,
    'Payment provider error (503)',
  ],
]
const FAULTS = [...CONTRACT_FAULTS, ...OTHER_FAULTS, ...LATER_FAULTS]

/** Every pair of faults in different fields, the earlier one first. */
const PAIRS = FAULTS.flatMap(([first, fault, status, message], at) =>
  FAULTS.slice(at + 1)
    .filter(([, later]) => !Object.keys(later).some((field) => field in fault))
    .map(([second, later]) => ({ first, second, body: { ...GOOD, ...later, ...fault }, status, message })),
)

describe('of two faults, the earlier one is reported', () => {
  test.each(PAIRS)('$first before $second', async ({ body, status, message }) => {
    await vendor.expectRefused('/invoice', body, status, message)
  })

  test('all at once', async () => {
    const body = {
      items: [{ title: 'x' }],
      redirect_url: 'x',
      webhook_url: 'x',
      due_date: 'x',
      currency: 'x',
    }
    await vendor.expectRefused('/invoice', body, 400, 'email or customer_id is required')
  })

  test('faulty items come after a wrong URL and before a wrong currency', async () => {
    const items = [{ title: 'Consulting', qty: 1 }]
    const body = { ...GOOD, items, currency: 'x' }
    await vendor.expectRefused(
      '/invoice',
      { ...body, due_date: 'x' },
      400,
      'Invalid due_date format. Use YYYY-MM-DD',
    )
    await vendor.expectRefused('/invoice', body, 400, 'Each item must have title, qty and price')
  })
})
