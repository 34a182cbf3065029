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

/** The fields whose changes are mailed: what page and PDF print of them. */
const SEEN: ReadonlySet<keyof IssuedFields> = new Set(['dueDate', 'billingAddress', 'notes'])

/** The details of the form that are not as they were when it was opened, as the service saves them. */
export function changesOf(opened: IssuedFields, typed: IssuedFields): IssuedChange[] {
  const names = Object.keys(TERMS) as (keyof IssuedFields)[]
  return names.flatMap((name) => {
    const [before, now] = [opened[name].trim(), typed[name].trim()]
    return before === now ? [] : [{ name, term: TERMS[name], before, now }]
  })
}

/** The changes by the names of their fields. */
export function editsOf(changes: IssuedChange[]): Partial<IssuedFields> {
  return Object.fromEntries(changes.map(({ name, now }) => [name, now]))
}

export function areSeen(changes: IssuedChange[]): boolean {
  return changes.some(({ name }) => SEEN.has(name))
}
