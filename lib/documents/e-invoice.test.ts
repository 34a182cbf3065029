import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CREDIT, creditOf } from './document.fixture'
import type { CreditFacts, DocumentFacts } from './document-facts'
import { E_INVOICE_STANDARDS, eInvoiceGaps, eInvoiceOf } from './e-invoice'
import { anyFacts, eInvoiceFacts, item, VAT } from './e-invoice.fixture'
import { ciiOf } from './e-invoice-cii'
import { type Terms, termsOf } from './e-invoice-terms.fixture'
import { ublOf } from './e-invoice-ubl'

/** Both syntaxes, read. Fails if one is not well formed, or not valid by the schema at hand. */
function bothOf(facts: DocumentFacts, credit: CreditFacts | null = null): { ubl: Terms; cii: Terms } {
  const invoice = eInvoiceOf(facts, credit)
  if (!invoice) throw new Error(`no e-invoice: ${JSON.stringify(eInvoiceGaps(facts, credit, 'en16931'))}`)
  return { ubl: termsOf(ublOf(invoice, 'xrechnung')), cii: termsOf(ciiOf(invoice)) }
}

/** In hundredths: the standard's amounts have at most two decimals. */
function cents(values: string[] | undefined): bigint {
  const [text = '0'] = values ?? []
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  expect(whole, `${text} is an amount`).not.toBe('')
  return BigInt(whole + decimals.padEnd(2, '0'))
}

const sum = (amounts: bigint[]) => amounts.reduce((total, each) => total + each, 0n)

type Rule = (terms: Terms) => boolean
const all = (
  of: 'lines' | 'taxes',
  holds: (each: Record<string, string[]>, terms: Terms) => boolean,
): Rule => {
  return (terms) => terms[of].every((each) => holds(each, terms))
}
const has = (...numbers: string[]): Rule => {
  return ({ document }) => numbers.every((number) => (document[number]?.[0] ?? '').trim() !== '')
}
const only = (terms: Record<string, string[]>, number: string) => terms[number]?.[0] ?? null

const codes = ({ lines, document }: Terms) =>
  new Set([...lines.map((line) => only(line, 'BT-151')), ...(document['BT-102'] ?? [])])

/** Within one unit, as the rules of CEN ask: our taxes are rounded by line. */
const isTaxOf = (tax: Record<string, string[]>) => {
  const [base, amount] = [Number(only(tax, 'BT-116')), Number(only(tax, 'BT-117'))]
  return Math.abs((base * Number(only(tax, 'BT-119'))) / 100 - amount) < 1
}

const baseIn = (code: string | null, rate: string | null, { lines, document }: Terms) =>
  sum([
    ...lines
      .filter((line) => only(line, 'BT-151') === code && (only(line, 'BT-152') ?? '0') === rate)
      .map((line) => cents(line['BT-131'])),
    ...(only(document, 'BT-102') === code && (only(document, 'BT-103') ?? '0') === rate
      ? [cents(document['BT-99'])]
      : []),
  ])

