/** The part of the id that is its time: what tells invoices apart, and what the list's search finds them by. */
const SHORT_LENGTH = 13

export function shortInvoiceId(id: string): string {
  return `${id.slice(0, SHORT_LENGTH)}…`
}
