/** As printed, such as `INV-0042-CN1`: `order` counts the credit notes of the invoice. */
export function creditNoteNumber(invoiceNumber: string, order: number): string {
  return `${invoiceNumber}-CN${order}`
}
