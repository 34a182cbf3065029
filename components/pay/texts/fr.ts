import type { PayTexts } from './pay-texts'

export const fr: PayTexts = {
  titles: {
    pay: ({ vendor }) => `Payer ${vendor}`,
    paid: ({ vendor }) => `Payée · ${vendor}`,
    thanks: ({ vendor }) => `Merci · ${vendor}`,
    description: ({ vendor }) => `Une facture de ${vendor} : consultez son détail et réglez-la par carte.`,
  },
  testMode: { region: 'Mode', name: 'Mode test', note: 'aucun montant n’est débité' },
  language: 'Langue',
  poweredBy: ({ service }) => `Propulsé par ${service}`,
  summary: {
    region: 'Récapitulatif',
    invoiceFrom: 'Facture de',
    number: ({ number }) => `Facture ${number}`,
    seller: 'De',
    billedTo: 'Facturé à',
    taxId: 'Numéro fiscal',
    notes: 'Remarques',
    toPay: 'À payer',
    paid: 'Payé',
    includesFee: ({ fee }) => `Dont ${fee} de frais`,
    due: ({ day }) => `À régler avant le ${day} inclus`,
    wasDue: ({ day }) => `Échue depuis le ${day}`,
    items: ({ count }) => `${count} articles`,
    subtotal: 'Sous-total',
    discount: 'Remise',
    includedTax: ({ tax }) => `Dont ${tax}`,
    fee: 'Frais',
    total: 'Total',
  },
  pay: ({ amount }) => `Payer ${amount}`,
  afterPayment: ({ vendor }) => `Le reçu s’affiche ici aussitôt, et ${vendor} est informé de votre paiement.`,
  questions: 'Une question sur cette facture ?',
  overdue: { title: 'Cette facture est en retard', body: 'Vous pouvez toujours la régler ici.' },
  hosted: {
    title: 'Payer en ligne en toute sécurité',
    body: 'Vous saisissez votre carte sur la page du prestataire de paiement, puis vous revenez ici.',
    unavailableTitle: 'La page de paiement ne peut pas être ouverte pour le moment',
    unavailable:
      'Le prestataire de paiement ne répond pas. Réessayez dans un instant ; vous ne pouvez pas être débité deux fois.',
    tooMany: 'Trop de tentatives. Patientez une minute et réessayez.',
    cancelledTitle: 'Le paiement a été annulé',
    notCharged: 'Vous n’avez pas été débité.',
    tryAgain: 'Vous pouvez réessayer quand vous le souhaitez.',
  },
  processing: {
    title: 'Votre paiement est en cours de traitement',
    body: 'La banque n’a pas encore répondu. Le résultat s’affichera ici de lui-même ; inutile de payer à nouveau, vous ne pouvez pas être débité deux fois.',
    lookAgain: 'Actualiser',
  },
  closed: {
    title: 'Cette facture ne peut pas être réglée pour le moment',
    banned: ({ vendor }) =>
      `${vendor} n’accepte pas de paiements. Demandez-lui comment procéder ; vous n’avez pas été débité.`,
    unavailable: ({ vendor }) =>
      `Les paiements par carte sont désactivés pour l’instant. Réessayez plus tard ou contactez ${vendor} ; vous n’avez pas été débité.`,
    voidedTitle: 'Cette facture a été annulée',
    voided: ({ vendor }) =>
      `${vendor} a annulé cette facture : il n’y a rien à régler. Si vous l’avez déjà réglée, vous serez remboursé.`,
  },
  receipt: {
    thanks: 'Merci',
    paid: 'Cette facture est payée',
    body: ({ vendor }) => `${vendor} a bien reçu votre paiement.`,
    paidOn: 'Payée le',
    amount: 'Montant',
    email: 'E-mail',
    transaction: 'Transaction',
    back: ({ vendor }) => `Retourner chez ${vendor}`,
    receiptPdf: 'Reçu (PDF)',
    invoicePdf: 'Facture (PDF)',
  },
  refund: {
    full: 'Cette facture a été remboursée',
    part: 'Une partie de votre paiement a été remboursée',
    body: ({ vendor, amount }) =>
      `${vendor} a remboursé ${amount}. La somme revient par le moyen de paiement utilisé ; cela peut prendre de 5 à 10 jours ouvrés.`,
    amount: 'Remboursé',
    creditNote: ({ number }) => `Avoir ${number} (PDF)`,
  },
  notFound: {
    title: 'Nous ne trouvons pas cette facture',
    body: 'Vérifiez que le lien a été copié en entier, ou demandez-en un nouveau à l’expéditeur. Vous n’avez pas été débité.',
  },
  onPhone: {
    title: 'Payer avec votre téléphone',
    hint: 'Scannez le code avec l’appareil photo de votre téléphone pour y ouvrir cette page.',
    picture: 'Code QR de l’adresse de cette page',
  },
}
