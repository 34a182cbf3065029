/** As printed, such as `INV-0042-R1`: `order` counts the payments of the invoice. */
export function receiptNumber(invoiceNumber: string, order: number): string {
  return `${invoiceNumber}-R${order}`
}
