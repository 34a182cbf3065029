import type { DocumentTexts } from './document-texts'

export const en: DocumentTexts = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  watermark: 'TEST',
  testNote: 'Created in test mode: no real money moves.',
  billedTo: 'Billed to',
  number: 'Invoice number',
  issuedOn: 'Issued on',
  dueOn: 'Due on',
  paidOn: 'Paid on',
  method: 'Payment method',
  card: 'Card',
  paymentId: 'Payment ID',
  status: 'Status',
  statuses: { open: 'Open', overdue: 'Overdue', paid: 'Paid' },
  columns: { item: 'Description', quantity: 'Quantity', unitPrice: 'Unit price', amount: 'Amount' },
  subtotal: 'Subtotal',
  fee: 'Service fee',
  total: 'Total',
  headlineDue: ({ total, due }) => `${total} due on ${due}`,
  headlinePaid: ({ total, paidOn }) => `${total} paid on ${paidOn}`,
  payOnline: 'Pay online, or scan the code:',
  page: ({ page, pages }) => `Page ${page} of ${pages}`,
  unprintable: ({ placeholder }) =>
    `Some characters cannot be printed in this document; ${placeholder} stands for each. The full text is at:`,
}
