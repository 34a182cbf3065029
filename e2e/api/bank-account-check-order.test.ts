import { beforeAll, describe, test } from 'vitest'
import type { Fields } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { BANK_ACCOUNT_REFUSALS, bankAccountBody, COMPANY, withField } from '../fixtures/request-bodies'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let path: string

beforeAll(async () => {
  vendor = await freshVendor()
  path = `/customer/${await vendor.customer()}/bank-account`
})

const { ENTITY, ADDRESS, DETAILS, PERSONAL, COMPANY_NAME, NUMBER, ROUTING, CATEGORY, BIRTH } =
  BANK_ACCOUNT_REFUSALS

function refused(body: Fields, message: string): Promise<void> {
  return vendor.expectRefused(path, body, 400, message)
}

describe('of two faults, the one earlier in the contract is reported', () => {
  /** The faults in order. */
  const FAULTS: [name: string, spoil: (body: Fields) => Fields, message: string][] = [
    ['a wrong entity_type', (body) => ({ ...body, entity_type: 'x' }), ENTITY],
    ['no email', (body) => ({ ...body, email: '' }), 'email is required'],
    ['no city', (body) => withField(body, 'address.city', ''), ADDRESS],
    ['no bank name', (body) => withField(body, 'bank_details.bank_name', ''), DETAILS],
    ['no last name', (body) => ({ ...body, last_name: '' }), PERSONAL],
    ['a wrong country', (body) => withField(body, 'address.country_code', 'ZZ'), 'Invalid country_code'],
    ['a wrong account number', (body) => withField(body, 'bank_details.account_number', '1'), NUMBER],
    ['a wrong routing number', (body) => withField(body, 'bank_details.routing_number', '1'), ROUTING],
    ['a wrong category', (body) => withField(body, 'bank_details.account_category', 'x'), CATEGORY],
    ['a wrong date of birth', (body) => ({ ...body, date_of_birth: 'x' }), BIRTH],
  ]
  const pairs = FAULTS.flatMap(([first, spoil, message], at) =>
    FAULTS.slice(at + 1).map(([second, spoilMore]) => ({ first, second, message, spoil, spoilMore })),
  )

  test.each(pairs)('$first before $second', async ({ spoil, spoilMore, message }) => {
    await refused(spoilMore(spoil(bankAccountBody())), message)
  })

  test('an invalid email before the address, and a missing company name before the country', async () => {
    await refused({ ...withField(bankAccountBody(), 'address.city', ''), email: 'x' }, 'Invalid email format')
    const company = { ...bankAccountBody(), ...COMPANY, company_name: '' }
    await refused(withField(company, 'address.country_code', 'ZZ'), COMPANY_NAME)
  })

  test.each(FAULTS)('%s before a missing customer', async (_name, spoil, message) => {
    const nowhere = `/customer/${UNKNOWN_ID}/bank-account`
    await vendor.expectRefused(nowhere, spoil(bankAccountBody()), 400, message)
  })

  test('a missing customer comes last', async () => {
    for (const id of [UNKNOWN_ID, 'x', '0', '%20']) {
      await vendor.expectRefused(`/customer/${id}/bank-account`, bankAccountBody(), 404, 'Customer not found')
    }
  })
})
