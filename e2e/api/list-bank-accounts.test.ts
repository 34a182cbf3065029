import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { bankAccountBody } from '../fixtures/request-bodies'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let customerId: string
let path: string

beforeEach(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
  path = `/customer/${customerId}/bank-account`
})

const COMPANY = {
  entity_type: 'COMPANY',
  company_name: 'Analytical Engines',
  first_name: null,
  last_name: null,
}

describe('the list', () => {
  test('of a customer without any is empty', async () => {
    const { status, body } = await vendor.get(`/customer/${customerId}/bank-accounts`)
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'success', customer_id: customerId, total: 0, bank_accounts: [] })
  })

  test('has all of the customer’s accounts as returned when they were created, and no others', async () => {
    const accounts = [
      await vendor.post(path, bankAccountBody()),
      await vendor.post(path, { ...bankAccountBody(), ...COMPANY }),
      await vendor.post(path, { ...bankAccountBody(), date_of_birth: '1815-12-10' }),
    ].map(({ body }) => body.bank_account)
    const other = await vendor.customer()
    await vendor.bankAccount(other)
    const { body } = await vendor.unchanged(() => vendor.get(`/customer/${customerId}/bank-accounts`))
    expect(body.total).toBe(3)
    expect(body.bank_accounts).toHaveLength(3)
    expect(body.bank_accounts).toEqual(expect.arrayContaining(accounts))
    expect((await vendor.get(`/customer/${other}/bank-accounts`)).body.total).toBe(1)
  })

  test('of a missing customer is 404', async () => {
    for (const id of [UNKNOWN_ID, 'x', '0']) {
      expectRefusal(await vendor.get(`/customer/${id}/bank-accounts`), 404, 'Customer not found')
    }
  })
})
