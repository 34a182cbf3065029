import type { IssuedFields } from '@/lib/invoices/invoice-fields'

/** A detail that is to be changed; an empty text is none. */
export type IssuedChange = { name: keyof IssuedFields; term: string; before: string; now: string }

const TERMS: Record<keyof IssuedFields, string> = {
  dueDate: 'Due date',
  billingAddress: 'Billing address',
  notes: 'Notes',
  buyerReference: 'Buyer reference',
  reference: 'Reference',
  redirectUrl: 'Redirect URL',
  webhookUrl: 'Webhook URL',
}

/** The fields whose changes are mailed: page and PDF show them, and the buyer reference is in the e-invoice. */
const VISIBLE_TO_CUSTOMER: ReadonlySet<keyof IssuedFields> = new Set([
  'dueDate',
  'billingAddress',
  'notes',
  'buyerReference',
])

/** The details that differ between two versions of the form, as the service saves them. */
export function changesOf(earlier: IssuedFields, later: IssuedFields): IssuedChange[] {
  const names = Object.keys(TERMS) as (keyof IssuedFields)[]
  return names.flatMap((name) => {
    const [before, now] = [earlier[name].trim(), later[name].trim()]
    return before === now ? [] : [{ name, term: TERMS[name], before, now }]
  })
}

/** The changes by the names of their fields. */
export function editsOf(changes: IssuedChange[]): Partial<IssuedFields> {
  return Object.fromEntries(changes.map(({ name, now }) => [name, now]))
}

export function areVisibleToCustomer(changes: IssuedChange[]): boolean {
  return changes.some(({ name }) => VISIBLE_TO_CUSTOMER.has(name))
}

/** True if a typed address replaces the customer's. It is one text, while an e-invoice needs separate fields. */
export function isCustomerAddressReplaced(changes: IssuedChange[]): boolean {
  return changes.some(({ name, before, now }) => name === 'billingAddress' && before === '' && now !== '')
}
