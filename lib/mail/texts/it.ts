import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'Se il pagamento è già stato effettuato, non occorre fare altro.'

export const it: MailTexts = {
  testSubject: ({ subject }) => `[Prova] ${subject}`,
  testBand: 'Modalità di prova: nessun movimento di denaro reale.',
  addressHint: 'Se il pulsante non funziona, aprire questo indirizzo:',
  sentForVendor: ({ vendor, service }) =>
    `${service} invia questa e-mail per conto di ${vendor}. Le risposte arrivano a ${vendor}.`,
  taxId: ({ taxId }) => `Identificativo fiscale: ${taxId}`,
  sentByService: ({ service }) => `E-mail inviata da ${service}.`,
  columns: {
    discount: 'Sconto',
    includedTax: ({ tax }) => `Di cui ${tax}`,
    total: 'Totale',
    paidSoFar: 'Già pagato',
    credited: 'Nota di credito',
    leftToPay: 'Resta da pagare',
    paidBefore: 'Pagato in precedenza',
    thisPayment: 'Questo pagamento',
    fee: 'Commissione',
    due: 'Scadenza',
    paidOn: 'Data del pagamento',
    method: 'Metodo di pagamento',
    number: 'Fattura',
    receiptNumber: 'Numero ricevuta',
    moreItems: ({ count }) => `e altri ${count}`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Fattura ${number} di ${vendor}: ${total}`,
    heading: ({ vendor }) => `Fattura di ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} chiede il pagamento di ${total}. Scadenza: ${due}.`,
    action: 'Paga ora',
    document: 'Scarica la fattura (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `La fattura ${number} di ${vendor} è stata modificata`,
    heading: 'La fattura è stata modificata',
    body: ({ number, vendor }) =>
      `${vendor} ha modificato la fattura ${number}. L’importo, il numero della fattura e il link di pagamento restano gli stessi.`,
    address: 'Indirizzo di fatturazione',
    buyerReference: 'Vostro riferimento',
    notes: 'Note',
    nowAndBefore: ({ now, before }) => `${now} (prima: ${before})`,
    action: 'Vedi la fattura',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `Promemoria: ${total} a ${vendor}, scadenza ${due}`,
    heading: 'La fattura sta per scadere',
    body: ({ vendor, total, due }) =>
      `La fattura di ${vendor} per ${total} scade in data ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Paga ora',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Fattura scaduta: ${total} a ${vendor}`,
    heading: 'La fattura è scaduta',
    body: ({ vendor, total, due }) =>
      `La fattura di ${vendor} per ${total} è scaduta in data ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Paga ora',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `Secondo promemoria: fattura scaduta di ${vendor} per ${total}`,
    heading: 'La fattura risulta ancora da pagare',
    body: ({ vendor, total, due }) =>
      `La fattura di ${vendor} per ${total} è scaduta in data ${due} e risulta ancora da pagare. ${IGNORE_WHEN_PAID}`,
    action: 'Paga ora',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `Ricevuta per la fattura ${number} di ${vendor}: ${total}`,
    heading: 'Grazie per il pagamento',
    body: ({ vendor, total, paidOn }) => `Pagamento di ${total} a ${vendor}, effettuato in data ${paidOn}.`,
    action: 'Vedi la ricevuta',
    document: 'Scarica la ricevuta (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `Ricevuto il pagamento di ${amount} a ${vendor} per la fattura ${number}`,
    heading: 'Grazie per il pagamento',
    body: ({ vendor, amount, paidOn }) =>
      `${vendor} ha ricevuto il pagamento di ${amount} in data ${paidOn}.`,
    action: 'Vedi la fattura',
  },
  partPaid: ({ paid, total, left }) => `Già pagato: ${paid} su ${total}. Resta da pagare: ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) => `Rimborso di ${amount} da ${vendor} per la fattura ${number}`,
    heading: ({ amount }) => `Rimborso di ${amount}`,
    body: ({ number, vendor, amount }) =>
      `${vendor} ha rimborsato ${amount} per la fattura ${number}. Il denaro torna sul metodo di pagamento utilizzato. Possono occorrere da 5 a 10 giorni lavorativi.`,
    amount: 'Rimborso',
    reason: 'Motivo',
    creditNote: 'Nota di credito',
    action: 'Vedi la fattura',
    document: 'Scarica la nota di credito (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) =>
      `Nota di credito di ${amount} da ${vendor} per la fattura ${number}`,
    heading: ({ amount }) => `Nota di credito di ${amount}`,
    body: ({ number, vendor, amount }) =>
      `${vendor} ha emesso una nota di credito di ${amount} per la fattura ${number}.`,
    left: ({ left }) => `Resta da pagare: ${left}.`,
    nothingLeft: 'Non resta nulla da pagare.',
    amount: 'Importo della nota di credito',
  },
  payout: {
    subject: ({ vendor, amount }) => `${amount} in arrivo da ${vendor}`,
    heading: ({ amount }) => `Pagamento ricevuto: ${amount}`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor} ha versato ${amount} sul conto presso ${bankName} che termina con ${last4}.`,
    amount: 'Importo',
    bankAccount: 'Conto bancario',
    reference: 'Riferimento',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) => `Non inviato: il pagamento programmato di ${amount} a ${customer}`,
    heading: 'Un pagamento programmato non è stato inviato',
    body: ({ amount, customer }) =>
      `Il pagamento di ${amount} a ${customer} era previsto e non è stato possibile inviarlo.`,
    reason: ({ reason }) => `Motivo: ${reason}`,
    nextStep: 'Nessun movimento di denaro. Una volta risolta la causa, scegliere un altro giorno.',
    action: 'Apri i pagamenti programmati',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `Non inviata: la fattura programmata per ${customer}`,
    heading: 'Una fattura programmata non è stata inviata',
    body: ({ customer }) =>
      `La fattura per ${customer} doveva essere inviata oggi, ma non è stato possibile.`,
    reason: ({ reason }) => `Motivo: ${reason}`,
    nextStep:
      'È ancora una bozza e il cliente non l’ha vista. Quando il problema è risolto, inviarla o scegliere un nuovo giorno.',
    action: 'Apri la bozza',
  },
  webhookFailing: {
    subject: 'I webhook non vengono consegnati',
    heading: 'I webhook non vengono consegnati',
    triedAgain: ({ url }) =>
      `Finora non è stato possibile consegnare un evento a ${url}. Seguiranno altri tentativi.`,
    givenUp: ({ url }) =>
      `Tutti i tentativi di consegnare un evento a ${url} sono falliti e non ne seguiranno altri.`,
    answer: ({ answer }) => `L’ultimo tentativo è terminato con: ${answer}`,
    onceADay:
      'Potrebbero esserci altri eventi non consegnati: questa e-mail arriva al massimo una volta al giorno. Quando il server funziona di nuovo, è possibile ripetere le consegne dalla dashboard.',
    action: 'Apri i webhook',
  },
  recurringStopped: {
    subject: ({ customer }) => `Fattura ricorrente interrotta: ${customer}`,
    heading: 'Una fattura ricorrente si è interrotta',
    body: ({ customer }) => `Per ora non vengono inviate altre fatture a ${customer}.`,
    reasons: {
      customer_archived: 'Il cliente è stato archiviato.',
      vendor_banned: 'L’account è bloccato.',
      live_mode_not_approved: 'La modalità reale non è approvata.',
      payment_provider_failed: 'Il servizio di pagamento non accetta nuove fatture da tre giorni.',
      terms_not_valid: 'I dati della fattura non sono più validi.',
      too_many_drafts: 'Ci sono troppe bozze. Inviarne o eliminarne alcune.',
    },
    resume: 'Riattivarla quando il problema è risolto. Le fatture saltate nel frattempo non vengono emesse.',
    action: 'Apri la fattura ricorrente',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Pagamento ricorrente interrotto: ${customer}`,
    heading: 'Un pagamento ricorrente si è interrotto',
    body: ({ customer }) =>
      `Nulla viene inviato a ${customer} finché il pagamento ricorrente non viene riattivato.`,
    reasons: {
      customer_archived: 'Il cliente è stato archiviato.',
      bank_account_archived: 'Il conto bancario è stato archiviato.',
      vendor_banned: 'L’account è bloccato.',
      live_mode_not_approved: 'La modalità reale non è approvata.',
      requester_left:
        'La persona a nome della quale viene eseguito non può più inviare pagamenti per il team.',
      too_many_waiting: 'Tre dei suoi pagamenti attendono ancora l’approvazione. Approvarli o rifiutarli.',
    },
    resume:
      'Riattivarlo quando il problema è risolto. I pagamenti saltati nel frattempo non vengono inviati.',
    action: 'Apri il pagamento ricorrente',
  },
  sweepStopped: {
    subject: () => 'Prelievi automatici interrotti',
    heading: 'I tuoi prelievi automatici sono stati interrotti',
    body: () => 'Non viene prelevato nulla finché non li riprendi.',
    resume: 'Riprendili quando il problema è risolto. I giorni fino ad allora vengono saltati.',
    action: 'Apri i prelievi',
  },
  security: {
    signedIn: {
      subject: 'Nuovo accesso all’account',
      body: ({ browser, address }) => `Accesso all’account effettuato con ${browser} da ${address}.`,
    },
    wrongCodes: {
      subject: 'Qualcuno conosce la password',
      body: ({ browser, address }) =>
        `Qualcuno ha inserito la password e poi cinque codici errati, con ${browser} da ${address}. L’accesso è stato rifiutato. Cambiare la password.`,
    },
    passwordChanged: {
      subject: 'La password è stata cambiata',
      body: 'La password dell’account è stata cambiata.',
    },
    emailChangeRequested: {
      subject: 'Confermare il cambio dell’e-mail di accesso',
      body: ({ email, time, browser, address }) =>
        `In data ${time}, con ${browser} da ${address}, è stato chiesto di cambiare l’e-mail di accesso in ${email}. Non cambia nulla finché non viene aperto il link inviato a quell’indirizzo.`,
      stop: 'Se la richiesta arriva da qualcun altro, annullare il cambio in Impostazioni → Profilo e scegliere una nuova password. Anche una nuova password lo annulla.',
    },
    emailChanged: {
      subject: 'L’e-mail di accesso è stata cambiata',
      body: ({ email }) => `Ora si accede all’account con ${email} invece che con questo indirizzo.`,
    },
    takenOver: {
      subject: 'L’account potrebbe essere stato creato da un’altra persona',
      body: 'L’e-mail non era confermata prima della scelta di una nuova password, quindi l’account potrebbe essere stato creato da un’altra persona. Abbiamo chiuso tutte le sessioni, disattivato l’accesso in due passaggi, sostituito i segreti di firma dei webhook e cancellato i dati del venditore sulle fatture. Abbiamo inoltre annullato quanto segue.',
      people: 'Persone sospese fino a nuova ammissione',
      invitations: 'Inviti revocati',
      apiKeys: 'Chiavi API revocate',
      endpoints: 'Endpoint webhook eliminati',
      payouts: 'Pagamenti non inviati, annullati',
      series: 'Fatture ricorrenti in pausa',
      payoutSeries: 'Pagamenti ricorrenti in pausa',
      sweeps: 'Prelievi automatici in pausa',
      kept: 'Clienti, conti bancari, fatture e bozze sono rimasti com’erano. Controllarli prima di fatturare o pagare.',
    },
    secondFactorRemoved: {
      subject: 'L’accesso in due passaggi è stato disattivato',
      body: 'L’account non chiede più un codice dopo la password.',
    },
    passkeyAdded: {
      subject: 'È stata aggiunta una passkey all’account',
      body: ({ passkey }) => `Ora è possibile accedere all’account con «${passkey}».`,
    },
    passkeyRemoved: {
      subject: 'È stata rimossa una passkey dall’account',
      body: ({ passkey }) => `Non è più possibile accedere all’account con «${passkey}».`,
    },
    ownerChanged: {
      subject: 'L’account ha un nuovo titolare',
      body: ({ email }) => `Il titolare ora è ${email}. A questo indirizzo resta il ruolo di amministratore.`,
    },
    keyCreated: {
      subject: 'Nuova chiave API in modalità reale',
      body: ({ key }) =>
        `È stata creata la chiave API ${key} in modalità reale. Chi la possiede può muovere il denaro dell’account.`,
    },
    bankAccountAdded: {
      subject: 'Nuovo conto bancario per i pagamenti',
      body: ({ bankAccount }) =>
        `È stato aggiunto un conto bancario che può ricevere pagamenti: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'È cambiato il conto bancario sulle fatture',
      body: ({ person, bankAccount }) =>
        `${person} ha cambiato il conto bancario indicato ai clienti sulle fatture: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'Nuove coordinate bancarie da un cliente',
      body: ({ customer, bankAccount }) =>
        `${customer} ha inserito un conto bancario nella pagina che gli era stata inviata: ${bankAccount}.`,
      check:
        'Prima di pagare su questo conto, verificare con il cliente che sia davvero il suo, per una via diversa da quella usata per inviare il link.',
    },
    endpointAdded: {
      subject: 'Nuovo endpoint webhook in modalità reale',
      body: ({ host, person }) =>
        `${person} ha aggiunto un endpoint webhook in modalità reale: ${host}. Riceve gli eventi dell’account, con i dati dei clienti.`,
    },
    endpointAddedByKey: {
      subject: 'Nuovo endpoint webhook in modalità reale',
      body: ({ host, key }) =>
        `Con la chiave API ${key} è stato aggiunto un endpoint webhook in modalità reale: ${host}. Riceve gli eventi dell’account, con i dati dei clienti.`,
    },
    endpointMoved: {
      subject: 'Nuovo URL di un endpoint webhook in modalità reale',
      body: ({ host, person }) =>
        `${person} ha cambiato l’URL di un endpoint webhook in modalità reale: ${host}. Riceve gli eventi dell’account, con i dati dei clienti.`,
    },
    endpointMovedByKey: {
      subject: 'Nuovo URL di un endpoint webhook in modalità reale',
      body: ({ host, key }) =>
        `Con la chiave API ${key} è stato cambiato l’URL di un endpoint webhook in modalità reale: ${host}. Riceve gli eventi dell’account, con i dati dei clienti.`,
    },
    payoutApprovalSet: {
      subject: 'L’approvazione dei pagamenti è stata modificata',
      body: ({ person, amount }) =>
        `${person} ha stabilito che i pagamenti a partire da ${amount} richiedono una seconda persona.`,
    },
    payoutApprovalOff: {
      subject: 'L’approvazione dei pagamenti è stata disattivata',
      body: ({ person }) =>
        `${person} ha disattivato l’approvazione dei pagamenti da parte di una seconda persona.`,
    },
    approverInvited: {
      subject: 'È stata invitata una persona che può approvare pagamenti',
      body: ({ person, email }) =>
        `${person} ha invitato ${email} in un ruolo che approva pagamenti. Seguirà un’altra e-mail quando l’invito sarà accettato.`,
    },
    approverAdded: {
      subject: 'Nuova persona che approva i pagamenti',
      body: ({ email, day }) =>
        `${email} può approvare i pagamenti richiesti da altri. Data di inizio: ${day}.`,
    },
    notYou:
      'In caso di attività non riconosciuta, cambiare la password, chiudere le altre sessioni e revocare le chiavi API sconosciute.',
    action: 'Controlla l’account',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Pagamento da approvare: ${amount} a ${customer}`,
      heading: ({ amount }) => `Un pagamento di ${amount} è in attesa di approvazione`,
      body: ({ requester, amount, customer }) =>
        `${requester} vuole pagare ${amount} a ${customer}. Il pagamento parte appena viene approvato e la richiesta scade dopo 7 giorni.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} vuole pagare ${amount} a ${customer} in data ${day}. Il pagamento parte quel giorno se è già stato approvato, altrimenti appena viene approvato.`,
      action: 'Esamina il pagamento',
    },
    approved: {
      subject: ({ amount, customer }) => `Pagamento approvato: ${amount} a ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} ha approvato il pagamento richiesto di ${amount} a ${customer}.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Pagamento rifiutato: ${amount} a ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} ha rifiutato il pagamento richiesto di ${amount} a ${customer}. Non è stato inviato nulla.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Richiesta di pagamento scaduta: ${amount} a ${customer}`,
      body: ({ amount, customer }) =>
        `Nessuno ha deciso entro 7 giorni sul pagamento richiesto di ${amount} a ${customer}. Non è stato inviato nulla.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Pagamenti da approvare: ${amount} in ${file}`,
        heading: ({ amount }) => `Pagamenti per ${amount} sono in attesa di approvazione`,
        body: ({ requester, amount, file }) =>
          `${requester} vuole pagare ${amount} con il file ${file}. Non parte nulla finché i pagamenti non vengono approvati.`,
        action: 'Esamina i pagamenti',
      },
      approved: {
        subject: ({ amount, file }) => `Pagamenti approvati: ${amount} in ${file}`,
        body: ({ person, amount, file }) =>
          `${person} ha approvato i pagamenti richiesti per ${amount} in ${file}.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Pagamenti rimandati indietro: ${amount} in ${file}`,
        body: ({ person, amount, file }) =>
          `${person} ha rimandato indietro i pagamenti richiesti per ${amount} in ${file}. Non è stato inviato nulla.`,
      },
      file: 'File',
      payouts: 'Pagamenti',
    },
    reason: ({ reason }) => `Motivo: ${reason}`,
    amount: 'Importo',
    customer: 'Cliente',
    bankAccount: 'Conto bancario',
    requestedBy: 'Richiesta di',
    view: 'Vedi la richiesta',
  },
  portalLink: {
    subject: ({ vendor }) => `Le fatture di ${vendor}`,
    heading: ({ vendor }) => `Consultare le fatture di ${vendor}`,
    body: 'Si possono aprire entro 30 minuti. Il link funziona una sola volta.',
    ignore: 'Se la richiesta arriva da qualcun altro, ignorare questa e-mail.',
    action: 'Vedi le fatture',
  },
  passwordReset: {
    subject: 'Reimpostare la password',
    heading: 'Reimpostare la password',
    body: 'La nuova password si può scegliere entro la prossima ora. Il link funziona una sola volta.',
    action: 'Scegli una nuova password',
    ignore: 'Se la richiesta arriva da qualcun altro, ignorare questa e-mail: la password resta invariata.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `Invito di ${vendor}`,
    heading: ({ vendor }) => `Invito a entrare in ${vendor} su Counterfoil`,
    body: ({ email }) =>
      `Questo invito è per ${email}. Il link funziona una sola volta, entro i prossimi 7 giorni.`,
    action: 'Entra nel team',
    ignore: 'Se l’invito non era atteso, ignorare questa e-mail.',
  },
  invitation: {
    subject: 'Invito a Counterfoil',
    heading: 'Creare un account',
    body: ({ email }) =>
      `Questo invito è per ${email}. Il link funziona una sola volta, entro i prossimi 7 giorni.`,
    action: 'Crea l’account',
    ignore: 'Se l’invito non era atteso, ignorare questa e-mail.',
  },
  emailConfirmation: {
    subject: 'Confermare l’indirizzo e-mail',
    heading: 'Confermare l’indirizzo e-mail',
    body: ({ email }) => `Confermare entro 24 ore che ${email} è l’indirizzo giusto.`,
    action: 'Conferma l’indirizzo',
    ignore: 'Se non è stata richiesta alcuna registrazione, ignorare questa e-mail.',
  },
  newEmailConfirmation: {
    subject: 'Confermare il nuovo indirizzo e-mail',
    heading: 'Confermare il nuovo indirizzo e-mail',
    body: ({ email }) => `Confermare entro 24 ore che da ora l’accesso avverrà con ${email}.`,
    action: 'Conferma l’indirizzo',
    ignore: 'Se la richiesta arriva da qualcun altro, ignorare questa e-mail. Non cambia nulla.',
  },
}
