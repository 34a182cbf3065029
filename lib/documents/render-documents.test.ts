import fc from 'fast-check'
import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '@/lib/i18n/locale'
import { CREDIT, documentFacts, PAYMENT } from './document.fixture'
import { pagesOf } from './pdf-text.fixture'
import { renderCreditNotePdf, renderInvoicePdf, renderReceiptPdf } from './render-document'
import { DOCUMENT_TEXTS } from './texts/texts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function item(title: string) {
  return {
    title,
    quantityMicros: 1_000_000n,
    unitPriceMinor: 100n,
    lineAmountMinor: 100n,
    discountMinor: 0n,
    taxMinor: 0n,
    tax: null,
  }
}

async function linesOf(pdf: Promise<Uint8Array>): Promise<string[]> {
  return (await pagesOf(await pdf)).flatMap((page) => page.split('\n'))
}

describe('an invoice', () => {
  test('names vendor, customer, items, total, due date and payment link', async () => {
    const lines = await linesOf(renderInvoicePdf(documentFacts()))
    const { number, paymentLink } = documentFacts()
    const expected = ['Northwind', 'Invoice', 'Ada Lovelace', 'ada@example.com', '1 Main Street', 'London']
    const items = ['Landing page', '1.5', '$100.00', '$150.00', 'Hosting', '12', '$9.99', '$119.88']
    const sums = ['Subtotal', '$269.88', 'Fee', '$8.13', 'Total', '$278.01']
    const days = ['November 21, 2026', 'December 21, 2026', 'Open', '$278.01 due on December 21, 2026']
    const all = [...expected, ...items, ...sums, ...days, number, paymentLink, 'Page 1 of 1']
    expect(lines).toEqual(expect.arrayContaining(all))
  })

  test('is marked overdue once it is, and asks for no payment once it is paid', async () => {
    expect(await linesOf(renderInvoicePdf(documentFacts({ isOverdue: true })))).toContain('Overdue')
    const paid = await linesOf(renderInvoicePdf(documentFacts({ payment: PAYMENT })))
    expect(paid).toEqual(expect.arrayContaining(['Paid', '$278.01 paid on November 25, 2026']))
    expect(paid).not.toContain(documentFacts().paymentLink)
  })

  test('of which a part is paid says how much, and asks for the rest', async () => {
    const lines = await linesOf(renderInvoicePdf(documentFacts({ paidSoFarMinor: 10_000n })))
    const sums = ['Total', '$278.01', 'Amount paid', '$100.00', 'Balance due', '$178.01']
    expect(lines).toEqual(expect.arrayContaining([...sums, '$178.01 due on December 21, 2026']))
  })

  test('says how to pay by bank transfer in each language, as long as it can be paid', async () => {
    const transfer = {
      lines: [
        { name: 'holder', value: 'Northwind Trading GmbH' },
        { name: 'iban', value: 'DE89 3704 0044 0532 0130 00' },
        { name: 'reference', value: 'INV-0042' },
      ],
      code: 'BCD\n002\n1\nSCT\n\nNorthwind Trading GmbH\nDE89370400440532013000\nEUR278.01\n\n\nINV-0042',
    } as const
    const facts = { transfer: { ...transfer, lines: [...transfer.lines] } }
    for (const locale of LOCALES) {
      const text = (await linesOf(renderInvoicePdf(documentFacts({ ...facts, locale })))).join(' ')
      for (const { value } of transfer.lines) expect(text).toContain(value)
    }
    const lines = await linesOf(renderInvoicePdf(documentFacts(facts)))
    const words = [
      'Or by bank transfer:',
      'Account holder',
      'IBAN',
      'Reference',
      'Scan with your banking app',
    ]
    expect(lines).toEqual(expect.arrayContaining(words))
    const paid = await linesOf(renderInvoicePdf(documentFacts({ ...facts, payment: PAYMENT })))
    expect(paid).not.toContain('IBAN')
  })

  test('names the seller by law, with address, tax ID and contact, and ends with its notes', async () => {
    const seller = {
      name: 'Northwind Trading GmbH',
      address: ['Hafenstraße 12', '20457 Hamburg'],
      taxId: 'DE 123 456 789',
      noTaxReason: null,
      supportEmail: 'billing@northwind.example',
    }
    const notes = ['Payable without deduction.', 'Thank you.']
    const lines = await linesOf(renderInvoicePdf(documentFacts({ seller, notes })))
    const expected = ['From', seller.name, ...seller.address, `Tax ID: ${seller.taxId}`, seller.supportEmail]
    expect(lines).toEqual(expect.arrayContaining([...expected, 'Notes', ...notes, 'Northwind']))
    expect(await linesOf(renderInvoicePdf(documentFacts()))).not.toContain('Notes')
  })

  test('names the buyer with address and tax ID', async () => {
    const customer = { ...documentFacts().customer, taxId: 'GB 123 456 789' }
    const lines = await linesOf(renderInvoicePdf(documentFacts({ customer })))
    expect(lines).toEqual(expect.arrayContaining([...customer.address, `Tax ID: ${customer.taxId}`]))
    expect(await linesOf(renderInvoicePdf(documentFacts()))).not.toContain('Tax ID')
  })

  test('names the seller by law in full, however long the name is', async () => {
    const name =
      'The Extraordinarily Long Name of a Family Company and Daughters, Purveyors of Fine Paper since 1887'
    const seller = { ...documentFacts().seller, name }
    const text = (await linesOf(renderInvoicePdf(documentFacts({ seller })))).join(' ')
    expect(text).toContain(name)
  })

  test('keeps an email on one line', async () => {
    const supportEmail = 'invoices@northwind-trading.example'
    const seller = { ...documentFacts().seller, supportEmail }
    expect(await linesOf(renderInvoicePdf(documentFacts({ seller })))).toContain(supportEmail)
  })

  test('continues long notes on the next page', async () => {
    const notes = Array.from({ length: 40 }, (_, index) => `Clause ${index}. ${'It goes on. '.repeat(20)}`)
    const pages = await pagesOf(await renderInvoicePdf(documentFacts({ notes })))
    expect(pages.length).toBeGreaterThan(1)
    for (const index of notes.keys()) expect(pages.join('\n')).toContain(`Clause ${index}.`)
  })

  test('leaves the fee out where there is none', async () => {
    const lines = await linesOf(renderInvoicePdf(documentFacts({ feeAmountMinor: 0n })))
    expect(lines).toContain('$269.88')
    expect(lines).not.toContain('Fee')
  })

  test('states the tax of each item, and how discount and taxes make the total', async () => {
    const vat = { name: 'VAT', percent: '19', isInclusive: false }
    const reduced = { name: 'VAT', percent: '7.125', isInclusive: true }
    const facts = documentFacts({
      items: [
        { ...item('Design'), lineAmountMinor: 10_000n, tax: vat },
        { ...item('Book'), lineAmountMinor: 2_000n, tax: reduced },
      ],
      discount: { percent: '10', amountMinor: 1_200n },
      taxes: [
        { ...vat, amountMinor: 1_710n },
        { ...reduced, amountMinor: 120n },
      ],
      baseAmountMinor: 12_510n,
    })
    const text = (await linesOf(renderInvoicePdf(facts))).join('\n')
    for (const row of ['Design\nVAT 19%', 'Book\nIncludes VAT 7.125%']) expect(text).toContain(row)
    expect(text).toContain(
      [
        ...['Subtotal', '$120.00', 'Discount 10%', '-$12.00', 'VAT 19%', '$17.10'],
        ...['Includes VAT 7.125%', '$1.20', 'Fee', '$8.13', 'Total', '$133.23'],
      ].join('\n'),
    )
    const plain = documentFacts({ discount: { percent: null, amountMinor: 500n }, locale: 'de' })
    expect(await linesOf(renderInvoicePdf(plain))).toContain('Rabatt')
  })

  test('spans as many pages as its items need, with each item on one of them', async () => {
    const items = Array.from({ length: 200 }, (_, index) => item(`Item number ${index + 1}.`))
    const pages = await pagesOf(await renderInvoicePdf(documentFacts({ items })))
    expect(pages.length).toBeGreaterThan(5)
    const lines = pages.flatMap((page) => page.split('\n'))
    for (const { title } of items) expect(lines.filter((line) => line === title)).toHaveLength(1)
    pages.slice(0, -1).forEach((page, index) => {
      expect(page).toContain('Description\nQuantity\nUnit price\nAmount')
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    })
    expect(pages.at(-1)).toContain('$278.01')
  })

  test('carries its title and language in its properties', async () => {
    const pdf = await PDFDocument.load(await renderInvoicePdf(documentFacts({ locale: 'fr' })))
    expect(pdf.getTitle()).toBe(`Facture ${documentFacts().number} · Ada Lovelace`)
    expect(pdf.getAuthor()).toBe('Northwind')
    expect(pdf.catalog.get(PDFName.of('Lang'))).toEqual(PDFString.of('fr'))
  })

  test('shows the logo, and does without one that can’t be read', async () => {
    const withLogo = (bytes: Uint8Array) =>
      renderInvoicePdf(
        documentFacts({
          vendor: { name: 'Northwind', color: '#0f766e', logo: bytes },
        }),
      )
    expect(Buffer.from(await withLogo(PIXEL)).includes('/Subtype /Image')).toBe(true)
    expect(await linesOf(withLogo(Buffer.from('no picture')))).toContain('Northwind')
  })
})

