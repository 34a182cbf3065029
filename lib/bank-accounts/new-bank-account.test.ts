import { expect, test } from 'vitest'
import { buildBankAccount, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { readBankAccountStart } from './new-bank-account'

test('the first bank account starts with the customer’s name and address', async () => {
  const { id, test: account } = await buildVendor()
  const address = {
    addressLine1: '1 Main Street',
    addressLine2: 'Floor 2',
    city: 'Hampton',
    state: 'VA',
    zip: '23666',
  }
  const customer = await buildCustomer(account, { name: 'Mary Winston Jackson', ...address, country: 'us' })
  expect(await readBankAccountStart(id, customer.id)).toEqual({
    account_name: 'Mary Winston Jackson',
    company_name: 'Mary Winston Jackson',
    first_name: 'Mary Winston',
    last_name: 'Jackson',
    street_address: '1 Main Street, Floor 2',
    city: 'Hampton',
    state: 'VA',
    postcode: '23666',
    country_code: 'US',
  })
})

test('another one starts with the holder and address of the latest', async () => {
  const { id, test: account } = await buildVendor()
  const customer = await buildCustomer(account, { name: 'mary@example.com' })
  expect(await readBankAccountStart(id, customer.id)).toEqual({})
  await buildBankAccount(account, customer.id, { city: 'Old Town' })
  await buildBankAccount(account, customer.id, {
    entityType: 'COMPANY',
    companyName: 'Jackson Ltd',
    firstName: null,
    lastName: null,
    accountName: 'Jackson Ltd',
    city: 'New Town',
  })
  const start = await readBankAccountStart(id, customer.id)
  expect(start).toMatchObject({ entity_type: 'COMPANY', company_name: 'Jackson Ltd', city: 'New Town' })
  // Details that identify an account are typed each time.
  expect(JSON.stringify(start)).not.toMatch(/021000021|123456789012|First Bank/)
})

test('nothing is known of another vendor’s customer', async () => {
  const { test: account } = await buildVendor()
  const { id: other } = await buildVendor()
  expect(await readBankAccountStart(other, (await buildCustomer(account)).id)).toBeNull()
})