/** The business rules of EN 16931 that our documents can touch, by their names there. */
const RULES: Record<string, Rule> = {
  'BR-02 to 05': has('BT-1', 'BT-2', 'BT-3', 'BT-5'),
  'BR-06 to 09': has('BT-27', 'BT-40', 'BT-44', 'BT-55'),
  'BR-12 to 15': has('BT-106', 'BT-109', 'BT-112', 'BT-115'),
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21 to 26': all('lines', (line) =>
    ['BT-126', 'BT-129', 'BT-130', 'BT-131', 'BT-146', 'BT-153'].every((number) => only(line, number)),
  ),
  'BR-41 and 42': all('lines', (line) => !line['BT-136'] || Boolean(only(line, 'BT-139'))),
  'BR-45 to 48': all('taxes', (tax) =>
    ['BT-116', 'BT-117', 'BT-118', 'BT-119'].every((number) => only(tax, number)),
  ),
  'BR-50': ({ document }) => !document['BT-85'] || Boolean(document['BT-84']),
  'BR-55': ({ document }) => (only(document, 'BT-3') === '381') === Boolean(document['BT-25']),
  'BR-61': ({ document }) =>
    !['30', '58'].includes(only(document, 'BT-81') ?? '') || Boolean(document['BT-84']),
  'BR-62 and 63': has('BT-34', 'BT-49'),
  'BR-CO-3 and 4': all('lines', (line) => Boolean(only(line, 'BT-151'))),
  'BR-CO-9': ({ document }) =>
    ['BT-31', 'BT-48'].every((number) => /^[A-Z]{2}/.test(only(document, number) ?? 'DE')),
  'BR-CO-10': ({ document, lines }) =>
    cents(document['BT-106']) === sum(lines.map((line) => cents(line['BT-131']))),
  'BR-CO-12': ({ document }) => cents(document['BT-108']) === cents(document['BT-99']),
  'BR-CO-13': ({ document }) =>
    cents(document['BT-109']) === cents(document['BT-106']) + cents(document['BT-108']),
  'BR-CO-14': ({ document, taxes }) =>
    cents(document['BT-110']) === sum(taxes.map((tax) => cents(tax['BT-117']))),
  'BR-CO-15': ({ document }) =>
    cents(document['BT-112']) === cents(document['BT-109']) + cents(document['BT-110']),
  'BR-CO-16': ({ document }) =>
    cents(document['BT-115']) === cents(document['BT-112']) - cents(document['BT-113']),
  'BR-CO-17': all('taxes', isTaxOf),
  'BR-CO-18': ({ taxes }) => taxes.length > 0,
  'BR-CO-25': ({ document }) =>
    cents(document['BT-115']) === 0n || has('BT-9')({ document, lines: [], taxes: [] }),
  'BR-CO-26': ({ document }) => Boolean(document['BT-29'] ?? document['BT-31']),
  'BR-S, Z, E, AE, O-01': (terms) =>
    [...codes(terms)].every((code) => terms.taxes.some((tax) => only(tax, 'BT-118') === code)),
  'BR-S, Z, E, AE-02': (terms) => codes(terms).has('O') || has('BT-31')(terms) || has('BT-32')(terms),
  'BR-AE-02, the buyer': (terms) => !codes(terms).has('AE') || has('BT-48')(terms) || has('BT-47')(terms),
  'BR-O-02': (terms) => !codes(terms).has('O') || !(terms.document['BT-31'] || terms.document['BT-48']),
  'BR-S-05': all('lines', (line) => only(line, 'BT-151') !== 'S' || Number(only(line, 'BT-152')) > 0),
  'BR-Z, E, AE-05': all(
    'lines',
    (line) => 'SO'.includes(only(line, 'BT-151') ?? '') || only(line, 'BT-152') === '0',
  ),
  'BR-O-05': all('lines', (line) => only(line, 'BT-151') !== 'O' || !line['BT-152']),
  'BR-S, Z, E, AE, O-08': all(
    'taxes',
    (tax, terms) => cents(tax['BT-116']) === baseIn(only(tax, 'BT-118'), only(tax, 'BT-119'), terms),
  ),
  'BR-Z, E, AE, O-09': all('taxes', (tax) => only(tax, 'BT-118') === 'S' || cents(tax['BT-117']) === 0n),
  'BR-S, Z-10': all(
    'taxes',
    (tax) => !'SZ'.includes(only(tax, 'BT-118') ?? '') || !(tax['BT-120'] || tax['BT-121']),
  ),
  'BR-E, AE, O-10': all('taxes', (tax) => 'SZ'.includes(only(tax, 'BT-118') ?? '') || Boolean(tax['BT-120'])),
  'BR-O-11 to 14': (terms) => !codes(terms).has('O') || terms.taxes.length === 1,
  'one sum for each category and rate': ({ taxes }) =>
    new Set(taxes.map((tax) => `${only(tax, 'BT-118')} ${only(tax, 'BT-119')}`)).size === taxes.length,
  'BR-DE-2 to 9, XRechnung': has('BT-41', 'BT-42', 'BT-43', 'BT-37', 'BT-38', 'BT-52', 'BT-53'),
  'BR-DE-1 and 15, XRechnung': has('BT-81', 'BT-10'),
  'PEPPOL-EN16931-R120': all('lines', (line) => {
    const quantity = Number(only(line, 'BT-129')) / Number(only(line, 'BT-149') ?? '1')
    const expected = quantity * Number(only(line, 'BT-146')) - Number(only(line, 'BT-136') ?? '0')
    return Math.abs(expected - Number(only(line, 'BT-131'))) < 0.02
  }),
}