describe('a receipt', () => {
  test('says when and how the invoice was paid, with the payment’s id', async () => {
    const lines = await linesOf(renderReceiptPdf({ ...documentFacts(), payment: PAYMENT }))
    const expected = [
      'Receipt',
      '$278.01 paid on November 25, 2026',
      'Receipt number',
      'INV-0042-R1',
      'Visa •••• 4242',
      PAYMENT.id,
      'Landing page',
      'Total',
      'Amount paid',
      'Balance due',
      '$0.00',
    ]
    expect(lines).toEqual(expect.arrayContaining(expected))
  })
})

describe('a voided invoice', () => {
  test('is marked on every page, owes nothing and can’t be paid', async () => {
    const items = Array.from({ length: 40 }, (_, index) => item(`Item ${index}`))
    const facts = documentFacts({ voidedAt: new Date('2026-11-24T10:00:00Z'), isOverdue: true, items })
    const pages = await pagesOf(await renderInvoicePdf(facts))
    for (const page of pages) expect(page.split('\n')).toContain('VOID')
    const lines = pages.flatMap((page) => page.split('\n'))
    const expected = ['Void', 'Voided on November 24, 2026. Nothing is due', 'Balance due', '$0.00']
    expect(lines).toEqual(expect.arrayContaining(expected))
    expect(lines).not.toContain(facts.paymentLink)
    const ofTest = await linesOf(renderInvoicePdf({ ...facts, isTest: true }))
    expect(ofTest).toContain('TEST · VOID')
  })
})

