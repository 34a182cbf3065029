import type { MailTexts } from './mail-texts'

const IGNORE_WHEN_PAID = 'Jeśli płatność została już dokonana, nic więcej nie trzeba robić.'

export const pl: MailTexts = {
  testSubject: ({ subject }) => `[Test] ${subject}`,
  testBand: 'Tryb testowy: bez obrotu prawdziwymi pieniędzmi.',
  addressHint: 'Jeśli przycisk nie działa, prosimy otworzyć ten adres:',
  sentForVendor: ({ vendor, service }) =>
    `${service} wysyła tę wiadomość w imieniu ${vendor}. Odpowiedź trafi do ${vendor}.`,
  taxId: ({ taxId }) => `Identyfikator podatkowy: ${taxId}`,
  sentByService: ({ service }) => `Wiadomość wysłana przez ${service}.`,
  columns: {
    discount: 'Rabat',
    includedTax: ({ tax }) => `W tym ${tax}`,
    total: 'Razem',
    paidSoFar: 'Dotychczas zapłacono',
    credited: 'Skorygowano',
    leftToPay: 'Pozostało do zapłaty',
    paidBefore: 'Zapłacono wcześniej',
    thisPayment: 'Ta płatność',
    fee: 'Opłata',
    due: 'Termin płatności',
    paidOn: 'Data płatności',
    method: 'Sposób płatności',
    number: 'Faktura',
    receiptNumber: 'Numer potwierdzenia',
    moreItems: ({ count }) => `i jeszcze ${count}`,
  },
  invoice: {
    subject: ({ number, vendor, total }) => `Faktura ${number} od ${vendor}: ${total}`,
    heading: ({ vendor }) => `Faktura od ${vendor}`,
    body: ({ vendor, total, due }) => `${vendor} prosi o zapłatę kwoty ${total}. Termin płatności: ${due}.`,
    action: 'Zapłać teraz',
    document: 'Pobierz fakturę (PDF)',
  },
  changedInvoice: {
    subject: ({ number, vendor }) => `Zmiana faktury ${number} od ${vendor}`,
    heading: 'Faktura została zmieniona',
    body: ({ number, vendor }) =>
      `Faktura ${number} od ${vendor} została zmieniona. Kwota, numer faktury i link do płatności pozostają bez zmian.`,
    address: 'Adres na fakturze',
    buyerReference: 'Państwa numer referencyjny',
    notes: 'Uwagi',
    nowAndBefore: ({ now, before }) => `${now} (wcześniej: ${before})`,
    action: 'Zobacz fakturę',
  },
  reminderDueSoon: {
    subject: ({ vendor, total, due }) => `Przypomnienie: ${total} dla ${vendor}, termin płatności ${due}`,
    heading: 'Zbliża się termin płatności faktury',
    body: ({ vendor, total, due }) =>
      `Termin płatności faktury od ${vendor} na kwotę ${total} mija ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Zapłać teraz',
  },
  reminderOverdue: {
    subject: ({ vendor, total }) => `Po terminie płatności: ${total} dla ${vendor}`,
    heading: 'Termin płatności faktury minął',
    body: ({ vendor, total, due }) =>
      `Termin płatności faktury od ${vendor} na kwotę ${total} minął ${due}. ${IGNORE_WHEN_PAID}`,
    action: 'Zapłać teraz',
  },
  reminderLongOverdue: {
    subject: ({ vendor, total }) => `Drugie przypomnienie: zaległa płatność ${total} dla ${vendor}`,
    heading: 'Faktura nadal nie jest opłacona',
    body: ({ vendor, total, due }) =>
      `Termin płatności faktury od ${vendor} na kwotę ${total} minął ${due}, a faktura nadal nie jest opłacona. ${IGNORE_WHEN_PAID}`,
    action: 'Zapłać teraz',
  },
  receipt: {
    subject: ({ number, vendor, total }) =>
      `Potwierdzenie płatności za fakturę ${number} od ${vendor}: ${total}`,
    heading: 'Dziękujemy za płatność',
    body: ({ vendor, total, paidOn }) => `Płatność dla ${vendor}: ${total}. Data płatności: ${paidOn}.`,
    action: 'Zobacz potwierdzenie',
    document: 'Pobierz potwierdzenie płatności (PDF)',
  },
  partReceipt: {
    subject: ({ number, vendor, amount }) => `Przyjęto płatność ${amount} dla ${vendor} za fakturę ${number}`,
    heading: 'Dziękujemy za płatność',
    body: ({ vendor, amount, paidOn }) => `Płatność ${amount} dla ${vendor} została przyjęta ${paidOn}.`,
    action: 'Zobacz fakturę',
  },
  partPaid: ({ paid, total, left }) => `Zapłacono ${paid} z ${total}. Pozostało do zapłaty: ${left}.`,
  refund: {
    subject: ({ number, vendor, amount }) => `Zwrot ${amount} od ${vendor} za fakturę ${number}`,
    heading: ({ amount }) => `Zwrócono ${amount}`,
    body: ({ number, vendor, amount }) =>
      `Zwrot od ${vendor} za fakturę ${number}: ${amount}. Pieniądze wracają tą samą drogą, którą dokonano płatności. Może to potrwać od 5 do 10 dni roboczych.`,
    amount: 'Zwrot',
    reason: 'Powód',
    creditNote: 'Faktura korygująca',
    action: 'Zobacz fakturę',
    document: 'Pobierz fakturę korygującą (PDF)',
  },
  credit: {
    subject: ({ number, vendor, amount }) => `Korekta ${amount} od ${vendor} do faktury ${number}`,
    heading: ({ amount }) => `Korekta: ${amount}`,
    body: ({ number, vendor, amount }) =>
      `${vendor} wystawia korektę do faktury ${number} na kwotę ${amount}.`,
    left: ({ left }) => `Pozostało do zapłaty: ${left}.`,
    nothingLeft: 'Nie ma już nic do zapłaty.',
    amount: 'Korekta',
  },
  payout: {
    subject: ({ vendor, amount }) => `Wypłata ${amount} od ${vendor}`,
    heading: ({ amount }) => `Wypłata ${amount} została wysłana`,
    body: ({ vendor, amount, bankName, last4 }) =>
      `Wypłata od ${vendor} w kwocie ${amount} została wysłana na rachunek w ${bankName} o numerze kończącym się na ${last4}.`,
    amount: 'Kwota',
    bankAccount: 'Rachunek bankowy',
    reference: 'Numer referencyjny',
  },
  payoutNotSent: {
    subject: ({ amount, customer }) => `Nie wysłano: zaplanowana wypłata ${amount} dla ${customer}`,
    heading: 'Zaplanowana wypłata nie została wysłana',
    body: ({ amount, customer }) =>
      `Nadszedł termin wypłaty ${amount} dla ${customer}, ale nie udało się jej wysłać.`,
    reason: ({ reason }) => `Powód: ${reason}`,
    nextStep: 'Żadne środki nie zostały pobrane. Po usunięciu przyczyny prosimy wybrać nowy dzień.',
    action: 'Otwórz zaplanowane wypłaty',
  },
  invoiceNotSent: {
    subject: ({ customer }) => `Nie wysłano: zaplanowana faktura dla ${customer}`,
    heading: 'Zaplanowana faktura nie została wysłana',
    body: ({ customer }) => `Faktura dla ${customer} miała zostać wysłana dzisiaj, ale to się nie udało.`,
    reason: ({ reason }) => `Powód: ${reason}`,
    nextStep:
      'Nadal jest szkicem, a klient jej nie widział. Po usunięciu przyczyny można ją wysłać lub wybrać nowy dzień.',
    action: 'Otwórz szkic',
  },
  webhookFailing: {
    subject: 'Webhooki nie są dostarczane',
    heading: 'Webhooki nie są dostarczane',
    triedAgain: ({ url }) =>
      `Do tej pory nie udało się dostarczyć zdarzenia na adres ${url}. Nastąpią kolejne próby.`,
    givenUp: ({ url }) =>
      `Wszystkie próby dostarczenia zdarzenia na adres ${url} nie powiodły się i nie będzie kolejnych.`,
    answer: ({ answer }) => `Wynik ostatniej próby: ${answer}`,
    onceADay:
      'Problem może dotyczyć także innych zdarzeń: ta wiadomość przychodzi najwyżej raz dziennie. Gdy serwer znów zacznie działać, zdarzenia można dostarczyć ponownie z panelu.',
    action: 'Otwórz webhooki',
  },
  recurringStopped: {
    subject: ({ customer }) => `Faktura cykliczna wstrzymana: ${customer}`,
    heading: 'Faktura cykliczna została wstrzymana',
    body: ({ customer }) => `Na razie nie są wysyłane kolejne faktury dla ${customer}.`,
    reasons: {
      customer_archived: 'Klient został zarchiwizowany.',
      vendor_banned: 'Konto jest zablokowane.',
      live_mode_not_approved: 'Tryb rzeczywisty nie jest zatwierdzony.',
      payment_provider_failed: 'Operator płatności od trzech dni nie przyjął żadnej nowej faktury.',
      terms_not_valid: 'Dane faktury nie są już prawidłowe.',
      too_many_drafts: 'Jest zbyt wiele szkiców. Prosimy wysłać lub usunąć część z nich.',
    },
    resume:
      'Fakturę można wznowić po rozwiązaniu problemu. Faktury pominięte do tego czasu nie zostaną wystawione.',
    action: 'Otwórz fakturę cykliczną',
  },
  recurringPayoutStopped: {
    subject: ({ customer }) => `Wypłata cykliczna wstrzymana: ${customer}`,
    heading: 'Wypłata cykliczna została wstrzymana',
    body: ({ customer }) => `Do czasu wznowienia wypłaty cyklicznej nic nie jest wysyłane dla ${customer}.`,
    reasons: {
      customer_archived: 'Klient został zarchiwizowany.',
      bank_account_archived: 'Rachunek bankowy został zarchiwizowany.',
      vendor_banned: 'Konto jest zablokowane.',
      live_mode_not_approved: 'Tryb rzeczywisty nie jest zatwierdzony.',
      requester_left: 'Osoba, w której imieniu jest wykonywana, nie może już wysyłać wypłat w tym zespole.',
      too_many_waiting:
        'Trzy z tych wypłat nadal czekają na zatwierdzenie. Prosimy je zatwierdzić lub odrzucić.',
    },
    resume:
      'Wypłatę można wznowić po rozwiązaniu problemu. Wypłaty pominięte do tego czasu nie zostaną wysłane.',
    action: 'Otwórz wypłatę cykliczną',
  },
  sweepStopped: {
    subject: () => 'Automatyczne wypłaty wstrzymane',
    heading: 'Twoje automatyczne wypłaty zostały wstrzymane',
    body: () => 'Nic nie zostanie wypłacone, dopóki ich nie wznowisz.',
    resume: 'Wznów je po wyjaśnieniu sprawy. Dni do tego czasu są pomijane.',
    action: 'Otwórz wypłaty',
  },
  security: {
    signedIn: {
      subject: 'Nowe logowanie na konto',
      body: ({ browser, address }) => `Na konto zalogowano się z ${browser}, adres ${address}.`,
    },
    wrongCodes: {
      subject: 'Ktoś zna hasło do konta',
      body: ({ browser, address }) =>
        `Ktoś podał hasło, a potem pięć błędnych kodów (${browser}, ${address}). Dostęp nie został przyznany. Prosimy zmienić hasło.`,
    },
    passwordChanged: {
      subject: 'Hasło zostało zmienione',
      body: 'Hasło do konta zostało zmienione.',
    },
    emailChangeRequested: {
      subject: 'Prosimy potwierdzić zmianę adresu do logowania',
      body: ({ email, time, browser, address }) =>
        `Otrzymaliśmy prośbę o zmianę adresu do logowania na ${email} (${time}, ${browser}, ${address}). Nic się nie zmieni, dopóki nie zostanie otwarty link wysłany na ten adres.`,
      stop: 'Jeśli prośbę złożył ktoś inny, prosimy anulować zmianę w Ustawieniach → Profil i ustawić nowe hasło. Nowe hasło też ją anuluje.',
    },
    emailChanged: {
      subject: 'Adres do logowania został zmieniony',
      body: ({ email }) => `Od teraz do logowania na konto służy ${email}, a nie ten adres.`,
    },
    takenOver: {
      subject: 'Konto mógł założyć ktoś inny',
      body: 'Adres e-mail nie był potwierdzony przed ustawieniem nowego hasła, więc konto mógł założyć ktoś inny. Zakończyliśmy wszystkie sesje, wyłączyliśmy logowanie dwuetapowe, wymieniliśmy klucze podpisów webhooków i usunęliśmy dane sprzedawcy z faktur. Cofnęliśmy też następujące zmiany.',
      people: 'Osoby zawieszone do czasu ponownego dopuszczenia',
      invitations: 'Unieważnione zaproszenia',
      apiKeys: 'Unieważnione klucze API',
      endpoints: 'Usunięte punkty odbioru webhooków',
      payouts: 'Anulowane niewysłane wypłaty',
      series: 'Wstrzymane faktury cykliczne',
      payoutSeries: 'Wstrzymane wypłaty cykliczne',
      sweeps: 'Wstrzymane automatyczne wypłaty',
      kept: 'Klienci, rachunki bankowe, faktury i szkice pozostały bez zmian. Prosimy sprawdzić je przed wystawieniem faktury lub wypłatą.',
    },
    secondFactorRemoved: {
      subject: 'Logowanie dwuetapowe zostało wyłączone',
      body: 'Po podaniu hasła konto nie wymaga już kodu.',
    },
    passkeyAdded: {
      subject: 'Do konta dodano klucz dostępu',
      body: ({ passkey }) => `Za pomocą „${passkey}” można się teraz zalogować na konto.`,
    },
    passkeyRemoved: {
      subject: 'Z konta usunięto klucz dostępu',
      body: ({ passkey }) => `Za pomocą „${passkey}” nie można się już zalogować na konto.`,
    },
    ownerChanged: {
      subject: 'Konto ma nowego właściciela',
      body: ({ email }) => `Właścicielem jest teraz ${email}. Ten adres ma rolę administratora.`,
    },
    keyCreated: {
      subject: 'Nowy klucz API w trybie rzeczywistym',
      body: ({ key }) =>
        `Utworzono klucz API ${key} w trybie rzeczywistym. Każdy, kto go ma, może dysponować pieniędzmi na koncie.`,
    },
    bankAccountAdded: {
      subject: 'Nowy rachunek bankowy do wypłat',
      body: ({ bankAccount }) => `Dodano rachunek bankowy, na który można wysyłać wypłaty: ${bankAccount}.`,
    },
    ownAccountChanged: {
      subject: 'Rachunek bankowy na fakturach został zmieniony',
      body: ({ person, bankAccount }) =>
        `Rachunek bankowy podawany klientom na fakturach został zmieniony przez ${person}: ${bankAccount}.`,
    },
    bankAccountEntered: {
      subject: 'Nowe dane bankowe od klienta',
      body: ({ customer, bankAccount }) =>
        `Na przesłanej stronie podano rachunek bankowy klienta ${customer}: ${bankAccount}.`,
      check:
        'Przed wysłaniem wypłaty prosimy upewnić się u klienta, że to jego rachunek, inną drogą niż ta, którą wysłano link.',
    },
    endpointAdded: {
      subject: 'Nowy punkt odbioru webhooków w trybie rzeczywistym',
      body: ({ host, person }) =>
        `Punkt odbioru webhooków ${host} został dodany w trybie rzeczywistym przez ${person}. Odbiera zdarzenia z konta wraz z danymi klientów.`,
    },
    endpointAddedByKey: {
      subject: 'Nowy punkt odbioru webhooków w trybie rzeczywistym',
      body: ({ host, key }) =>
        `Za pomocą klucza API ${key} dodano punkt odbioru webhooków w trybie rzeczywistym: ${host}. Odbiera zdarzenia z konta wraz z danymi klientów.`,
    },
    endpointMoved: {
      subject: 'Nowy adres URL punktu odbioru webhooków w trybie rzeczywistym',
      body: ({ host, person }) =>
        `Adres URL punktu odbioru webhooków w trybie rzeczywistym został zmieniony przez ${person}: ${host}. Odbiera zdarzenia z konta wraz z danymi klientów.`,
    },
    endpointMovedByKey: {
      subject: 'Nowy adres URL punktu odbioru webhooków w trybie rzeczywistym',
      body: ({ host, key }) =>
        `Za pomocą klucza API ${key} zmieniono adres URL punktu odbioru webhooków w trybie rzeczywistym: ${host}. Odbiera zdarzenia z konta wraz z danymi klientów.`,
    },
    payoutApprovalSet: {
      subject: 'Zatwierdzanie wypłat zostało zmienione',
      body: ({ person, amount }) =>
        `Wypłaty od kwoty ${amount} wymagają teraz drugiej osoby. Ustawienie zostało zmienione przez ${person}.`,
    },
    payoutApprovalOff: {
      subject: 'Zatwierdzanie wypłat zostało wyłączone',
      body: ({ person }) => `Zatwierdzanie wypłat przez drugą osobę zostało wyłączone przez ${person}.`,
    },
    approverInvited: {
      subject: 'Zaproszono osobę, która może zatwierdzać wypłaty',
      body: ({ person, email }) =>
        `Zaproszenie od ${person} dla ${email} daje rolę, która zatwierdza wypłaty. Wyślemy kolejną wiadomość po przyjęciu zaproszenia.`,
    },
    approverAdded: {
      subject: 'Nowa osoba zatwierdzająca wypłaty',
      body: ({ email, day }) => `Od ${day} ${email} może zatwierdzać wypłaty zlecane przez inne osoby.`,
    },
    notYou:
      'Jeśli zrobił to ktoś inny, prosimy zmienić hasło, zakończyć pozostałe sesje i unieważnić nieznane klucze API.',
    action: 'Sprawdź konto',
  },
  payoutApproval: {
    wanted: {
      subject: ({ amount, customer }) => `Wypłata do zatwierdzenia: ${amount} dla ${customer}`,
      heading: ({ amount }) => `Wypłata ${amount} czeka na zatwierdzenie`,
      body: ({ requester, amount, customer }) =>
        `${requester} zleca wypłatę ${amount} dla ${customer}. Wypłata zostanie wysłana po zatwierdzeniu, a zlecenie wygaśnie po 7 dniach.`,
      bodyOfDay: ({ requester, amount, customer, day }) =>
        `${requester} zleca wypłatę ${amount} dla ${customer} na dzień ${day}. Wypłata zostanie wysłana tego dnia, jeśli będzie już zatwierdzona, a w przeciwnym razie od razu po zatwierdzeniu.`,
      action: 'Sprawdź wypłatę',
    },
    approved: {
      subject: ({ amount, customer }) => `Wypłata zatwierdzona: ${amount} dla ${customer}`,
      body: ({ person, amount, customer }) =>
        `Zlecona wypłata ${amount} dla ${customer} została zatwierdzona przez ${person}.`,
    },
    rejected: {
      subject: ({ amount, customer }) => `Wypłata odrzucona: ${amount} dla ${customer}`,
      body: ({ person, amount, customer }) =>
        `Zlecona wypłata ${amount} dla ${customer} została odrzucona przez ${person}. Nic nie zostało wysłane.`,
    },
    expired: {
      subject: ({ amount, customer }) => `Zlecenie wypłaty wygasło: ${amount} dla ${customer}`,
      body: ({ amount, customer }) =>
        `W ciągu 7 dni nikt nie podjął decyzji o zleconej wypłacie ${amount} dla ${customer}. Nic nie zostało wysłane.`,
    },
    batch: {
      wanted: {
        subject: ({ amount, file }) => `Wypłaty do zatwierdzenia: ${amount} w pliku ${file}`,
        heading: ({ amount }) => `Wypłaty na łączną kwotę ${amount} czekają na zatwierdzenie`,
        body: ({ requester, amount, file }) =>
          `${requester} zleca wypłaty na łączną kwotę ${amount} z pliku ${file}. Nic nie zostanie wysłane przed zatwierdzeniem.`,
        action: 'Sprawdź wypłaty',
      },
      approved: {
        subject: ({ amount, file }) => `Wypłaty zatwierdzone: ${amount} w pliku ${file}`,
        body: ({ person, amount, file }) =>
          `Zlecone wypłaty na łączną kwotę ${amount} z pliku ${file} zostały zatwierdzone przez ${person}.`,
      },
      rejected: {
        subject: ({ amount, file }) => `Wypłaty odesłane: ${amount} w pliku ${file}`,
        body: ({ person, amount, file }) =>
          `Zlecone wypłaty na łączną kwotę ${amount} z pliku ${file} zostały odesłane przez ${person}. Nic nie zostało wysłane.`,
      },
      file: 'Plik',
      payouts: 'Wypłaty',
    },
    reason: ({ reason }) => `Powód: ${reason}`,
    amount: 'Kwota',
    customer: 'Klient',
    bankAccount: 'Rachunek bankowy',
    requestedBy: 'Zleca',
    view: 'Zobacz zlecenie',
  },
  portalLink: {
    subject: ({ vendor }) => `Faktury od ${vendor}`,
    heading: ({ vendor }) => `Faktury od ${vendor}: podgląd`,
    body: 'Można je otworzyć w ciągu 30 minut. Link działa jeden raz.',
    ignore: 'Jeśli prośbę złożył ktoś inny, prosimy zignorować tę wiadomość.',
    action: 'Zobacz faktury',
  },
  passwordReset: {
    subject: 'Ustawienie nowego hasła',
    heading: 'Ustawienie nowego hasła',
    body: 'Nowe hasło można ustawić w ciągu godziny. Link działa jeden raz.',
    action: 'Ustaw nowe hasło',
    ignore: 'Jeśli prośbę złożył ktoś inny, prosimy zignorować tę wiadomość: hasło pozostanie bez zmian.',
  },
  teamInvitation: {
    subject: ({ vendor }) => `Zaproszenie od ${vendor}`,
    heading: ({ vendor }) => `Zaproszenie do zespołu ${vendor} w Counterfoil`,
    body: ({ email }) => `To zaproszenie jest dla ${email}. Link działa jeden raz, przez najbliższe 7 dni.`,
    action: 'Dołącz do zespołu',
    ignore: 'Jeśli to zaproszenie jest niespodziewane, prosimy zignorować tę wiadomość.',
  },
  invitation: {
    subject: 'Zaproszenie do Counterfoil',
    heading: 'Zakładanie konta',
    body: ({ email }) => `To zaproszenie jest dla ${email}. Link działa jeden raz, przez najbliższe 7 dni.`,
    action: 'Załóż konto',
    ignore: 'Jeśli to zaproszenie jest niespodziewane, prosimy zignorować tę wiadomość.',
  },
  emailConfirmation: {
    subject: 'Prosimy potwierdzić adres e-mail',
    heading: 'Prosimy potwierdzić adres e-mail',
    body: ({ email }) => `Prosimy w ciągu 24 godzin potwierdzić, że ${email} to właściwy adres.`,
    action: 'Potwierdź adres',
    ignore: 'Jeśli konto założył ktoś inny, prosimy zignorować tę wiadomość.',
  },
  newEmailConfirmation: {
    subject: 'Prosimy potwierdzić nowy adres e-mail',
    heading: 'Prosimy potwierdzić nowy adres e-mail',
    body: ({ email }) =>
      `Prosimy w ciągu 24 godzin potwierdzić, że od teraz do logowania ma służyć ${email}.`,
    action: 'Potwierdź adres',
    ignore: 'Jeśli prośbę złożył ktoś inny, prosimy zignorować tę wiadomość. Nic się nie zmieni.',
  },
}