function brokenRules(terms: Terms): string[] {
  return Object.entries(RULES).flatMap(([name, holds]) => (holds(terms) ? [] : [name]))
}

const runs = { seed: 20_261_128, numRuns: 150 }

describe('an e-invoice of any items, rates, discounts and texts', () => {
  test('is well formed and valid, keeps the rules of the standard, and says the same in both syntaxes', () => {
    let written = 0
    const property = fc.property(anyFacts, fc.integer({ min: 1, max: 100 }), (facts, percent) => {
      const totalMinor = facts.baseAmountMinor + facts.feeAmountMinor
      const amountMinor = (totalMinor * BigInt(percent)) / 100n || 1n
      const earlier = percent < 50 ? [{ amountMinor: totalMinor / 3n }] : []
      for (const credit of [null, creditOf(facts, amountMinor, earlier)]) {
        if (eInvoiceGaps(facts, credit, 'xrechnung').length > 0) continue
        const { ubl, cii } = bothOf(facts, credit)
        expect(brokenRules(ubl)).toEqual([])
        expect(cii).toEqual(ubl)
        // What the customer owes, or got back, is what the document asks for.
        const exponent = facts.currency === 'JPY' ? 100n : facts.currency === 'KWD' ? 0n : 1n
        const expected = credit ? amountMinor : totalMinor
        expect(cents(ubl.document['BT-112'])).toBe(exponent === 0n ? expected / 10n : expected * exponent)
        written += 1
      }
    })
    fc.assert(property, runs)
    expect(written).toBeGreaterThan(runs.numRuns)
  })

  test('is written wherever every amount has two decimals and each tax is close to that of its sum', () => {
    const property = fc.property(anyFacts, (facts) => {
      const gaps = eInvoiceGaps(facts, null, 'en16931').map(({ what }) => what)
      return facts.currency === 'JPY' || facts.currency === 'KWD' || gaps.length === 0
    })
    fc.assert(property, runs)
  })
})