describe('a credit note', () => {
  const creditNote = (more: Partial<typeof CREDIT> = {}) =>
    linesOf(renderCreditNotePdf({ ...documentFacts({ payment: PAYMENT }), credit: { ...CREDIT, ...more } }))

  test('names its invoice with its day, the reason, what is given back and what is left', async () => {
    const expected = [
      'Credit note',
      'INV-0042-CN2',
      'INV-0042',
      ...['Invoice date', 'November 21, 2026'],
      '$50.00 refunded on December 2, 2026',
      'Refund of invoice INV-0042',
      `Reason: ${CREDIT.reason}`,
      ...['Invoice total', '$278.01', 'Refunded before', '$20.00', 'This refund', '$50.00'],
      ...['Left after refunds', '$208.01', 'INV-0042-CN2 · Northwind'],
    ]
    const lines = await creditNote()
    expect(lines).toEqual(expect.arrayContaining(expected))
    expect(lines).not.toContain(documentFacts().paymentLink)
  })

  test('leaves out missing details', async () => {
    const lines = await creditNote({ reason: null, earlier: [] })
    expect(lines).not.toContain('Refunded before')
    expect(lines.join()).not.toContain('Reason')
    expect(lines).toContain('$228.01')
  })

  test('is marked as void once the refund has failed, and takes nothing off', async () => {
    const lines = await creditNote({ isVoid: true })
    const expected = ['VOID', 'Void: the refund could not be made', '$258.01']
    expect(lines).toEqual(expect.arrayContaining(expected))
  })
})

