import type { DocumentTexts } from './document-texts'

export const fr: DocumentTexts = {
  invoice: 'Facture',
  receipt: 'Reçu',
  watermark: 'TEST',
  testNote: 'Établi en mode test : aucun argent réel n’est en jeu.',
  billedTo: 'Facturé à',
  number: 'Numéro de facture',
  issuedOn: 'Date d’émission',
  dueOn: 'Date d’échéance',
  paidOn: 'Date de paiement',
  method: 'Moyen de paiement',
  card: 'Carte',
  paymentId: 'Identifiant du paiement',
  status: 'Statut',
  statuses: { open: 'En attente', overdue: 'En retard', paid: 'Payée' },
  columns: { item: 'Description', quantity: 'Quantité', unitPrice: 'Prix unitaire', amount: 'Montant' },
  subtotal: 'Sous-total',
  fee: 'Frais de service',
  total: 'Total',
  headlineDue: ({ total, due }) => `${total}, échéance le ${due}`,
  headlinePaid: ({ total, paidOn }) => `${total} payés le ${paidOn}`,
  payOnline: 'Payez en ligne ou scannez le code :',
  page: ({ page, pages }) => `Page ${page} sur ${pages}`,
  unprintable: ({ placeholder }) =>
    `Certains caractères ne peuvent pas être imprimés dans ce document ; ${placeholder} les remplace. Le texte complet se trouve ici :`,
}
