import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'Hebt u al betaald, dan hoeft u niets meer te doen.'

export const nl: MailTexts = {
  testSubject: ({ subject }) => `[Proef] ${subject}`,
  testBand: 'Testmodus: er wordt geen echt geld verplaatst.',
  addressHint: 'Werkt de knop niet, open dan dit adres:',
  sentForVendor: ({ vendor, service }) =>
    `${service} stuurt deze e-mail namens ${vendor}. Een antwoord gaat naar ${vendor}.`,
  taxId: ({ taxId }) => `Fiscaal nummer: ${taxId}`,
  sentByService: ({ service }) => `Verstuurd door ${service}.`,
  columns: {
    discount: 'Korting',
    includedTax: ({ tax }) => `Inclusief ${tax}`,
    total: 'Totaal',
    paidSoFar: 'Al betaald',
    credited: 'Gecrediteerd',
    leftToPay: 'Nog te betalen',
    paidBefore: 'Eerder betaald',
    thisPayment: 'Deze betaling',
    fee: 'Kosten',
    due: 'Vervaldatum',
    paidOn: 'Betaald op',
    method: 'Betaalwijze',
    number: 'Factuur',
    receiptNumber: 'Betaalbewijsnummer',
    moreItems: ({ count }) => `en nog ${count}`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Factuur ${number} van ${vendor}: ${total}`,
    heading: ({ vendor }) => `Factuur van ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} vraagt u uiterlijk op ${due} ${total} te betalen.`,
    action: 'Nu betalen',
    document: 'Factuur downloaden (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `Factuur ${number} van ${vendor} is gewijzigd`,
    heading: 'Uw factuur is gewijzigd',
    body: ({ number, vendor }) =>
      `${vendor} heeft factuur ${number} gewijzigd. Het bedrag, het factuurnummer en de betaallink zijn hetzelfde gebleven.`,
    address: 'Factuuradres',
    buyerReference: 'Uw referentie',
    notes: 'Opmerkingen',
    nowAndBefore: ({ now, before }) => `${now} (voorheen: ${before})`,
    action: 'Factuur bekijken',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `Herinnering: ${total} aan ${vendor}, te betalen uiterlijk ${due}`,
    heading: 'Uw factuur moet binnenkort betaald zijn',
    body: ({ vendor, total, due }) =>
      `De factuur van ${vendor} van ${total} moet uiterlijk op ${due} betaald zijn. ${IGNORE_WHEN_PAID}`,
    action: 'Nu betalen',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Betaaltermijn verstreken: ${total} aan ${vendor}`,
    heading: 'De betaaltermijn van uw factuur is verstreken',
    body: ({ vendor, total, due }) =>
      `De factuur van ${vendor} van ${total} had uiterlijk op ${due} betaald moeten zijn. ${IGNORE_WHEN_PAID}`,
    action: 'Nu betalen',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `Tweede herinnering: ${total} aan ${vendor}`,
    heading: 'Uw factuur staat nog open',
    body: ({ vendor, total, due }) =>
      `De factuur van ${vendor} van ${total} had uiterlijk op ${due} betaald moeten zijn en staat nog open. ${IGNORE_WHEN_PAID}`,
    action: 'Nu betalen',
  },
  receipt: {
    subject: ({ number, vendor, total }) => `Betaalbewijs van factuur ${number} van ${vendor}: ${total}`,
    heading: 'Bedankt voor uw betaling',
    body: ({ vendor, total, paidOn }) => `U hebt op ${paidOn} ${total} aan ${vendor} betaald.`,
    action: 'Betaalbewijs bekijken',
    document: 'Betaalbewijs downloaden (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) =>
      `Betaling van ${amount} aan ${vendor} voor factuur ${number} ontvangen`,
    heading: 'Bedankt voor uw betaling',
    body: ({ vendor, amount, paidOn }) => `${vendor} heeft op ${paidOn} uw betaling van ${amount} ontvangen.`,
    action: 'Factuur bekijken',
  },
  partPaid: ({ paid, total, left }) => `Van ${total} is ${paid} betaald. Nog te betalen: ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) =>
      `Terugbetaling van ${amount} door ${vendor} voor factuur ${number}`,
    heading: ({ amount }) => `${amount} terugbetaald`,
    body: ({ number, vendor, amount }) =>
      `${vendor} heeft ${amount} terugbetaald voor factuur ${number}. Het geld komt terug zoals u hebt betaald. Dat kan 5 tot 10 werkdagen duren.`,
    amount: 'Terugbetaling',
    reason: 'Reden',
    creditNote: 'Creditnota',
    action: 'Factuur bekijken',
    document: 'Creditnota downloaden (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) => `Creditnota van ${amount} van ${vendor} voor factuur ${number}`,
    heading: ({ amount }) => `${amount} gecrediteerd`,
    body: ({ number, vendor, amount }) =>
      `${vendor} heeft een creditnota van ${amount} opgesteld voor factuur ${number}.`,
    left: ({ left }) => `Nog te betalen: ${left}.`,
    nothingLeft: 'U hoeft niets meer te betalen.',
    amount: 'Creditering',
  },
  payout: {
    subject: ({ vendor, amount }) => `${vendor} heeft u ${amount} gestuurd`,
    heading: ({ amount }) => `U hebt ${amount} ontvangen`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `${vendor} heeft ${amount} uitbetaald op uw rekening bij ${bankName} die eindigt op ${last4}.`,
    amount: 'Bedrag',
    bankAccount: 'Bankrekening',
    reference: 'Kenmerk',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) =>
      `Niet verstuurd: uw geplande uitbetaling van ${amount} aan ${customer}`,
    heading: 'Een geplande uitbetaling is niet verstuurd',
    body: ({ amount, customer }) =>
      `De uitbetaling van ${amount} aan ${customer} stond gepland en kon niet worden verstuurd.`,
    reason: ({ reason }) => `Reden: ${reason}`,
    nextStep: 'Er is geen geld verplaatst. Kies een nieuwe dag zodra de oorzaak is verholpen.',
    action: 'Geplande uitbetalingen openen',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `Niet verzonden: uw geplande factuur aan ${customer}`,
    heading: 'Een geplande factuur is niet verzonden',
    body: ({ customer }) =>
      `De factuur aan ${customer} zou vandaag worden verzonden, maar dat is niet gelukt.`,
    reason: ({ reason }) => `Reden: ${reason}`,
    nextStep:
      'Het is nog een concept en uw klant heeft er niets van gezien. Verzend de factuur of kies een nieuwe dag zodra de oorzaak is verholpen.',
    action: 'Concept openen',
  },
  webhookFailing: {
    subject: 'Uw webhooks komen niet aan',
    heading: 'Uw webhooks komen niet aan',
    triedAgain: ({ url }) =>
      `Een gebeurtenis kon nog niet worden afgeleverd op ${url}. Het wordt opnieuw geprobeerd.`,
    givenUp: ({ url }) =>
      `Alle pogingen om een gebeurtenis af te leveren op ${url} zijn mislukt; er volgt geen nieuwe.`,
    answer: ({ answer }) => `De laatste poging eindigde met: ${answer}`,
    onceADay:
      'Misschien mislukken er meer gebeurtenissen: u krijgt deze e-mail hooguit één keer per dag. Werkt uw server weer, dan kunt u ze vanuit het dashboard opnieuw afleveren.',
    action: 'Webhooks openen',
  },
  recurringStopped: {
    subject: ({ customer }) => `Terugkerende factuur gestopt: ${customer}`,
    heading: 'Een terugkerende factuur is gestopt',
    body: ({ customer }) => `Voorlopig worden er geen facturen meer aan ${customer} gestuurd.`,
    reasons: {
      customer_archived: 'De klant is gearchiveerd.',
      vendor_banned: 'Uw account is geblokkeerd.',
      live_mode_not_approved: 'De live-modus is niet goedgekeurd.',
      payment_provider_failed: 'De betaaldienst neemt al drie dagen geen nieuwe factuur aan.',
      terms_not_valid: 'De gegevens van de factuur zijn niet meer geldig.',
      too_many_drafts: 'U hebt te veel concepten. Verstuur of verwijder er een paar.',
    },
    resume: 'Hervat deze zodra dat is opgelost. Facturen die tot dan toe zijn gemist, worden overgeslagen.',
    action: 'Terugkerende factuur openen',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Terugkerende uitbetaling gestopt: ${customer}`,
    heading: 'Een terugkerende uitbetaling is gestopt',
    body: ({ customer }) =>
      `Er wordt niets naar ${customer} gestuurd totdat u de terugkerende uitbetaling hervat.`,
    reasons: {
      customer_archived: 'De klant is gearchiveerd.',
      bank_account_archived: 'De bankrekening is gearchiveerd.',
      vendor_banned: 'Uw account is geblokkeerd.',
      live_mode_not_approved: 'De live-modus is niet goedgekeurd.',
      requester_left: 'De persoon namens wie deze loopt, kan voor uw team geen uitbetalingen meer versturen.',
      too_many_waiting: 'Drie van de uitbetalingen wachten nog op goedkeuring. Keur ze goed of wijs ze af.',
    },
    resume:
      'Hervat deze zodra dat is opgelost. Uitbetalingen die tot dan toe zijn gemist, worden overgeslagen.',
    action: 'Terugkerende uitbetaling openen',
  },
  sweepStopped: {
    subject: () => 'Automatische opnames gestopt',
    heading: 'Uw automatische opnames zijn gestopt',
    body: () => 'Er wordt niets opgenomen totdat u ze hervat.',
    resume: 'Hervat ze wanneer dat is opgelost. De dagen tot dan worden overgeslagen.',
    action: 'Opnames openen',
  },
  security: {
    signedIn: {
      subject: 'Nieuwe aanmelding bij uw account',
      body: ({ browser, address }) => `Er is bij uw account aangemeld met ${browser} vanaf ${address}.`,
    },
    wrongCodes: {
      subject: 'Iemand kent uw wachtwoord',
      body: ({ browser, address }) =>
        `Iemand heeft met ${browser} vanaf ${address} uw wachtwoord ingevoerd en daarna vijf verkeerde codes. Diegene is niet binnengekomen. Wijzig uw wachtwoord.`,
    },
    passwordChanged: {
      subject: 'Uw wachtwoord is gewijzigd',
      body: 'Het wachtwoord van uw account is gewijzigd.',
    },
    emailChangeRequested: {
      subject: 'Bevestig dat u een ander aanmeldadres wilt',
      body: ({ email, time, browser, address }) =>
        `Op ${time} is met ${browser} vanaf ${address} gevraagd uw aanmeldadres te wijzigen in ${email}. Er verandert niets totdat de link wordt geopend die daarheen is gestuurd.`,
      stop: 'Was u dit niet, annuleer de wijziging dan onder Settings → Profile en stel een nieuw wachtwoord in. Ook een nieuw wachtwoord annuleert haar.',
    },
    emailChanged: {
      subject: 'Uw aanmeldadres is gewijzigd',
      body: ({ email }) => `U meldt zich nu aan met ${email} in plaats van met dit adres.`,
    },
    takenOver: {
      subject: 'Misschien heeft iemand anders uw account aangemaakt',
      body: 'Uw e-mailadres was niet bevestigd voordat u een nieuw wachtwoord instelde; iemand anders kan dit account dus hebben aangemaakt. We hebben alle sessies beëindigd, aanmelden in twee stappen uitgezet, de ondertekeningssleutels van webhooks vervangen en de verkopersgegevens op facturen gewist. Ook het volgende hebben we ongedaan gemaakt.',
      people: 'Personen die geen toegang hebben totdat u hen weer toelaat',
      invitations: 'Ingetrokken uitnodigingen',
      apiKeys: 'Ingetrokken API-sleutels',
      endpoints: 'Verwijderde webhook-endpoints',
      payouts: 'Geannuleerde uitbetalingen die nog niet waren verstuurd',
      series: 'Gepauzeerde terugkerende facturen',
      payoutSeries: 'Gepauzeerde terugkerende uitbetalingen',
      sweeps: 'Gepauzeerde automatische opnames',
      kept: 'Klanten, bankrekeningen, facturen en concepten zijn ongewijzigd. Controleer ze voordat u iemand factureert of betaalt.',
    },
    secondFactorRemoved: {
      subject: 'Aanmelden in twee stappen is uitgezet',
      body: 'Uw account vraagt na het wachtwoord geen code meer.',
    },
    passkeyAdded: {
      subject: 'Er is een passkey aan uw account toegevoegd',
      body: ({ passkey }) => `Met ‘${passkey}’ kan nu bij uw account worden aangemeld.`,
    },
    passkeyRemoved: {
      subject: 'Er is een passkey uit uw account verwijderd',
      body: ({ passkey }) => `Met ‘${passkey}’ kan niet meer bij uw account worden aangemeld.`,
    },
    ownerChanged: {
      subject: 'Uw account heeft een nieuwe eigenaar',
      body: ({ email }) => `${email} is nu de eigenaar. U bent beheerder.`,
    },
    keyCreated: {
      subject: 'Nieuwe API-sleutel voor de live-modus',
      body: ({ key }) =>
        `De API-sleutel ${key} is aangemaakt voor de live-modus. Wie hem heeft, kan uw geld verplaatsen.`,
    },
    bankAccountAdded: {
      subject: 'Nieuwe bankrekening voor uitbetalingen',
      body: ({ bankAccount }) =>
        `Er is een bankrekening toegevoegd die uitbetalingen kan ontvangen: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'De bankrekening op uw facturen is gewijzigd',
      body: ({ person, bankAccount }) =>
        `${person} heeft de bankrekening gewijzigd waarop uw facturen vragen te betalen: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'Nieuwe bankgegevens van een klant',
      body: ({ customer, bankAccount }) =>
        `${customer} heeft op de pagina die u hebt gestuurd een bankrekening ingevuld: ${bankAccount}.`,
      check:
        'Vraag de klant voordat u erop uitbetaalt of de rekening echt van hem of haar is, langs een andere weg dan die waarlangs u de link hebt gestuurd.',
    },
    endpointAdded: {
      subject: 'Nieuw webhook-endpoint in de live-modus',
      body: ({ host, person }) =>
        `${person} heeft een webhook-endpoint toegevoegd in de live-modus: ${host}. Het krijgt gebeurtenissen van uw account, met gegevens van uw klanten.`,
    },
    endpointAddedByKey: {
      subject: 'Nieuw webhook-endpoint in de live-modus',
      body: ({ host, key }) =>
        `Met de API-sleutel ${key} is een webhook-endpoint toegevoegd in de live-modus: ${host}. Het krijgt gebeurtenissen van uw account, met gegevens van uw klanten.`,
    },
    endpointMoved: {
      subject: 'Nieuwe URL van een webhook-endpoint in de live-modus',
      body: ({ host, person }) =>
        `${person} heeft de URL van een webhook-endpoint in de live-modus gewijzigd: ${host}. Het krijgt gebeurtenissen van uw account, met gegevens van uw klanten.`,
    },
    endpointMovedByKey: {
      subject: 'Nieuwe URL van een webhook-endpoint in de live-modus',
      body: ({ host, key }) =>
        `Met de API-sleutel ${key} is de URL van een webhook-endpoint in de live-modus gewijzigd: ${host}. Het krijgt gebeurtenissen van uw account, met gegevens van uw klanten.`,
    },
    payoutApprovalSet: {
      subject: 'De goedkeuring van uitbetalingen is gewijzigd',
      body: ({ person, amount }) =>
        `${person} heeft ingesteld dat uitbetalingen vanaf ${amount} een tweede persoon nodig hebben.`,
    },
    payoutApprovalOff: {
      subject: 'De goedkeuring van uitbetalingen is uitgezet',
      body: ({ person }) =>
        `${person} heeft de goedkeuring van uitbetalingen door een tweede persoon uitgezet.`,
    },
    approverInvited: {
      subject: 'Er is iemand uitgenodigd die uitbetalingen kan goedkeuren',
      body: ({ person, email }) =>
        `${person} heeft ${email} uitgenodigd voor een rol die uitbetalingen goedkeurt. We mailen u weer zodra deze persoon erbij komt.`,
    },
    approverAdded: {
      subject: 'Nieuwe persoon die uitbetalingen goedkeurt',
      body: ({ email, day }) => `${email} kan vanaf ${day} uitbetalingen goedkeuren die anderen aanvragen.`,
    },
    notYou:
      'Was u dit niet, wijzig dan uw wachtwoord, beëindig de andere sessies en trek onbekende API-sleutels in.',
    action: 'Account controleren',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Uitbetaling goedkeuren: ${amount} aan ${customer}`,
      heading: ({ amount }) => `Een uitbetaling van ${amount} wacht op goedkeuring`,
      body: ({ requester, amount, customer }) =>
        `${requester} wil ${amount} uitbetalen aan ${customer}. De uitbetaling gaat weg zodra u of iemand anders haar goedkeurt en vervalt na 7 dagen.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} wil op ${day} ${amount} uitbetalen aan ${customer}. De uitbetaling gaat die dag weg als u of iemand anders haar dan heeft goedgekeurd, en anders zodra ze is goedgekeurd.`,
      action: 'Uitbetaling bekijken',
    },
    approved: {
      subject: ({ amount, customer }) => `Uitbetaling goedgekeurd: ${amount} aan ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} heeft uw uitbetaling van ${amount} aan ${customer} goedgekeurd.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Uitbetaling afgewezen: ${amount} aan ${customer}`,
      body: ({ person, amount, customer }) =>
        `${person} heeft uw uitbetaling van ${amount} aan ${customer} afgewezen. Er is niets verstuurd.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Aanvraag voor uitbetaling vervallen: ${amount} aan ${customer}`,
      body: ({ amount, customer }) =>
        `Niemand heeft binnen 7 dagen beslist over uw uitbetaling van ${amount} aan ${customer}. Er is niets verstuurd.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Uitbetalingen goedkeuren: ${amount} in ${file}`,
        heading: ({ amount }) => `Uitbetalingen van ${amount} wachten op goedkeuring`,
        body: ({ requester, amount, file }) =>
          `${requester} wil ${amount} uitbetalen met het bestand ${file}. Er wordt niets verstuurd totdat u of iemand anders het goedkeurt.`,
        action: 'Uitbetalingen bekijken',
      },
      approved: {
        subject: ({ amount, file }) => `Uitbetalingen goedgekeurd: ${amount} in ${file}`,
        body: ({ person, amount, file }) =>
          `${person} heeft uw uitbetalingen van ${amount} in ${file} goedgekeurd.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Uitbetalingen teruggestuurd: ${amount} in ${file}`,
        body: ({ person, amount, file }) =>
          `${person} heeft uw uitbetalingen van ${amount} in ${file} teruggestuurd. Er is niets verstuurd.`,
      },
      file: 'Bestand',
      payouts: 'Uitbetalingen',
    },
    reason: ({ reason }) => `Reden: ${reason}`,
    amount: 'Bedrag',
    customer: 'Klant',
    bankAccount: 'Bankrekening',
    requestedBy: 'Aangevraagd door',
    view: 'Aanvraag bekijken',
  },
  portalLink: {
    subject: ({ vendor }) => `Uw facturen van ${vendor}`,
    heading: ({ vendor }) => `Bekijk uw facturen van ${vendor}`,
    body: 'Open ze binnen 30 minuten. De link werkt één keer.',
    ignore: 'Hebt u dit niet gevraagd, dan kunt u deze e-mail negeren.',
    action: 'Facturen bekijken',
  },
  passwordReset: {
    subject: 'Kies een nieuw wachtwoord',
    heading: 'Kies een nieuw wachtwoord',
    body: 'Kies binnen een uur een nieuw wachtwoord. De link werkt één keer.',
    action: 'Nieuw wachtwoord kiezen',
    ignore: 'Hebt u dit niet gevraagd, dan kunt u deze e-mail negeren: uw wachtwoord blijft hetzelfde.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `U bent uitgenodigd bij ${vendor}`,
    heading: ({ vendor }) => `Sluit u aan bij ${vendor} op Counterfoil`,
    body: ({ email }) => `Deze uitnodiging is voor ${email}. De link werkt één keer, binnen 7 dagen.`,
    action: 'Aansluiten bij het team',
    ignore: 'Verwachtte u geen uitnodiging, dan kunt u deze e-mail negeren.',
  },
  invitation: {
    subject: 'U bent uitgenodigd voor Counterfoil',
    heading: 'Maak uw account aan',
    body: ({ email }) => `Deze uitnodiging is voor ${email}. De link werkt één keer, binnen 7 dagen.`,
    action: 'Account aanmaken',
    ignore: 'Verwachtte u geen uitnodiging, dan kunt u deze e-mail negeren.',
  },
  emailConfirmation: {
    subject: 'Bevestig uw e-mailadres',
    heading: 'Bevestig uw e-mailadres',
    body: ({ email }) => `Bevestig binnen 24 uur dat ${email} uw adres is.`,
    action: 'E-mailadres bevestigen',
    ignore: 'Hebt u zich niet aangemeld, dan kunt u deze e-mail negeren.',
  },
  newEmailConfirmation: {
    subject: 'Bevestig uw nieuwe e-mailadres',
    heading: 'Bevestig uw nieuwe e-mailadres',
    body: ({ email }) => `Bevestig binnen 24 uur dat u zich voortaan met ${email} wilt aanmelden.`,
    action: 'E-mailadres bevestigen',
    ignore: 'Hebt u dit niet gevraagd, dan kunt u deze e-mail negeren. Er verandert niets.',
  },
}
