import type { MailTexts } from './mail-texts'

/** French sets a space before a colon, and no line may break there. */
const COLON = '\u00a0:'

const IGNORE_WHEN_PAID = 'Si vous avez déjà payé, vous n’avez plus rien à faire.'

export const fr: MailTexts = {
  testSubject: ({ subject }) => `[Test] ${subject}`,
  testBand: `Mode test${COLON} aucun argent réel n’est en jeu.`,
  addressHint: `Si le bouton ne fonctionne pas, ouvrez cette adresse${COLON}`,
  sentForVendor: ({ vendor, service }) =>
    `${service} envoie cet e-mail pour le compte de ${vendor}. Si vous y répondez, votre réponse parviendra à ${vendor}.`,
  taxId: ({ taxId }) => `Numéro fiscal${COLON} ${taxId}`,
  sentByService: ({ service }) => `Envoyé par ${service}.`,
  columns: {
    discount: 'Remise',
    includedTax: ({ tax }) => `Dont ${tax}`,
    total: 'Total',
    paidSoFar: 'Déjà payé',
    credited: 'Avoirs',
    leftToPay: 'Reste à payer',
    paidBefore: 'Payé auparavant',
    thisPayment: 'Ce paiement',
    fee: 'Frais',
    due: 'Échéance',
    paidOn: 'Payée le',
    method: 'Moyen de paiement',
    number: 'Facture',
    receiptNumber: 'Numéro de reçu',
    moreItems: ({ count }) => `et ${count} de plus`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Facture ${number} de ${vendor}${COLON} ${total}`,
    heading: ({ vendor }) => `Facture de ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} vous demande de payer ${total} au plus tard le ${due}.`,
    action: 'Payer maintenant',
    document: 'Télécharger la facture (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `La facture ${number} de ${vendor} a été modifiée`,
    heading: 'Votre facture a été modifiée',
    body: ({ number, vendor }) =>
      `${vendor} a modifié la facture ${number}. Le montant, le numéro de facture et le lien de paiement restent les mêmes.`,
    address: 'Adresse de facturation',
    buyerReference: 'Votre référence',
    notes: 'Remarques',
    nowAndBefore: ({ now, before }) => `${now} (auparavant${COLON} ${before})`,
    action: 'Voir la facture',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) =>
      `Rappel${COLON} la facture de ${vendor} d’un montant de ${total} arrive à échéance le ${due}`,
    heading: 'Votre facture arrive bientôt à échéance',
    body: ({ vendor, total, due }) =>
      `La facture de ${vendor} d’un montant de ${total} arrive à échéance le ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Payer maintenant',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Facture échue${COLON} ${total} à ${vendor}`,
    heading: 'Votre facture est échue',
    body: ({ vendor, total, due }) =>
      `La facture de ${vendor} d’un montant de ${total} était à payer au plus tard le ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Payer maintenant',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) =>
      `Deuxième rappel${COLON} facture échue de ${vendor} d’un montant de ${total}`,
    heading: 'Votre facture reste impayée',
    body: ({ vendor, total, due }) =>
      `La facture de ${vendor} d’un montant de ${total} était à payer au plus tard le ${due} et reste impayée. ${IGNORE_WHEN_PAID}`,
    action: 'Payer maintenant',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `Reçu pour la facture ${number} de ${vendor}${COLON} ${total}`,
    heading: 'Merci pour votre paiement',
    body: ({ vendor, total, paidOn }) => `Vous avez payé ${total} à ${vendor} le ${paidOn}.`,
    action: 'Voir le reçu',
    document: 'Télécharger le reçu (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `Paiement de ${amount} à ${vendor} reçu pour la facture ${number}`,
    heading: 'Merci pour votre paiement',
    body: ({ vendor, amount, paidOn }) => `${vendor} a reçu votre paiement de ${amount} le ${paidOn}.`,
    action: 'Voir la facture',
  },
  partPaid: ({ paid, total, left }) =>
    `Déjà payé${COLON} ${paid} sur ${total}. Reste à payer${COLON} ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) =>
      `Remboursement de ${amount} par ${vendor} pour la facture ${number}`,
    heading: ({ amount }) => `${amount} remboursés`,
    body: ({ number, vendor, amount }) =>
      `${vendor} vous a remboursé ${amount} pour la facture ${number}. La somme revient par le moyen de paiement que vous avez utilisé. Cela peut prendre de 5 à 10 jours ouvrés.`,
    amount: 'Remboursement',
    reason: 'Motif',
    creditNote: 'Avoir',
    action: 'Voir la facture',
    document: 'Télécharger l’avoir (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) => `Avoir de ${amount} de ${vendor} pour la facture ${number}`,
    heading: ({ amount }) => `Avoir de ${amount}`,
    body: ({ number, vendor, amount }) => `${vendor} a émis un avoir de ${amount} pour la facture ${number}.`,
    left: ({ left }) => `Reste à payer : ${left}.`,
    nothingLeft: 'Il n’y a plus rien à payer.',
    amount: 'Avoir',
  },
  payout: {
    subject: ({ vendor, amount }) => `${vendor} vous a envoyé ${amount}`,
    heading: ({ amount }) => `Vous avez reçu ${amount}`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor} a versé ${amount} sur votre compte ${bankName} se terminant par ${last4}.`,
    amount: 'Montant',
    bankAccount: 'Compte bancaire',
    reference: 'Référence',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) =>
      `Non envoyé${COLON} votre virement programmé de ${amount} à ${customer}`,
    heading: 'Un virement programmé n’a pas été envoyé',
    body: ({ amount, customer }) =>
      `Le virement de ${amount} à ${customer} était prévu et n’a pas pu être envoyé.`,
    reason: ({ reason }) => `Raison${COLON} ${reason}`,
    nextStep: 'Aucun argent n’a été débité. Une fois la cause corrigée, choisissez un autre jour.',
    action: 'Ouvrir les virements programmés',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `Non envoyée : votre facture programmée pour ${customer}`,
    heading: 'Une facture programmée n’a pas été envoyée',
    body: ({ customer }) =>
      `La facture pour ${customer} devait être envoyée aujourd’hui et n’a pas pu l’être.`,
    reason: ({ reason }) => `Motif : ${reason}`,
    nextStep:
      'C’est toujours un brouillon, et votre client n’en a rien vu. Une fois le problème réglé, envoyez-la ou choisissez un autre jour.',
    action: 'Ouvrir le brouillon',
  },
  webhookFailing: {
    subject: 'Vos webhooks échouent',
    heading: 'Vos webhooks échouent',
    triedAgain: ({ url }) =>
      `Un événement n’a pas encore pu être remis à ${url}. De nouvelles tentatives suivront.`,
    givenUp: ({ url }) =>
      `Toutes les tentatives de remise d’un événement à ${url} ont échoué, et il n’y en aura pas d’autre.`,
    answer: ({ answer }) => `La dernière tentative s’est terminée par${COLON} ${answer}`,
    onceADay: `D’autres événements échouent peut-être aussi${COLON} vous recevez cet e-mail une fois par jour au plus. Quand votre serveur fonctionnera de nouveau, vous pourrez les renvoyer depuis le tableau de bord.`,
    action: 'Ouvrir les webhooks',
  },
  recurringStopped: {
    subject: ({ customer }) => `Facture récurrente arrêtée${COLON} ${customer}`,
    heading: 'Une facture récurrente s’est arrêtée',
    body: ({ customer }) => `Pour le moment, plus aucune facture n’est envoyée à ${customer}.`,
    reasons: {
      customer_archived: 'Le client a été archivé.',
      vendor_banned: 'Votre compte est bloqué.',
      live_mode_not_approved: 'Le mode réel n’est pas approuvé.',
      payment_provider_failed:
        'Le prestataire de paiement n’a accepté aucune nouvelle facture depuis trois jours.',
      terms_not_valid: 'Les données de la facture ne sont plus valables.',
      too_many_drafts: 'Vous avez trop de brouillons. Envoyez-en ou supprimez-en quelques-uns.',
    },
    resume: 'Reprenez-la une fois le problème réglé. Les factures manquées d’ici là sont ignorées.',
    action: 'Ouvrir la facture récurrente',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Virement récurrent arrêté${COLON} ${customer}`,
    heading: 'Un virement récurrent s’est arrêté',
    body: ({ customer }) =>
      `Rien n’est envoyé à ${customer} tant que vous n’avez pas repris le virement récurrent.`,
    reasons: {
      customer_archived: 'Le client a été archivé.',
      bank_account_archived: 'Le compte bancaire a été archivé.',
      vendor_banned: 'Votre compte est bloqué.',
      live_mode_not_approved: 'Le mode réel n’est pas approuvé.',
      requester_left:
        'La personne au nom de laquelle il est effectué ne peut plus envoyer de virements pour votre équipe.',
      too_many_waiting:
        'Trois de ses virements attendent encore une approbation. Approuvez-les ou refusez-les.',
    },
    resume: 'Reprenez-le une fois le problème réglé. Les virements manqués d’ici là sont ignorés.',
    action: 'Ouvrir le virement récurrent',
  },
  sweepStopped: {
    subject: () => 'Retraits automatiques arrêtés',
    heading: 'Vos retraits automatiques ont été arrêtés',
    body: () => 'Rien n’est retiré tant que vous ne les reprenez pas.',
    resume: 'Reprenez-les une fois le problème réglé. Les jours d’ici là sont ignorés.',
    action: 'Ouvrir les retraits',
  },
  security: {
    signedIn: {
      subject: 'Nouvelle connexion à votre compte',
      body: ({ browser, address }) =>
        `Quelqu’un s’est connecté à votre compte avec ${browser} depuis ${address}.`,
    },
    wrongCodes: {
      subject: 'Quelqu’un connaît votre mot de passe',
      body: ({ browser, address }) =>
        `Quelqu’un a saisi votre mot de passe, puis cinq codes erronés, avec ${browser} depuis ${address}. La connexion a été refusée. Changez votre mot de passe.`,
    },
    passwordChanged: {
      subject: 'Votre mot de passe a été modifié',
      body: 'Le mot de passe de votre compte a été modifié.',
    },
    emailChangeRequested: {
      subject: 'Voulez-vous changer d’adresse de connexion ?',
      body: ({ email, time, browser, address }) =>
        `Le ${time}, ${browser} depuis ${address} a demandé à remplacer votre adresse de connexion par ${email}. Rien ne change tant que le lien envoyé à cette adresse n’est pas ouvert.`,
      stop: 'Si ce n’était pas vous, annulez ce changement dans les paramètres, à la page Profil, et choisissez un nouveau mot de passe. Un nouveau mot de passe l’annule aussi.',
    },
    emailChanged: {
      subject: 'Votre adresse de connexion a été modifiée',
      body: ({ email }) =>
        `La connexion à votre compte se fait désormais avec ${email} au lieu de cette adresse.`,
    },
    takenOver: {
      subject: 'Une autre personne a peut-être créé votre compte',
      body: 'Votre adresse e-mail n’était pas confirmée avant que vous ne choisissiez un nouveau mot de passe. Une autre personne a donc peut-être créé ce compte. Nous avons fermé toutes les sessions, désactivé la connexion en deux étapes, remplacé les secrets de signature des webhooks et effacé les coordonnées du vendeur sur les factures. Nous avons aussi annulé ce qui suit.',
      people: 'Personnes suspendues jusqu’à ce que vous les réadmettiez',
      invitations: 'Invitations révoquées',
      apiKeys: 'Clés d’API révoquées',
      endpoints: 'Points de terminaison de webhooks supprimés',
      payouts: 'Versements non envoyés, annulés',
      series: 'Factures récurrentes mises en pause',
      payoutSeries: 'Virements récurrents mis en pause',
      sweeps: 'Retraits automatiques mis en pause',
      kept: 'Les clients, les comptes bancaires, les factures et les brouillons sont inchangés. Vérifiez-les avant de facturer ou de payer qui que ce soit.',
    },
    secondFactorRemoved: {
      subject: 'La connexion en deux étapes a été désactivée',
      body: 'Votre compte ne demande plus de code après le mot de passe.',
    },
    passkeyAdded: {
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      body: ({ passkey }) => `« ${passkey} » permet désormais de se connecter à votre compte.`,
    },
    passkeyRemoved: {
      subject: 'Une clé d’accès a été retirée de votre compte',
      body: ({ passkey }) => `« ${passkey} » ne permet plus de se connecter à votre compte.`,
    },
    ownerChanged: {
      subject: 'Votre compte a un nouveau propriétaire',
      body: ({ email }) => `${email} est désormais propriétaire. Vous êtes administrateur.`,
    },
    keyCreated: {
      subject: 'Nouvelle clé d’API en mode réel',
      body: ({ key }) =>
        `La clé d’API ${key} a été créée en mode réel. Toute personne qui la possède peut déplacer votre argent.`,
    },
    bankAccountAdded: {
      subject: 'Nouveau compte bancaire pour les versements',
      body: ({ bankAccount }) =>
        `Un compte bancaire pouvant recevoir des versements a été ajouté${COLON} ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'Le compte bancaire de vos factures a été modifié',
      body: ({ person, bankAccount }) =>
        `${person} a modifié le compte bancaire sur lequel vos factures demandent de payer${COLON} ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'Nouvelles coordonnées bancaires d’un client',
      body: ({ customer, bankAccount }) =>
        `${customer} a indiqué un compte bancaire sur la page que vous lui avez envoyée${COLON} ${bankAccount}.`,
      check:
        'Avant d’y verser de l’argent, vérifiez auprès du client, par un autre moyen que celui par lequel vous avez envoyé le lien, qu’il s’agit bien de son compte.',
    },
    endpointAdded: {
      subject: 'Nouvel endpoint de webhook en mode réel',
      body: ({ host, person }) =>
        `${person} a ajouté un endpoint de webhook en mode réel${COLON} ${host}. Il reçoit des événements de votre compte, avec les données de vos clients.`,
    },
    endpointAddedByKey: {
      subject: 'Nouvel endpoint de webhook en mode réel',
      body: ({ host, key }) =>
        `La clé d’API ${key} a servi à ajouter un endpoint de webhook en mode réel${COLON} ${host}. Il reçoit des événements de votre compte, avec les données de vos clients.`,
    },
    endpointMoved: {
      subject: 'Nouvelle URL d’un endpoint de webhook en mode réel',
      body: ({ host, person }) =>
        `${person} a modifié l’URL d’un endpoint de webhook en mode réel${COLON} ${host}. Il reçoit des événements de votre compte, avec les données de vos clients.`,
    },
    endpointMovedByKey: {
      subject: 'Nouvelle URL d’un endpoint de webhook en mode réel',
      body: ({ host, key }) =>
        `La clé d’API ${key} a servi à modifier l’URL d’un endpoint de webhook en mode réel${COLON} ${host}. Il reçoit des événements de votre compte, avec les données de vos clients.`,
    },
    payoutApprovalSet: {
      subject: 'L’approbation des versements a été modifiée',
      body: ({ person, amount }) =>
        `${person} a décidé que les versements à partir de ${amount} nécessitent une deuxième personne.`,
    },
    payoutApprovalOff: {
      subject: 'L’approbation des versements a été désactivée',
      body: ({ person }) => `${person} a désactivé l’approbation des versements par une deuxième personne.`,
    },
    approverInvited: {
      subject: 'Une personne pouvant approuver des versements a été invitée',
      body: ({ person, email }) =>
        `${person} a invité ${email} à un rôle qui approuve les versements. Nous vous écrirons de nouveau lorsque cette personne rejoindra l’équipe.`,
    },
    approverAdded: {
      subject: 'Nouvelle personne pouvant approuver des versements',
      body: ({ email, day }) =>
        `${email} peut approuver les versements demandés par d’autres à partir du ${day}.`,
    },
    notYou:
      'Si ce n’était pas vous, changez votre mot de passe, fermez les autres sessions et révoquez les clés d’API inconnues.',
    action: 'Vérifier le compte',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Versement à approuver${COLON} ${amount} à ${customer}`,
      heading: ({ amount }) => `Un versement de ${amount} attend une approbation`,
      body: ({ requester, amount, customer }) =>
        `${requester} souhaite verser ${amount} à ${customer}. Le versement part dès que vous ou quelqu’un d’autre l’approuvez, et expire après 7 jours.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} souhaite verser ${amount} à ${customer} le ${day}. Le versement part ce jour-là si vous ou quelqu’un d’autre l’avez approuvé d’ici là, sinon dès qu’il est approuvé.`,
      action: 'Examiner le versement',
    },
    approved: {
      subject: ({ amount, customer }) => `Versement approuvé${COLON} ${amount} à ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} a approuvé votre versement de ${amount} à ${customer}.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Versement refusé${COLON} ${amount} à ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} a refusé votre versement de ${amount} à ${customer}. Rien n’a été envoyé.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Demande de versement expirée${COLON} ${amount} à ${customer}`,
      body: ({ amount, customer }) =>
        `Personne n’a pris de décision en 7 jours sur votre versement de ${amount} à ${customer}. Rien n’a été envoyé.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Lot de versements à approuver${COLON} ${amount} dans ${file}`,
        heading: ({ amount }) => `Des versements de ${amount} attendent une approbation`,
        body: ({ requester, amount, file }) =>
          `${requester} souhaite verser ${amount} avec le fichier ${file}. Rien n’est envoyé tant que vous ou quelqu’un d’autre ne l’avez pas approuvé.`,
        action: 'Examiner le lot',
      },
      approved: {
        subject: ({ amount, file }) => `Lot approuvé${COLON} ${amount} dans ${file}`,
        body: ({ person, amount, file }) => `${person} a approuvé vos versements de ${amount} dans ${file}.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Lot renvoyé${COLON} ${amount} dans ${file}`,
        body: ({ person, amount, file }) =>
          `${person} a renvoyé vos versements de ${amount} dans ${file}. Rien n’a été envoyé.`,
      },
      file: 'Fichier',
      payouts: 'Versements',
    },
    reason: ({ reason }) => `Motif${COLON} ${reason}`,
    amount: 'Montant',
    customer: 'Client',
    bankAccount: 'Compte bancaire',
    requestedBy: 'Demandé par',
    view: 'Voir la demande',
  },
  portalLink: {
    subject: ({ vendor }) => `Vos factures de ${vendor}`,
    heading: ({ vendor }) => `Consultez vos factures de ${vendor}`,
    body: 'Ouvrez-les dans les 30 minutes. Le lien ne fonctionne qu’une fois.',
    ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail.',
    action: 'Voir les factures',
  },
  passwordReset: {
    subject: 'Réinitialisez votre mot de passe',
    heading: 'Réinitialisez votre mot de passe',
    body: 'Choisissez un nouveau mot de passe dans l’heure qui suit. Le lien ne fonctionne qu’une fois.',
    action: 'Choisir un nouveau mot de passe',
    ignore: `Si vous n’avez rien demandé, ignorez cet e-mail${COLON} votre mot de passe reste inchangé.`,
  },
  teamInvitation: {
    subject: ({ vendor }) => `${vendor} vous invite`,
    heading: ({ vendor }) => `Rejoignez ${vendor} sur Counterfoil`,
    body: ({ email }) =>
      `Cette invitation est destinée à ${email}. Le lien fonctionne une seule fois, dans les 7 prochains jours.`,
    action: 'Rejoindre l’équipe',
    ignore: 'Si vous n’attendiez pas d’invitation, ignorez cet e-mail.',
  },
  invitation: {
    subject: 'Vous êtes invité sur Counterfoil',
    heading: 'Créez votre compte',
    body: ({ email }) =>
      `Cette invitation est destinée à ${email}. Le lien fonctionne une seule fois, dans les 7 prochains jours.`,
    action: 'Créer un compte',
    ignore: 'Si vous n’attendiez pas d’invitation, ignorez cet e-mail.',
  },
  emailConfirmation: {
    subject: 'Confirmez votre adresse e-mail',
    heading: 'Confirmez votre adresse e-mail',
    body: ({ email }) => `Confirmez dans les 24 heures que ${email} est bien votre adresse.`,
    action: 'Confirmer l’adresse',
    ignore: 'Si vous ne vous êtes pas inscrit, ignorez cet e-mail.',
  },
  newEmailConfirmation: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    heading: 'Confirmez votre nouvelle adresse e-mail',
    body: ({ email }) =>
      `Confirmez dans les 24 heures que vous souhaitez désormais vous connecter avec ${email}.`,
    action: 'Confirmer l’adresse',
    ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail. Rien ne change.',
  },
}
