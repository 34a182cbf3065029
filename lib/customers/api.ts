import { readOperation, writeOperation } from '@/lib/api/v2/api-operation'
import { inTransaction } from '@/lib/db/transaction'
import { checkEmailFormat, emailText, isMissing, optionalText, refuse, text } from '@/lib/http/fields'
import { customerUrl } from '@/lib/http/links'
import type { BodyObject } from '@/lib/http/read-json-body'
import { type InvoiceRecord, invoiceSnapshot, listPaidInvoices, totalMinor } from '@/lib/invoices/invoice'
import { type JsonValue, jsonAmount } from '@/lib/json'
import { parseCurrency } from '@/lib/money/currencies'
import { formatDateTime } from '@/lib/time/dates'
import { type CustomerRecord, createCustomer as create, findCustomer, type NewCustomer } from './customer'

/** Contract, endpoint 1. */
export const createCustomer = writeOperation(
  { path: '/api/v2/customer', missingKey: { status: 401, message: 'Invalid API Key' }, refusesBanned: true },
  parseCustomer,
  ({ account, input, commit }) =>
    commit.transaction(async (tx) => {
      const customer = await create(tx, account.id, input)
      return {
        status: 201,
        body: {
          status: 'success',
          message: 'Customer created successfully',
          customer: presentCustomer(customer),
        },
      }
    }),
)

/** Contract, endpoint 2. A banned vendor may still read. */
export const getCustomer = readOperation(
  {
    path: '/api/v2/customer/:customer_id',
    missingKey: { status: 400, message: 'api_key parameter is required' },
    refusesBanned: false,
  },
  async (account, { customer_id: customerId = '' }) => {
    const { customer, paidInvoices } = await inTransaction(async (tx) => ({
      customer: await findCustomer(tx, account.id, customerId),
      paidInvoices: await listPaidInvoices(tx, account.id, customerId),
    }))
    return {
      status: 200,
      body: {
        status: 'success',
        customer: presentCustomer(customer),
        customer_url: customerUrl(customer.id),
        paid_invoices: paidInvoices.map(invoiceSnapshot),
        total_paid_count: paidInvoices.length,
        total_paid_amount: totalsByCurrency(paidInvoices),
      },
    }
  },
)

function totalsByCurrency(invoices: InvoiceRecord[]): JsonValue {
  const totals = new Map<string, bigint>()
  for (const invoice of invoices) {
    totals.set(invoice.currency, (totals.get(invoice.currency) ?? 0n) + totalMinor(invoice))
  }
  return Object.fromEntries([...totals].map(([currency, minor]) => [currency, jsonAmount(minor, currency)]))
}

/** The contract's fields of a customer, in the order of its error table. */
export function parseCustomer(body: BodyObject): Required<NewCustomer> {
  if (isMissing(body.name) || isMissing(body.email)) refuse('name and email are required')
  checkEmailFormat(body.email)
  return {
    name: text(body.name, 'name'),
    email: emailText(body.email),
    group: optionalText(body.group, 'group'),
    preferredCurrency: currencyOf(body),
    addressLine1: optionalText(body.address_line1, 'address_line1'),
    addressLine2: optionalText(body.address_line2, 'address_line2'),
    city: optionalText(body.city, 'city'),
    state: optionalText(body.state, 'state'),
    zip: optionalText(body.zip, 'zip'),
    country: optionalText(body.country, 'country'),
  }
}

function currencyOf(body: BodyObject): string {
  if (isMissing(body.preferred_currency)) return 'USD'
  return parseCurrency(text(body.preferred_currency, 'preferred_currency')) ?? refuse('Invalid currency')
}

/** The contract's Customer. */
function presentCustomer(customer: CustomerRecord): JsonValue {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    group: customer.group,
    preferred_currency: customer.preferredCurrency,
    address_line1: customer.addressLine1,
    address_line2: customer.addressLine2,
    city: customer.city,
    state: customer.state,
    zip: customer.zip,
    country: customer.country,
    created_on: formatDateTime(customer.createdAt),
  }
}
