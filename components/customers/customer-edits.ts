import { addressesIn } from '@/lib/customers/copy-emails'
import type { CustomerFields } from '@/lib/home/customer-overview'

/** The fields of a customer that differ from those the form began with. How they are taxed and why go together, or they would not fit. */
export function changedFieldsOf(initial: CustomerFields, fields: CustomerFields): Partial<CustomerFields> {
  const names = Object.keys(fields) as (keyof CustomerFields)[]
  const changed = names.filter((name) => fields[name] !== initial[name])
  const isTax = (name: keyof CustomerFields) => name === 'tax_treatment' || name === 'tax_exemption_reason'
  const sent = names.filter((name) => changed.includes(name) || (isTax(name) && changed.some(isTax)))
  return Object.fromEntries(sent.map((name) => [name, fields[name]]))
}

/** Fields of the form as the body of a request. */
export function bodyOf({ copy_emails: copies, ...fields }: Partial<CustomerFields>) {
  return copies === undefined ? fields : { ...fields, copy_emails: addressesIn(copies) }
}