describe('the tax category', () => {
  const categoriesOf = (facts: DocumentFacts) =>
    bothOf(facts).ubl.taxes.map((tax) => [only(tax, 'BT-118'), only(tax, 'BT-119'), only(tax, 'BT-120')])
  const untaxed = eInvoiceFacts([item({ tax: null })], { feeAmountMinor: 100n })

  test('is the standard rate or zero by the rate of the line, and exempt for what has none beside them', () => {
    const lines = [VAT(190_000), VAT(190_000, true), VAT(0), null].map((tax) => item({ tax }))
    expect(categoriesOf(eInvoiceFacts(lines, { feeAmountMinor: 30n }))).toEqual([
      ['S', '19', null],
      ['Z', '0', null],
      ['E', '0', 'No tax'],
    ])
  })

  test('follows the customer, and where nothing is taxed, the reason of the seller', () => {
    const taxedAs = (customer: Partial<DocumentFacts['customer']>) =>
      categoriesOf({ ...untaxed, customer: { ...untaxed.customer, ...customer } })
    expect(taxedAs({ taxTreatment: 'reverse_charge', taxId: 'FR40303265045' })).toEqual([
      ['AE', '0', 'Reverse charge: the customer accounts for the VAT.'],
    ])
    expect(taxedAs({ taxTreatment: 'exempt', taxExemptionReason: 'Article 132' })).toEqual([
      ['E', '0', 'Article 132'],
    ])
    expect(taxedAs({})).toEqual([['O', '0', 'No tax']])
    const noTaxReason = 'Small business, § 19 UStG'
    expect(categoriesOf({ ...untaxed, seller: { ...untaxed.seller, noTaxReason } })).toEqual([
      ['E', '0', noTaxReason],
    ])
  })

  test('decides which tax IDs are named: none for VAT where an invoice is not subject to it', () => {
    const ids = ({ document }: Terms) => ['BT-29', 'BT-31', 'BT-32'].map((number) => only(document, number))
    expect(ids(bothOf(eInvoiceFacts()).ubl)).toEqual([null, 'DE123456788', null])
    expect(ids(bothOf(untaxed).ubl)).toEqual(['DE 123 456 788', null, null])
    const german = { ...untaxed, seller: { ...untaxed.seller, taxId: 'St.-Nr. 133/8150/8159' } }
    expect(ids(bothOf(german).ubl)).toEqual(['St.-Nr. 133/8150/8159', null, 'St.-Nr. 133/8150/8159'])
    const american = { ...untaxed, seller: { ...untaxed.seller, taxId: '12-3456789' } }
    expect(ids(bothOf(american).ubl)).toEqual(['12-3456789', null, '12-3456789'])
  })
})

describe('a line', () => {
  const lineOf = (facts: DocumentFacts) => bothOf(facts).ubl.lines[0]

  test('whose price contains the tax has its net price, and its discount without the tax', () => {
    const inclusive = item({ unitPriceMinor: 11_900n, tax: VAT(190_000, true) })
    expect(lineOf(eInvoiceFacts([inclusive], { discountOf: { ppm: 100_000 } }))).toMatchObject({
      'BT-129': ['2'],
      'BT-146': ['100'],
      'BT-136': ['20.00'],
      'BT-131': ['180.00'],
    })
  })

  test('whose price of one is not a decimal states that of the whole quantity', () => {
    const inclusive = item({ quantityMicros: 3_000_000n, unitPriceMinor: 999n, tax: VAT(190_000, true) })
    expect(lineOf(eInvoiceFacts([inclusive]))).toMatchObject({
      'BT-129': ['3'],
      'BT-146': ['25.18'],
      'BT-149': ['3'],
      'BT-131': ['25.18'],
    })
  })

  test('in yen has no decimals, and in dinars two', () => {
    expect(lineOf(eInvoiceFacts([item()], { currency: 'JPY' }))).toMatchObject({ 'BT-131': ['20000'] })
    const dinars = eInvoiceFacts([item({ tax: null })], { currency: 'KWD' })
    expect(lineOf(dinars)).toMatchObject({ 'BT-131': ['20.00'] })
  })
})

