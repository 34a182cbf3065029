import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inTransaction } from '@/lib/db/transaction'
import { parseCustomer } from './api'
import { createCustomer as create, updateCustomer as update } from './customer'
import { exportCustomers, readCustomers } from './customer-list'

const PATH = '/api/dashboard/customers'

export const listCustomers = sessionRead(PATH, async ({ vendor, account, url }) => ({
  status: 200,
  body: await readCustomers(vendor.id, account.mode, url.searchParams),
}))

/** The same list as a CSV file: all of what is filtered. */
export const exportCustomerList = sessionRead(`${PATH}/export`, ({ account, url }) =>
  exportCustomers(account, url.searchParams),
)

/** Makes a customer, from the fields that the API takes. */
export const createCustomer = sessionWrite(PATH, async ({ vendor, account, address, body }) => {
  const fields = parseCustomer(body)
  const { id } = await inTransaction(async (tx) => {
    const customer = await create(tx, account.id, fields)
    await recordAuditEvent(tx, {
      vendorId: vendor.id,
      accountId: account.id,
      action: 'customer.created',
      subjectId: customer.id,
      detail: `${customer.name} (${customer.email})`,
      address,
    })
    return customer
  })
  return { status: 201, body: { id } }
})

/** Gives a customer these details: all of them, so that one that is not sent is taken away. */
export const updateCustomer = sessionWrite(
  `${PATH}/:id`,
  async ({ vendor, account, address, params, body }) => {
    const fields = parseCustomer(body)
    const { id } = await inTransaction(async (tx) => {
      const { customer, changed } = await update(tx, account.id, params.id ?? '', fields)
      if (changed.length > 0) {
        await recordAuditEvent(tx, {
          vendorId: vendor.id,
          accountId: account.id,
          action: 'customer.changed',
          subjectId: customer.id,
          detail: `${customer.name}: ${changed.map(wordsOf).join(', ')}`,
          address,
        })
      }
      return customer
    })
    return { status: 200, body: { id } }
  },
)

/** `addressLine1` for people: `address line 1`. */
function wordsOf(field: string): string {
  return field.replace(/([A-Z]|\d)/g, ' $1').toLowerCase()
}
