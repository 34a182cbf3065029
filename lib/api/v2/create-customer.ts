import { parseCurrency } from '@/lib/currencies'
import { createCustomer as create, type NewCustomer } from '@/lib/domain/customers/create-customer'
import type { BodyObject } from '../read-json-body'
import { writeOperation } from './api-operation'
import { checkEmailFormat, emailText, isMissing, optionalText, refuse, text } from './fields'
import { presentCustomer } from './presenters/customer'

/** Contract, endpoint 1. */
export const createCustomer = writeOperation(
  { path: '/api/v2/customer', missingKey: { status: 401, message: 'Invalid API Key' }, refusesBanned: true },
  parse,
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

function parse(body: BodyObject): NewCustomer {
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
