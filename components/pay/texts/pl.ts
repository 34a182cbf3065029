import type { PayTexts } from './pay-texts'

/** 2 pozycje, 5 pozycji, 22 pozycje. */
const ITEMS = { one: 'pozycja', few: 'pozycje', many: 'pozycji', other: 'pozycji' }

/** 1 fakturę, 2 faktury, 5 faktur. */
const INVOICES = { one: 'fakturę', few: 'faktury', many: 'faktur', other: 'faktury' }

const PLURALS = new Intl.PluralRules('pl')

function counted(count: string, forms: typeof ITEMS): string {
  const rule = PLURALS.select(Number(count))
  return rule in forms ? forms[rule as keyof typeof forms] : forms.other
}

export const pl: PayTexts = {
  titles: {
    pay: ({ vendor }) => `Płatność dla ${vendor}`,
    paid: ({ vendor }) => `Opłacone · ${vendor}`,
    thanks: ({ vendor }) => `Dziękujemy · ${vendor}`,
    description: ({ vendor }) => `Faktura od ${vendor}: szczegóły i płatność kartą.`,
  },
  testMode: { region: 'Tryb', name: 'Tryb testowy', note: 'żadna kwota nie zostanie pobrana' },
  language: 'Język',
  poweredBy: ({ service }) => `Obsługiwane przez ${service}`,
  summary: {
    region: 'Podsumowanie',
    invoiceFrom: 'Faktura od',
    number: ({ number }) => `Faktura ${number}`,
    seller: 'Od',
    billedTo: 'Nabywca',
    taxId: 'Identyfikator podatkowy',
    notes: 'Uwagi',
    toPay: 'Do zapłaty',
    paid: 'Zapłacono',
    includesFee: ({ fee }) => `W tym opłata ${fee}`,
    due: ({ day }) => `Termin płatności: ${day}`,
    wasDue: ({ day }) => `Termin płatności minął ${day}`,
    items: ({ count }) => `${count} ${counted(count, ITEMS)}`,
    subtotal: 'Suma częściowa',
    discount: 'Rabat',
    includedTax: ({ tax }) => `W tym ${tax}`,
    reverseCharge: 'Odwrotne obciążenie: podatek VAT rozlicza nabywca.',
    exempt: ({ reason }) => `Zwolnienie z podatku: ${reason}`,
    fee: 'Opłata',
    total: 'Razem',
    paidSoFar: 'Dotychczas zapłacono',
    credited: 'Skorygowano',
    leftToPay: 'Pozostało do zapłaty',
  },
  pay: ({ amount }) => `Zapłać ${amount}`,
  afterPayment: ({ vendor }) =>
    `Potwierdzenie pojawi się tutaj od razu po płatności, a ${vendor} otrzyma powiadomienie.`,
  questions: 'Pytania dotyczące tej faktury?',
  overdue: {
    title: 'Termin płatności tej faktury minął',
    body: 'Fakturę nadal można opłacić na tej stronie.',
  },
  hosted: {
    title: 'Bezpieczna płatność online',
    body: 'Dane karty podaje się na stronie operatora płatności, po czym następuje powrót tutaj.',
    unavailableTitle: 'Nie można teraz otworzyć strony płatności',
    unavailable:
      'Operator płatności nie odpowiada. Prosimy spróbować ponownie za chwilę. Kwota nie zostanie pobrana dwa razy.',
    tooMany: 'Zbyt wiele prób. Prosimy odczekać minutę i spróbować ponownie.',
    canceledTitle: 'Płatność została anulowana',
    notCharged: 'Żadna kwota nie została pobrana.',
    tryAgain: 'Można spróbować ponownie w dowolnej chwili.',
  },
  transfer: {
    title: 'Płatność przelewem',
    holder: 'Właściciel rachunku',
    bankName: 'Nazwa banku',
    iban: 'IBAN',
    bic: 'BIC',
    routingNumber: 'Numer routingowy',
    accountNumber: 'Numer rachunku',
    reference: 'Tytuł przelewu',
    hint: ({ vendor }) => `Dzięki tytułowi przelewu ${vendor} będzie w stanie przypisać wpłatę do faktury.`,
    scan: 'Do zeskanowania w aplikacji bankowej',
    picture: 'Kod QR przelewu dla aplikacji bankowych',
  },
  processing: {
    title: 'Płatność jest przetwarzana',
    body: 'Bank jeszcze nie odpowiedział. Ta strona odświeży się sama. Nie trzeba płacić ponownie, a kwota nie zostanie pobrana dwa razy.',
    lookAgain: 'Sprawdź ponownie',
  },
  closed: {
    title: 'Tej faktury nie można teraz opłacić',
    banned: ({ vendor }) =>
      `${vendor} nie przyjmuje płatności. W sprawie tej faktury prosimy o kontakt z wystawcą. Żadna kwota nie została pobrana.`,
    unavailable: ({ vendor }) =>
      `Płatności kartą są chwilowo wyłączone. Prosimy spróbować później lub skontaktować się z wystawcą (${vendor}). Żadna kwota nie została pobrana.`,
    voidedTitle: 'Ta faktura została anulowana',
    creditedTitle: 'Ta faktura została skorygowana w całości',
    credited: ({ vendor }) =>
      `${vendor} wystawia do tej faktury korektę, więc nie ma nic do zapłaty. Jeśli płatność została już dokonana, pieniądze są w drodze powrotnej.`,
    voided: ({ vendor }) =>
      `Wystawca (${vendor}) anulował tę fakturę, więc nie ma nic do zapłaty. Jeśli faktura była już opłacona, pieniądze są w drodze powrotnej.`,
  },
  receipt: {
    thanks: 'Dziękujemy',
    paid: 'Ta faktura jest opłacona',
    body: ({ vendor }) => `Płatność dla ${vendor} została przyjęta.`,
    emailed: ({ email }) => `Potwierdzenie płatności zostało wysłane na adres ${email}.`,
    paidOn: 'Data płatności',
    method: 'Sposób płatności',
    number: 'Numer potwierdzenia',
    amount: 'Kwota',
    email: 'E-mail',
    transaction: 'Transakcja',
    back: ({ vendor }) => `Powrót do ${vendor}`,
    receiptPdf: 'Potwierdzenie płatności (PDF)',
    invoicePdf: 'Faktura (PDF)',
  },
  refund: {
    full: 'Płatność za tę fakturę została zwrócona',
    part: 'Część płatności została zwrócona',
    body: ({ vendor, amount }) =>
      `Kwota zwrotu od ${vendor}: ${amount}. Pieniądze wracają tą samą drogą, którą dokonano płatności; może to potrwać od 5 do 10 dni roboczych.`,
    amount: 'Zwrócono',
    creditNote: ({ number }) => `Faktura korygująca ${number} (PDF)`,
  },
  notFound: {
    title: 'Nie znaleziono tej faktury',
    body: 'Prosimy sprawdzić, czy link został skopiowany w całości, lub poprosić nadawcę o nowy. Żadna kwota nie została pobrana.',
  },
  bankDetails: {
    title: ({ vendor }) => `Dane bankowe dla ${vendor}`,
    heading: ({ vendor }) => `Na jakie konto mają trafiać wypłaty od ${vendor}?`,
    intro: ({ vendor }) =>
      `Prosimy podać rachunek w banku w USA, na który mają trafiać wypłaty od ${vendor}. Tego linku można użyć raz.`,
    testNote: 'pieniądze nie są wysyłane',
    holder: 'Właściciel rachunku',
    person: 'Osoba prywatna',
    company: 'Firma',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    companyName: 'Nazwa firmy',
    nameHint: 'Nazwa taka jak w banku, bez cyfr i symboli',
    account: 'Rachunek bankowy',
    bankName: 'Nazwa banku',
    routingNumber: 'Numer routingowy (routing number)',
    routingHint: '9 cyfr, w lewym dolnym rogu czeku',
    accountNumber: 'Numer rachunku',
    accountHint: 'Od 4 do 17 cyfr, bez numeru czeku',
    category: 'Rodzaj rachunku',
    checking: 'Rachunek bieżący (checking)',
    savings: 'Rachunek oszczędnościowy (savings)',
    address: 'Adres właściciela rachunku',
    street: 'Ulica i numer',
    city: 'Miejscowość',
    state: 'Stan lub województwo',
    postcode: 'Kod pocztowy',
    country: 'Kraj',
    save: 'Zapisz dane bankowe',
    next: ({ vendor }) =>
      `${vendor} od razu otrzyma powiadomienie. Numer rachunku jest przechowywany w postaci zaszyfrowanej, a ${vendor} będzie w stanie wysyłać wypłaty na ten rachunek.`,
    problem: 'Dane bankowe nie zostały zapisane',
    problems: {
      name: 'Prosimy podać nazwę właściciela rachunku.',
      bank: 'Prosimy podać nazwę banku, numer routingowy i numer rachunku.',
      routing_number: 'Ten numer routingowy jest nieprawidłowy. Prosimy sprawdzić wszystkie 9 cyfr.',
      account_number: 'Numer rachunku ma od 4 do 17 cyfr.',
      address: 'Prosimy podać ulicę, miejscowość, stan lub województwo i kod pocztowy.',
      country: 'Prosimy wybrać kraj.',
      text: 'Jedno z pól jest za długie lub zawiera niedozwolone znaki.',
      too_many: 'Zbyt wiele prób. Prosimy odczekać minutę i spróbować ponownie.',
    },
    doneTitle: ({ vendor }) => `Dane bankowe zostały przekazane: ${vendor}`,
    done: ({ vendor }) =>
      `To wszystko. Jeśli rachunek się zmieni, o nowy link można poprosić tutaj: ${vendor}.`,
    notYou: ({ vendor }) =>
      `Jeśli dane wpisał ktoś inny, prosimy od razu skontaktować się z nadawcą linku (${vendor}).`,
    back: ({ vendor }) => `Powrót do ${vendor}`,
    closedTitle: 'Tego linku nie można już użyć',
    expired: ({ vendor }) => `Link wygasł. O nowy można poprosić jego nadawcę (${vendor}).`,
    closed: ({ vendor }) =>
      `${vendor} nie przyjmuje tutaj danych bankowych. W sprawie oczekiwanej wypłaty prosimy o bezpośredni kontakt.`,
    unknown: 'Prosimy sprawdzić, czy link został skopiowany w całości, lub poprosić nadawcę o nowy.',
  },
  portal: {
    title: ({ vendor }) => `Faktury od ${vendor}`,
    link: 'Wszystkie faktury',
    questions: 'Pytania?',
    ask: {
      heading: 'Podgląd faktur',
      intro: ({ vendor }) =>
        `Prosimy podać adres e-mail, na który przychodzą faktury od ${vendor}. Wyślemy link, hasło nie jest potrzebne.`,
      email: 'E-mail',
      send: 'Wyślij link',
      sentTitle: 'Prosimy sprawdzić pocztę',
      sent: 'Jeśli znamy ten adres, link jest już w drodze. Działa jeden raz, przez 30 minut.',
    },
    problems: {
      email: 'Prosimy podać adres e-mail, na przykład imie@example.com.',
      link: 'Ten link został już użyty lub wygasł. Prosimy poprosić o nowy.',
      ended: 'Sesja wygasła. Prosimy poprosić o nowy link.',
    },
    open: {
      heading: 'Faktury są gotowe do wglądu',
      body: 'Ten link działa jeden raz. Na tym urządzeniu sesja trwa 12 godzin.',
      action: 'Zobacz faktury',
    },
    closedTitle: 'Ta strona jest niedostępna',
    closed: 'Prosimy sprawdzić, czy link został skopiowany w całości, lub zapytać nadawcę faktury.',
    signedIn: ({ email }) => `Zalogowano jako ${email}`,
    leave: 'Wyloguj się',
    openInvoices: 'Faktury do zapłaty',
    nothingOpen: 'Nie ma nic do zapłaty.',
    shown: ({ count, total }) => `Widoczne: ${count} z ${total}, według terminu`,
    leftOf: ({ amount, total }) => `Pozostało ${amount} z ${total}`,
    several: {
      all: 'Zaznacz wszystkie',
      first: ({ count }) => `Zaznacz pierwsze ${count}`,
      none: 'Odznacz wszystkie',
      pay: ({ count, amount }) => `Zapłać ${count} ${counted(count, INVOICES)} · ${amount}`,
      payChosen: 'Zapłać zaznaczone faktury',
      nothingChosen: 'Prosimy zaznaczyć faktury do zapłaty.',
      tooMany: ({ count }) => `Jednocześnie można zapłacić najwyżej ${count} faktur.`,
      changed: ({ invoices }) =>
        `Te faktury zmieniły się od chwili zaznaczenia: ${invoices}. Żadna kwota nie została pobrana. Prosimy sprawdzić kwoty i spróbować ponownie.`,
      returned: ({ invoices, amount }) =>
        `Te faktury zostały w międzyczasie opłacone lub zmienione: ${invoices}. Zwracamy kwotę ${amount}.`,
    },
    paidInvoices: 'Opłacone faktury',
    paidAndCreditedInvoices: 'Opłacone i w całości skorygowane faktury',
    nothingPaid: 'Żadna faktura nie została jeszcze opłacona.',
    paidOn: ({ day }) => `Zapłacono ${day}`,
    creditedOn: ({ day }) => `Skorygowano w całości ${day}`,
    older: 'Starsze faktury',
    latest: 'Najnowsze faktury',
    details: {
      title: 'Dane do faktury',
      intro: ({ vendor }) =>
        `Będą widoczne na kolejnych fakturach od ${vendor}. Wcześniejsze faktury pozostaną bez zmian.`,
      line1: 'Adres',
      line2: 'Adres, wiersz 2',
      city: 'Miejscowość',
      state: 'Stan lub województwo',
      postcode: 'Kod pocztowy',
      country: 'Kraj',
      phone: 'Telefon',
      notGiven: 'Nie podano',
      save: 'Zapisz dane',
      saved: 'Dane do faktury zostały zapisane.',
      taxIdDoubt: 'Sprawdź ten numer: może zawierać literówkę.',
    },
  },
  onPhone: {
    title: 'Płatność telefonem',
    hint: 'Po zeskanowaniu kodu aparatem telefonu ta strona otworzy się na telefonie.',
    picture: 'Kod QR z adresem tej strony',
  },
}