describe('all documents', () => {
  const renderers = {
    invoice: renderInvoicePdf,
    receipt: (facts: ReturnType<typeof documentFacts>) => renderReceiptPdf({ ...facts, payment: PAYMENT }),
    'credit note': (facts: ReturnType<typeof documentFacts>) =>
      renderCreditNotePdf({ ...facts, payment: PAYMENT, credit: CREDIT }),
  }

  test.each(Object.keys(renderers) as (keyof typeof renderers)[])(
    'of a few lines are one page: %s',
    async (kind) => {
      for (const locale of LOCALES) {
        expect(await pagesOf(await renderers[kind](documentFacts({ locale })))).toHaveLength(1)
      }
    },
  )

  test.each(LOCALES)('say why there is no tax, and only then: %s', async (locale) => {
    const { reverseCharge, exempt } = DOCUMENT_TEXTS[locale]
    const reason = 'Art. 132'
    const customers = [
      [{ taxTreatment: 'reverse_charge', taxExemptionReason: null }, reverseCharge],
      [{ taxTreatment: 'exempt', taxExemptionReason: reason }, exempt({ reason })],
    ] as const
    const lettersOf = (text: string) => [...text.replaceAll(/[\s：]/g, '')].sort().join('')
    for (const render of Object.values(renderers)) {
      const plain = await linesOf(render(documentFacts({ locale })))
      const seller = { ...documentFacts().seller, noTaxReason: 'Small business' }
      expect(await linesOf(render(documentFacts({ locale, seller })))).toContain('Small business')
      for (const [tax, sentence] of customers) {
        const customer = { ...documentFacts().customer, ...tax }
        const lines = await linesOf(render(documentFacts({ locale, customer })))
        const more = lines.filter((line) => !plain.includes(line))
        // In whatever order a language's letters are drawn.
        expect(lettersOf(more.join(''))).toBe(lettersOf(sentence))
      }
    }
  })

  test('never leave the totals alone on a page', async () => {
    for (let count = 12; count < 40; count += 1) {
      const items = Array.from({ length: count }, (_, index) => item(`Item ${index}`))
      const pages = await pagesOf(await renderInvoicePdf(documentFacts({ items })))
      expect(pages.find((page) => page.includes('\nTotal\n'))).toMatch(/Item \d/)
    }
  })

  test.each(LOCALES.flatMap((locale) => [[locale, 'invoice'] as const, [locale, 'receipt'] as const]))(
    'are marked as a test on every page in test mode alone: %s %s',
    async (locale, kind) => {
      const items = Array.from({ length: 40 }, (_, index) => item(`Item ${index}`))
      const { watermark } = DOCUMENT_TEXTS[locale]
      // Arabic text is stored in drawing order, left to right.
      const drawn = locale === 'ar' ? [...watermark].reverse().join('') : watermark
      for (const isTest of [true, false]) {
        const pages = await pagesOf(await renderers[kind](documentFacts({ locale, items, isTest })))
        expect(pages.length).toBeGreaterThan(1)
        for (const page of pages) expect(page.split('\n').includes(drawn)).toBe(isTest)
      }
    },
  )

  test.each(LOCALES)('are the same bytes for the same facts: %s', async (locale) => {
    for (const render of Object.values(renderers)) {
      const facts = documentFacts({ locale, isTest: true })
      const [first, second] = [await render(facts), await render(facts)]
      expect(Buffer.from(first).equals(second)).toBe(true)
    }
  })

  test('print Latin, Greek and Cyrillic letters as they are', async () => {
    const names = ['Zażółć gęślą jaźń', 'Þórður Ægir Łódź', 'Ελληνικά Άγιος', 'Съешь ещё этих булок']
    const lines = await linesOf(renderInvoicePdf(documentFacts({ items: names.map(item) })))
    expect(lines).toEqual(expect.arrayContaining(names))
    expect(lines.join('\n')).not.toContain('□')
  })

  test('print a placeholder for each unprintable character, and say where to read the full text', async () => {
    const customer = {
      ...documentFacts().customer,
      name: 'ไทย 👩‍👩‍👧🇩🇪',
      email: 'ada@example.com',
      address: [],
    }
    const facts = documentFacts({ customer, payment: PAYMENT })
    const text = (await linesOf(renderReceiptPdf({ ...facts, payment: PAYMENT }))).join('\n')
    expect(text).toContain('□□□ □□')
    expect(text).toContain('Some characters cannot be printed in this document; □ stands for each.')
    expect(text).toContain(facts.paymentLink)
  })

  test('are set in Japanese letters as a whole in Japanese, the mark across the page too', async () => {
    const facts = documentFacts({ locale: 'ja', isTest: true, voidedAt: new Date('2026-11-24T10:00:00Z') })
    const text = (await linesOf(renderInvoicePdf(facts))).join('')
    for (const word of ['請求書', '合計', '2026年11月24日に取り消されました', 'テスト · 取消']) {
      expect(text).toContain(word)
    }
    expect(text).not.toContain('□')
  })

  test('run right to left in Arabic, with amounts and numbers left to right', async () => {
    const facts = documentFacts({ locale: 'ar', items: [item('تصميم 2026')] })
    const lines = await linesOf(renderInvoicePdf(facts))
    const { invoice } = DOCUMENT_TEXTS.ar
    expect(lines).toContain([...invoice].reverse().join(''))
    expect(lines).toEqual(expect.arrayContaining(['2026', 'US$', '278.01', facts.number]))
  })

  test('print the digits of Arabic in their order', async () => {
    const facts = documentFacts({ locale: 'ar', items: [item('شارع ١٢٣'), item('۴۵۶')] })
    expect(await linesOf(renderInvoicePdf(facts))).toEqual(expect.arrayContaining(['١٢٣', '۴۵۶']))
  })

  test('are set in Geist, and in DejaVu Sans where Geist lacks a letter', async () => {
    const { context } = await PDFDocument.load(
      await renderInvoicePdf(documentFacts({ items: [item('Łódź')] })),
    )
    const fonts = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict ? [String(object.get(PDFName.of('BaseFont')))] : [],
      )
    expect(fonts.join()).toContain('Geist-Regular')
    expect(fonts.join()).toContain('DejaVuSans')
    expect(await linesOf(renderInvoicePdf(documentFacts({ items: [item('שלום')] })))).toContain('םולש')
  })

  test.each([
    ['Tifinagh', 'ⵜⵉⴼⵉⵏⴰⵖ'],
    ['N’Ko', 'ߒߞߏ'],
    ['Lao', 'ພາສາລາວ'],
    ['Khmer', 'ភាសាខ្មែរ'],
    ['Balinese', 'ᬩᬮᬶ'],
    ['Devanagari', 'हिन्दी'],
  ])('print a title in %s, or say that they can’t', async (_, title) => {
    expect(await pagesOf(await renderInvoicePdf(documentFacts({ items: [item(title)] })))).toHaveLength(1)
  })

  test('never fail because of a text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    const texts = fc.record({
      vendor: text,
      name: text,
      title: text,
      address: fc.array(text, { maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom(...LOCALES),
        async ({ vendor, name, title, address }, locale) => {
          const facts = documentFacts({
            locale,
            vendor: { name: vendor, color: null, logo: null },
            customer: { ...documentFacts().customer, name, email: 'ada@example.com', address },
            items: [item(title)],
          })
          expect(await pagesOf(await renderInvoicePdf(facts))).toHaveLength(1)
        },
      ),
      { numRuns: 25 },
    )
  })
})
