import type { PayTexts } from './pay-texts'

export const de: PayTexts = {
  titles: {
    pay: ({ vendor }) => `Zahlung an ${vendor}`,
    paid: ({ vendor }) => `Bezahlt · ${vendor}`,
    thanks: ({ vendor }) => `Vielen Dank · ${vendor}`,
    description: ({ vendor }) => `Eine Rechnung von ${vendor}: ansehen und mit Karte bezahlen.`,
  },
  testMode: { region: 'Modus', name: 'Testmodus', note: 'es wird nichts abgebucht' },
  language: 'Sprache',
  poweredBy: ({ service }) => `Bereitgestellt mit ${service}`,
  summary: {
    region: 'Übersicht',
    invoiceFrom: 'Rechnung von',
    number: ({ number }) => `Rechnung ${number}`,
    seller: 'Von',
    billedTo: 'Rechnung an',
    taxId: 'Steuernummer',
    notes: 'Hinweise',
    toPay: 'Zu zahlen',
    paid: 'Bezahlt',
    includesFee: ({ fee }) => `Enthält ${fee} Gebühr`,
    due: ({ day }) => `Fällig am ${day}`,
    wasDue: ({ day }) => `War fällig am ${day}`,
    items: ({ count }) => `${count} Posten`,
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    includedTax: ({ tax }) => `Enthält ${tax}`,
    fee: 'Gebühr',
    total: 'Gesamtbetrag',
  },
  pay: ({ amount }) => `${amount} bezahlen`,
  afterPayment: ({ vendor }) =>
    `Sie erhalten sofort hier die Quittung, und ${vendor} erfährt, dass Sie bezahlt haben.`,
  questions: 'Fragen zu dieser Rechnung?',
  overdue: { title: 'Diese Rechnung ist überfällig', body: 'Sie können sie hier weiterhin bezahlen.' },
  hosted: {
    title: 'Sicher online bezahlen',
    body: 'Sie geben Ihre Karte auf der Seite des Zahlungsanbieters ein und kommen danach hierher zurück.',
    unavailableTitle: 'Die Zahlungsseite lässt sich gerade nicht öffnen',
    unavailable:
      'Der Zahlungsanbieter antwortet nicht. Versuchen Sie es gleich noch einmal; es kann nicht doppelt abgebucht werden.',
    tooMany: 'Das waren zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
    cancelledTitle: 'Die Zahlung wurde abgebrochen',
    notCharged: 'Es wurde nichts abgebucht.',
    tryAgain: 'Sie können es jederzeit noch einmal versuchen.',
  },
  processing: {
    title: 'Ihre Zahlung wird verarbeitet',
    body: 'Die Bank hat noch nicht geantwortet. Das Ergebnis erscheint hier von selbst; Sie müssen nicht noch einmal bezahlen, und es kann nicht doppelt abgebucht werden.',
    lookAgain: 'Erneut nachsehen',
  },
  closed: {
    title: 'Diese Rechnung kann zurzeit nicht bezahlt werden',
    banned: ({ vendor }) =>
      `${vendor} nimmt keine Zahlungen an. Fragen Sie dort, wie es weitergeht; es wurde nichts abgebucht.`,
    unavailable: ({ vendor }) =>
      `Kartenzahlungen sind zurzeit abgeschaltet. Versuchen Sie es später noch einmal oder fragen Sie ${vendor}; es wurde nichts abgebucht.`,
    voidedTitle: 'Diese Rechnung wurde storniert',
    voided: ({ vendor }) =>
      `${vendor} hat diese Rechnung storniert; es ist nichts zu bezahlen. Falls Sie schon bezahlt haben, bekommen Sie Ihr Geld zurück.`,
  },
  receipt: {
    thanks: 'Vielen Dank',
    paid: 'Diese Rechnung ist bezahlt',
    body: ({ vendor }) => `${vendor} hat Ihre Zahlung erhalten.`,
    paidOn: 'Bezahlt am',
    amount: 'Betrag',
    email: 'E-Mail',
    transaction: 'Transaktion',
    back: ({ vendor }) => `Zurück zu ${vendor}`,
    receiptPdf: 'Quittung (PDF)',
    invoicePdf: 'Rechnung (PDF)',
  },
  refund: {
    full: 'Diese Rechnung wurde erstattet',
    part: 'Ein Teil Ihrer Zahlung wurde erstattet',
    body: ({ vendor, amount }) =>
      `${vendor} hat ${amount} erstattet. Das Geld kommt auf dem Weg zurück, auf dem Sie bezahlt haben; das kann 5 bis 10 Werktage dauern.`,
    amount: 'Erstattet',
    creditNote: ({ number }) => `Gutschrift ${number} (PDF)`,
  },
  notFound: {
    title: 'Wir finden diese Rechnung nicht',
    body: 'Prüfen Sie, ob der Link vollständig kopiert wurde, oder bitten Sie den Absender um einen neuen. Es wurde nichts abgebucht.',
  },
  onPhone: {
    title: 'Mit dem Handy bezahlen',
    hint: 'Scannen Sie den Code mit der Kamera Ihres Handys, um diese Seite dort zu öffnen.',
    picture: 'QR-Code mit der Adresse dieser Seite',
  },
}
