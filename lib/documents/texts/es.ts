import type { DocumentTexts } from './document-texts'

export const es: DocumentTexts = {
  invoice: 'Factura',
  receipt: 'Recibo',
  watermark: 'PRUEBA',
  testNote: 'Emitido en modo de prueba: no se mueve dinero real.',
  billedTo: 'Facturado a',
  number: 'Número de factura',
  issuedOn: 'Fecha de emisión',
  dueOn: 'Vencimiento',
  paidOn: 'Fecha de pago',
  method: 'Método de pago',
  card: 'Tarjeta',
  paymentId: 'ID del pago',
  status: 'Estado',
  statuses: { open: 'Pendiente', overdue: 'Vencida', paid: 'Pagada' },
  columns: { item: 'Descripción', quantity: 'Cantidad', unitPrice: 'Precio unitario', amount: 'Importe' },
  subtotal: 'Subtotal',
  fee: 'Comisión de servicio',
  total: 'Total',
  headlineDue: ({ total, due }) => `${total}, vence el ${due}`,
  headlinePaid: ({ total, paidOn }) => `${total} pagados el ${paidOn}`,
  payOnline: 'Pague en línea o escanee el código:',
  page: ({ page, pages }) => `Página ${page} de ${pages}`,
  unprintable: ({ placeholder }) =>
    `Algunos caracteres no se pueden imprimir en este documento; ${placeholder} ocupa su lugar. El texto completo está en:`,
}
