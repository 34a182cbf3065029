import { parseCurrency } from '@/lib/currencies'
import type { NewCustomer } from '@/lib/domain/customers/create-customer'
import type { BodyObject } from '../read-json-body'
import { checkEmailFormat, emailText, isMissing, optionalText, refuse, text } from './fields'

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
