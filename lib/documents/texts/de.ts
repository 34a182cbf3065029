import type { DocumentTexts } from './document-texts'

export const de: DocumentTexts = {
  invoice: 'Rechnung',
  receipt: 'Zahlungsbeleg',
  watermark: 'TEST',
  testNote: 'Im Testmodus erstellt: Es fließt kein echtes Geld.',
  billedTo: 'Rechnung an',
  number: 'Rechnungsnummer',
  issuedOn: 'Ausgestellt am',
  dueOn: 'Fällig am',
  paidOn: 'Bezahlt am',
  method: 'Zahlungsart',
  card: 'Karte',
  paymentId: 'Zahlungsnummer',
  status: 'Status',
  statuses: { open: 'Offen', overdue: 'Überfällig', paid: 'Bezahlt' },
  columns: { item: 'Beschreibung', quantity: 'Menge', unitPrice: 'Einzelpreis', amount: 'Betrag' },
  subtotal: 'Zwischensumme',
  fee: 'Servicegebühr',
  total: 'Gesamtbetrag',
  headlineDue: ({ total, due }) => `${total} fällig am ${due}`,
  headlinePaid: ({ total, paidOn }) => `${total} bezahlt am ${paidOn}`,
  payOnline: 'Online bezahlen oder den Code scannen:',
  page: ({ page, pages }) => `Seite ${page} von ${pages}`,
  unprintable: ({ placeholder }) =>
    `Einige Zeichen lassen sich in diesem Dokument nicht drucken; ${placeholder} steht an ihrer Stelle. Den ganzen Text finden Sie hier:`,
}
