import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'Wenn Sie schon bezahlt haben, brauchen Sie nichts weiter zu tun.'

export const de: MailTexts = {
  testSubject: ({ subject }) => `[Test] ${subject}`,
  testBand: 'Testmodus: Es wird kein echtes Geld bewegt.',
  addressHint: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  sentForVendor: ({ vendor, service }) =>
    `${service} versendet diese E-Mail im Auftrag von ${vendor}. Eine Antwort geht an ${vendor}.`,
  taxId: ({ taxId }) => `Steuernummer: ${taxId}`,
  sentByService: ({ service }) => `Gesendet von ${service}.`,
  columns: {
    discount: 'Rabatt',
    includedTax: ({ tax }) => `Enthält ${tax}`,
    total: 'Gesamtbetrag',
    paidSoFar: 'Bisher bezahlt',
    credited: 'Gutgeschrieben',
    leftToPay: 'Noch zu zahlen',
    paidBefore: 'Vorher bezahlt',
    thisPayment: 'Diese Zahlung',
    fee: 'Gebühr',
    due: 'Fällig am',
    paidOn: 'Bezahlt am',
    method: 'Zahlungsart',
    number: 'Rechnung',
    receiptNumber: 'Quittungsnummer',
    moreItems: ({ count }) => `und ${count} weitere`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Rechnung ${number} von ${vendor}: ${total}`,
    heading: ({ vendor }) => `Rechnung von ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} bittet Sie, ${total} bis zum ${due} zu bezahlen.`,
    action: 'Jetzt bezahlen',
    document: 'Rechnung herunterladen (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `Rechnung ${number} von ${vendor} wurde geändert`,
    heading: 'Ihre Rechnung wurde geändert',
    body: ({ number, vendor }) =>
      `${vendor} hat die Rechnung ${number} geändert. Betrag, Rechnungsnummer und Zahlungslink sind gleich geblieben.`,
    address: 'Rechnungsadresse',
    buyerReference: 'Ihre Referenz',
    notes: 'Hinweise',
    nowAndBefore: ({ now, before }) => `${now} (bisher: ${before})`,
    action: 'Rechnung ansehen',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `Erinnerung: ${total} an ${vendor} bis zum ${due} fällig`,
    heading: 'Ihre Rechnung ist bald fällig',
    body: ({ vendor, total, due }) =>
      `Die Rechnung von ${vendor} über ${total} ist am ${due} fällig. ${IGNORE_WHEN_PAID}`,
    action: 'Jetzt bezahlen',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Überfällig: ${total} an ${vendor}`,
    heading: 'Ihre Rechnung ist überfällig',
    body: ({ vendor, total, due }) =>
      `Die Rechnung von ${vendor} über ${total} war am ${due} fällig. ${IGNORE_WHEN_PAID}`,
    action: 'Jetzt bezahlen',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `Zweite Erinnerung: ${total} an ${vendor} überfällig`,
    heading: 'Ihre Rechnung ist noch offen',
    body: ({ vendor, total, due }) =>
      `Die Rechnung von ${vendor} über ${total} war am ${due} fällig und ist noch offen. ${IGNORE_WHEN_PAID}`,
    action: 'Jetzt bezahlen',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `Quittung zur Rechnung ${number} von ${vendor}: ${total}`,
    heading: 'Vielen Dank für Ihre Zahlung',
    body: ({ vendor, total, paidOn }) => `Sie haben am ${paidOn} ${total} an ${vendor} bezahlt.`,
    action: 'Quittung ansehen',
    document: 'Quittung herunterladen (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `Zahlung von ${amount} an ${vendor} zur Rechnung ${number} eingegangen`,
    heading: 'Vielen Dank für Ihre Zahlung',
    body: ({ vendor, amount, paidOn }) => `${vendor} hat Ihre Zahlung von ${amount} am ${paidOn} erhalten.`,
    action: 'Rechnung ansehen',
  },
  partPaid: ({ paid, total, left }) => `Von ${total} sind ${paid} bezahlt. Noch zu zahlen: ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) => `Erstattung von ${vendor} zu Rechnung ${number}: ${amount}`,
    heading: ({ amount }) => `${amount} erstattet`,
    body: ({ number, vendor, amount }) =>
      `${vendor} hat Ihnen ${amount} zu Rechnung ${number} erstattet. Das Geld kommt auf dem Weg zurück, auf dem Sie bezahlt haben. Das kann 5 bis 10 Werktage dauern.`,
    amount: 'Erstattung',
    reason: 'Grund',
    creditNote: 'Gutschrift',
    action: 'Rechnung ansehen',
    document: 'Gutschrift herunterladen (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) => `Gutschrift von ${vendor} zu Rechnung ${number}: ${amount}`,
    heading: ({ amount }) => `${amount} gutgeschrieben`,
    body: ({ number, vendor, amount }) =>
      `${vendor} hat Ihnen zu Rechnung ${number} eine Gutschrift über ${amount} ausgestellt.`,
    left: ({ left }) => `Noch zu zahlen: ${left}.`,
    nothingLeft: 'Sie müssen nichts mehr bezahlen.',
    amount: 'Gutschrift',
  },
  payout: {
    subject: ({ vendor, amount }) => `${vendor} hat Ihnen ${amount} gesendet`,
    heading: ({ amount }) => `Sie haben ${amount} erhalten`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor} hat ${amount} auf Ihr Konto bei ${bankName} mit den Endziffern ${last4} überwiesen.`,
    amount: 'Betrag',
    bankAccount: 'Bankkonto',
    reference: 'Referenz',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) =>
      `Nicht gesendet: Ihre geplante Auszahlung von ${amount} an ${customer}`,
    heading: 'Eine geplante Auszahlung wurde nicht gesendet',
    body: ({ amount, customer }) =>
      `Die Auszahlung von ${amount} an ${customer} war fällig und konnte nicht gesendet werden.`,
    reason: ({ reason }) => `Grund: ${reason}`,
    nextStep:
      'Es wurde kein Geld bewegt. Wenn die Ursache behoben ist, wählen Sie für die Auszahlung einen neuen Tag.',
    action: 'Geplante Auszahlungen öffnen',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `Nicht gesendet: Ihre geplante Rechnung an ${customer}`,
    heading: 'Eine geplante Rechnung wurde nicht gesendet',
    body: ({ customer }) =>
      `Die Rechnung an ${customer} sollte heute gesendet werden; das war nicht möglich.`,
    reason: ({ reason }) => `Grund: ${reason}`,
    nextStep:
      'Sie ist weiterhin ein Entwurf, und Ihr Kunde hat nichts davon gesehen. Wenn die Ursache behoben ist, senden Sie die Rechnung oder wählen Sie einen neuen Tag.',
    action: 'Entwurf öffnen',
  },
  webhookFailing: {
    subject: 'Ihre Webhooks schlagen fehl',
    heading: 'Ihre Webhooks schlagen fehl',
    triedAgain: ({ url }) =>
      `Ein Ereignis konnte bisher nicht an ${url} zugestellt werden. Es wird erneut versucht.`,
    givenUp: ({ url }) =>
      `Alle Versuche, ein Ereignis an ${url} zuzustellen, sind fehlgeschlagen; es folgt kein weiterer.`,
    answer: ({ answer }) => `Der letzte Versuch endete mit: ${answer}`,
    onceADay:
      'Möglicherweise sind weitere Ereignisse betroffen: Sie erhalten diese E-Mail höchstens einmal am Tag. Sobald Ihr Server wieder arbeitet, können Sie die Ereignisse im Dashboard erneut zustellen.',
    action: 'Webhooks öffnen',
  },
  recurringStopped: {
    subject: ({ customer }) => `Wiederkehrende Rechnung angehalten: ${customer}`,
    heading: 'Eine wiederkehrende Rechnung wurde angehalten',
    body: ({ customer }) => `Bis auf Weiteres werden keine Rechnungen mehr an ${customer} gesendet.`,
    reasons: {
      customer_archived: 'Der Kunde wurde archiviert.',
      vendor_banned: 'Ihr Konto ist gesperrt.',
      live_mode_not_approved: 'Der Live-Modus ist nicht freigegeben.',
      payment_provider_failed: 'Der Zahlungsanbieter hat seit drei Tagen keine neue Rechnung angenommen.',
      terms_not_valid: 'Die Angaben der Rechnung sind nicht mehr gültig.',
      too_many_drafts: 'Sie haben zu viele Entwürfe. Senden oder löschen Sie einige.',
    },
    resume:
      'Setzen Sie sie fort, sobald das geklärt ist. Bis dahin versäumte Rechnungen werden übersprungen.',
    action: 'Wiederkehrende Rechnung öffnen',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Wiederkehrende Auszahlung angehalten: ${customer}`,
    heading: 'Eine wiederkehrende Auszahlung wurde angehalten',
    body: ({ customer }) =>
      `An ${customer} wird nichts gesendet, bis Sie die wiederkehrende Auszahlung fortsetzen.`,
    reasons: {
      customer_archived: 'Der Kunde wurde archiviert.',
      bank_account_archived: 'Das Bankkonto wurde archiviert.',
      vendor_banned: 'Ihr Konto ist gesperrt.',
      live_mode_not_approved: 'Der Live-Modus ist nicht freigegeben.',
      requester_left:
        'Die Person, in deren Namen sie läuft, darf für Ihr Team keine Auszahlungen mehr senden.',
      too_many_waiting:
        'Drei ihrer Auszahlungen warten noch auf Genehmigung. Genehmigen Sie sie oder lehnen Sie sie ab.',
    },
    resume:
      'Setzen Sie sie fort, sobald das geklärt ist. Bis dahin versäumte Auszahlungen werden übersprungen.',
    action: 'Wiederkehrende Auszahlung öffnen',
  },
  sweepStopped: {
    subject: () => 'Automatische Abhebungen angehalten',
    heading: 'Ihre automatischen Abhebungen wurden angehalten',
    body: () => 'Es wird nichts abgehoben, bis Sie sie fortsetzen.',
    resume: 'Setzen Sie sie fort, wenn das geklärt ist. Die Tage bis dahin werden übersprungen.',
    action: 'Abhebungen öffnen',
  },
  security: {
    signedIn: {
      subject: 'Neue Anmeldung bei Ihrem Konto',
      body: ({ browser, address }) =>
        `Bei Ihrem Konto hat sich jemand mit ${browser} von ${address} angemeldet.`,
    },
    wrongCodes: {
      subject: 'Jemand kennt Ihr Passwort',
      body: ({ browser, address }) =>
        `Jemand hat mit ${browser} von ${address} Ihr Passwort und danach fünf falsche Codes eingegeben. Der Zugang blieb verwehrt. Ändern Sie Ihr Passwort.`,
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      body: 'Das Passwort Ihres Kontos wurde geändert.',
    },
    emailChangeRequested: {
      subject: 'Möchten Sie Ihre Anmeldeadresse ändern?',
      body: ({ email, time, browser, address }) =>
        `Am ${time} wurde mit ${browser} von ${address} angefordert, Ihre Anmeldeadresse in ${email} zu ändern. Es ändert sich nichts, bis der dorthin gesendete Link geöffnet wird.`,
      stop: 'Wenn Sie das nicht waren, brechen Sie die Änderung in den Einstellungen unter Profil ab und legen Sie ein neues Passwort fest. Auch ein neues Passwort bricht sie ab.',
    },
    emailChanged: {
      subject: 'Ihre Anmeldeadresse wurde geändert',
      body: ({ email }) => `Ihr Konto meldet sich jetzt mit ${email} statt mit dieser Adresse an.`,
    },
    takenOver: {
      subject: 'Möglicherweise hat jemand anderes Ihr Konto eingerichtet',
      body: 'Ihre E-Mail-Adresse war nicht bestätigt, bevor Sie ein neues Passwort festgelegt haben. Deshalb könnte jemand anderes dieses Konto eingerichtet haben. Wir haben alle Sitzungen beendet, die Anmeldung in zwei Schritten ausgeschaltet, die Signaturschlüssel der Webhooks ersetzt und die Angaben zum Verkäufer auf Rechnungen gelöscht. Außerdem haben wir Folgendes rückgängig gemacht.',
      people: 'Personen, die gesperrt sind, bis Sie sie wieder zulassen',
      invitations: 'Widerrufene Einladungen',
      apiKeys: 'Widerrufene API-Schlüssel',
      endpoints: 'Gelöschte Webhook-Endpunkte',
      payouts: 'Abgebrochene Auszahlungen',
      series: 'Angehaltene wiederkehrende Rechnungen',
      payoutSeries: 'Angehaltene wiederkehrende Auszahlungen',
      sweeps: 'Angehaltene automatische Abhebungen',
      kept: 'Kunden, Bankkonten, Rechnungen und Entwürfe sind unverändert. Prüfen Sie sie, bevor Sie etwas in Rechnung stellen oder auszahlen.',
    },
    secondFactorRemoved: {
      subject: 'Die Anmeldung in zwei Schritten wurde ausgeschaltet',
      body: 'Ihr Konto fragt nach dem Passwort nicht mehr nach einem Code.',
    },
    passkeyAdded: {
      subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
      body: ({ passkey }) => `Mit „${passkey}“ kann man sich jetzt bei Ihrem Konto anmelden.`,
    },
    passkeyRemoved: {
      subject: 'Ein Passkey wurde aus Ihrem Konto entfernt',
      body: ({ passkey }) => `Mit „${passkey}“ kann man sich nicht mehr bei Ihrem Konto anmelden.`,
    },
    ownerChanged: {
      subject: 'Ihr Konto hat einen neuen Inhaber',
      body: ({ email }) => `${email} ist jetzt Inhaber. Sie sind Administrator.`,
    },
    keyCreated: {
      subject: 'Neuer Live-API-Schlüssel',
      body: ({ key }) =>
        `Der Live-API-Schlüssel ${key} wurde erstellt. Wer ihn besitzt, kann Ihr Geld bewegen.`,
    },
    bankAccountAdded: {
      subject: 'Neues Bankkonto für Auszahlungen',
      body: ({ bankAccount }) =>
        `Ein Bankkonto wurde hinzugefügt, das Auszahlungen empfangen kann: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'Das Bankkonto auf Ihren Rechnungen wurde geändert',
      body: ({ person, bankAccount }) =>
        `${person} hat das Bankkonto geändert, auf das Ihre Kunden laut Rechnung zahlen: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'Neue Bankverbindung eines Kunden',
      body: ({ customer, bankAccount }) =>
        `${customer} hat auf der Seite, um die Sie gebeten haben, ein Bankkonto angegeben: ${bankAccount}.`,
      check:
        'Bevor Sie dorthin auszahlen, fragen Sie den Kunden auf einem anderen Weg als dem, auf dem Sie den Link gesendet haben, ob es sein Konto ist.',
    },
    endpointAdded: {
      subject: 'Neuer Webhook-Endpunkt im Live-Modus',
      body: ({ host, person }) =>
        `${person} hat im Live-Modus einen Webhook-Endpunkt hinzugefügt: ${host}. Er empfängt Ereignisse Ihres Kontos mit den Daten Ihrer Kunden.`,
    },
    endpointAddedByKey: {
      subject: 'Neuer Webhook-Endpunkt im Live-Modus',
      body: ({ host, key }) =>
        `Mit dem API-Schlüssel ${key} wurde im Live-Modus ein Webhook-Endpunkt hinzugefügt: ${host}. Er empfängt Ereignisse Ihres Kontos mit den Daten Ihrer Kunden.`,
    },
    endpointMoved: {
      subject: 'Neue URL eines Webhook-Endpunkts im Live-Modus',
      body: ({ host, person }) =>
        `${person} hat im Live-Modus die URL eines Webhook-Endpunkts geändert: ${host}. Er empfängt Ereignisse Ihres Kontos mit den Daten Ihrer Kunden.`,
    },
    endpointMovedByKey: {
      subject: 'Neue URL eines Webhook-Endpunkts im Live-Modus',
      body: ({ host, key }) =>
        `Mit dem API-Schlüssel ${key} wurde im Live-Modus die URL eines Webhook-Endpunkts geändert: ${host}. Er empfängt Ereignisse Ihres Kontos mit den Daten Ihrer Kunden.`,
    },
    payoutApprovalSet: {
      subject: 'Die Freigabe von Auszahlungen wurde geändert',
      body: ({ person, amount }) =>
        `${person} hat festgelegt, dass Auszahlungen ab ${amount} eine zweite Person brauchen.`,
    },
    payoutApprovalOff: {
      subject: 'Die Freigabe von Auszahlungen wurde ausgeschaltet',
      body: ({ person }) =>
        `${person} hat die Freigabe von Auszahlungen durch eine zweite Person ausgeschaltet.`,
    },
    approverInvited: {
      subject: 'Eine Person wurde eingeladen, die Auszahlungen freigeben kann',
      body: ({ person, email }) =>
        `${person} hat ${email} in eine Rolle eingeladen, die Auszahlungen freigibt. Sobald die Person beitritt, schreiben wir Ihnen wieder.`,
    },
    approverAdded: {
      subject: 'Neue Person für die Freigabe von Auszahlungen',
      body: ({ email, day }) =>
        `${email} kann ab dem ${day} Auszahlungen freigeben, die andere angefordert haben.`,
    },
    notYou:
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort, beenden Sie die anderen Sitzungen und widerrufen Sie unbekannte API-Schlüssel.',
    action: 'Konto prüfen',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Auszahlung freigeben: ${amount} an ${customer}`,
      heading: ({ amount }) => `Eine Auszahlung von ${amount} wartet auf Freigabe`,
      body: ({ requester, amount, customer }) =>
        `${requester} möchte ${amount} an ${customer} auszahlen. Die Auszahlung wird gesendet, sobald Sie oder jemand anderes sie freigibt, und verfällt nach 7 Tagen.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} möchte am ${day} ${amount} an ${customer} auszahlen. Die Auszahlung wird an diesem Tag gesendet, wenn Sie oder jemand anderes sie bis dahin freigegeben hat, sonst sobald sie freigegeben ist.`,
      action: 'Auszahlung prüfen',
    },
    approved: {
      subject: ({ amount, customer }) => `Auszahlung freigegeben: ${amount} an ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} hat Ihre Auszahlung von ${amount} an ${customer} freigegeben.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Auszahlung abgelehnt: ${amount} an ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} hat Ihre Auszahlung von ${amount} an ${customer} abgelehnt. Es wurde nichts gesendet.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Auszahlungsanfrage verfallen: ${amount} an ${customer}`,
      body: ({ amount, customer }) =>
        `Niemand hat innerhalb von 7 Tagen über Ihre Auszahlung von ${amount} an ${customer} entschieden. Es wurde nichts gesendet.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Sammelauszahlung freigeben: ${amount} in ${file}`,
        heading: ({ amount }) => `Auszahlungen von ${amount} warten auf Freigabe`,
        body: ({ requester, amount, file }) =>
          `${requester} möchte mit der Datei ${file} ${amount} auszahlen. Es wird nichts gesendet, bis Sie oder jemand anderes das freigibt.`,
        action: 'Sammelauszahlung prüfen',
      },
      approved: {
        subject: ({ amount, file }) => `Sammelauszahlung freigegeben: ${amount} in ${file}`,
        body: ({ person, amount, file }) =>
          `${person} hat Ihre Auszahlungen von ${amount} in ${file} freigegeben.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Sammelauszahlung zurückgegeben: ${amount} in ${file}`,
        body: ({ person, amount, file }) =>
          `${person} hat Ihre Auszahlungen von ${amount} in ${file} zurückgegeben. Es wurde nichts gesendet.`,
      },
      file: 'Datei',
      payouts: 'Auszahlungen',
    },
    reason: ({ reason }) => `Grund: ${reason}`,
    amount: 'Betrag',
    customer: 'Kunde',
    bankAccount: 'Bankkonto',
    requestedBy: 'Angefragt von',
    view: 'Anfrage ansehen',
  },
  portalLink: {
    subject: ({ vendor }) => `Ihre Rechnungen von ${vendor}`,
    heading: ({ vendor }) => `Ihre Rechnungen von ${vendor} ansehen`,
    body: 'Öffnen Sie sie innerhalb der nächsten 30 Minuten. Der Link gilt nur einmal.',
    ignore: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
    action: 'Rechnungen ansehen',
  },
  passwordReset: {
    subject: 'Setzen Sie Ihr Passwort zurück',
    heading: 'Setzen Sie Ihr Passwort zurück',
    body: 'Wählen Sie innerhalb der nächsten Stunde ein neues Passwort. Der Link gilt nur einmal.',
    action: 'Neues Passwort wählen',
    ignore:
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `Einladung von ${vendor}`,
    heading: ({ vendor }) => `Treten Sie ${vendor} auf Counterfoil bei`,
    body: ({ email }) =>
      `Diese Einladung gilt für ${email}. Der Link funktioniert einmal, innerhalb der nächsten 7 Tage.`,
    action: 'Dem Team beitreten',
    ignore: 'Wenn Sie keine Einladung erwartet haben, ignorieren Sie diese E-Mail.',
  },
  invitation: {
    subject: 'Sie sind zu Counterfoil eingeladen',
    heading: 'Erstellen Sie Ihr Konto',
    body: ({ email }) =>
      `Diese Einladung gilt für ${email}. Der Link funktioniert einmal, innerhalb der nächsten 7 Tage.`,
    action: 'Konto erstellen',
    ignore: 'Wenn Sie keine Einladung erwartet haben, ignorieren Sie diese E-Mail.',
  },
  emailConfirmation: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    body: ({ email }) => `Bestätigen Sie innerhalb von 24 Stunden, dass ${email} Ihre Adresse ist.`,
    action: 'Adresse bestätigen',
    ignore: 'Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail.',
  },
  newEmailConfirmation: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    heading: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    body: ({ email }) =>
      `Bestätigen Sie innerhalb von 24 Stunden, dass Sie sich künftig mit ${email} anmelden möchten.`,
    action: 'Adresse bestätigen',
    ignore: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Es ändert sich nichts.',
  },
}
