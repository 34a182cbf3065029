/* Other people at a customer who get a copy of each email about an invoice. Free of server code and of schemas, for pages. */

/** Of a customer, and of an invoice. */
export const MAX_COPIES = 5

/** The message for addresses that can’t be used. */
export const COPIES_FAULT = `Enter up to ${MAX_COPIES} email addresses, separated by commas`

/** The parts of a text between commas, semicolons and spaces. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '')
}

/** Addresses as forms, pages and files show them. */
export function copiesText(emails: readonly string[]): string {
  return emails.join(', ')
}
