/* The numbers of documents that belong to an invoice, each counted within the invoice from 1. */

/** As printed, such as `INV-0042-R1`: `order` counts the payments of the invoice. */
export function receiptNumber(invoiceNumber: string, order: number): string {
  return `${invoiceNumber}-R${order}`
}

/** As printed, such as `INV-0042-CN1`: `order` counts the credit notes of the invoice. */
export function creditNoteNumber(invoiceNumber: string, order: number): string {
  return `${invoiceNumber}-CN${order}`
}