describe('payment', () => {
  const paymentOf = (facts: DocumentFacts, credit: CreditFacts | null = null) => {
    const { document } = bothOf(facts, credit).ubl
    return ['BT-81', 'BT-84', 'BT-86', 'BT-113', 'BT-115'].map((number) => only(document, number))
  }
  const facts = eInvoiceFacts()
  const withAccount = (account: NonNullable<DocumentFacts['eInvoice']>['account'], currency = 'EUR') => ({
    ...eInvoiceFacts([item()], { currency }),
    eInvoice: facts.eInvoice && { ...facts.eInvoice, account },
  })

  test('is a SEPA transfer in euros to an IBAN, another transfer to any other account, else online', () => {
    const iban = facts.eInvoice?.account ?? null
    const american = { holder: 'N', iban: null, bic: null, routingNumber: '021000021', accountNumber: '1234' }
    expect(paymentOf(facts)).toEqual(['58', 'DE89370400440532013000', 'COBADEFFXXX', null, '238.00'])
    expect(paymentOf(withAccount(iban, 'USD'))[0]).toBe('30')
    expect(paymentOf(withAccount(american))).toEqual(['30', '1234', '021000021', null, '238.00'])
    expect(paymentOf(withAccount(null))).toEqual(['68', null, null, null, '238.00'])
  })

  test('of an invoice is what it asked for when it was issued, also once a part is paid', () => {
    expect(paymentOf({ ...facts, paidSoFarMinor: 10_000n })[4]).toBe('238.00')
  })

  test('of a credit note is over: the refund was made', () => {
    const credit = creditOf(facts, 11_900n)
    expect(paymentOf(facts, credit)).toEqual(['68', null, null, '119.00', '0.00'])
    expect(bothOf(facts, credit).ubl.document).toMatchObject({
      'BT-1': [credit.number],
      'BT-3': ['381'],
      'BT-25': [facts.number],
      'BT-26': ['20261121'],
    })
  })
})

describe('what an e-invoice lacks', () => {
  const gapsOf = (changes: Partial<DocumentFacts>, credit: CreditFacts | null = null) =>
    E_INVOICE_STANDARDS.map((standard) =>
      eInvoiceGaps({ ...eInvoiceFacts(), ...changes }, credit, standard).map(({ what }) => what),
    )
  const { seller, eInvoice } = eInvoiceFacts()
  const nowhere = {
    addressLine1: null,
    addressLine2: null,
    city: null,
    state: null,
    zip: null,
    country: null,
  }

  test('is nothing once every fact is there', () => {
    expect(gapsOf({})).toEqual([[], []])
  })

  test('is named for each standard, and keeps it from being written', () => {
    const bare = {
      seller: { ...seller, taxId: null, supportEmail: null },
      eInvoice: eInvoice && {
        ...eInvoice,
        seller: { ...nowhere, phone: null },
        buyer: { ...nowhere, country: 'Atlantis', phone: null },
        buyerReference: null,
      },
    }
    const always = ['your tax ID', 'your country', 'your support email']
    expect(gapsOf(bare)).toEqual([
      [...always, 'the customer’s country'],
      [
        ...always,
        'your postcode',
        'your city',
        'your phone number',
        'the customer’s country',
        'the customer’s postcode',
        'the customer’s city',
        'the buyer reference',
      ],
    ])
    expect(eInvoiceOf({ ...eInvoiceFacts(), ...bare }, null)).toBeNull()
  })

  test('can not be mended for a draft, a void document and a billing address in one text', () => {
    expect(gapsOf({ eInvoice: null })[0]).toEqual(['it is not issued yet'])
    expect(gapsOf({ voidedAt: new Date() })[0]).toEqual(['it is void'])
    expect(gapsOf({}, { ...CREDIT, isVoid: true })[0]).toEqual(['it is void'])
    expect(gapsOf({ eInvoice: eInvoice && { ...eInvoice, buyer: null } })[0]).toEqual([
      'its billing address is free text. On new invoices, leave it empty to use the customer’s',
    ])
  })

  test('are decimals and roundings that the standard does not allow', () => {
    const fils = eInvoiceFacts([item({ unitPriceMinor: 1_234n, quantityMicros: 1_000_000n })], {
      currency: 'KWD',
    })
    expect(gapsOf(fils)[0]).toEqual(['one of its amounts has three decimals, and e-invoices allow two'])
    const yen = Array(40).fill(item({ unitPriceMinor: 6n, quantityMicros: 1_000_000n, tax: VAT(80_000) }))
    expect(gapsOf(eInvoiceFacts(yen, { currency: 'JPY' }))[0]).toEqual([
      'its taxes, each rounded, differ by JPY 1 or more from those of the sum',
    ])
  })
})
