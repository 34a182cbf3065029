import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveNewDraft } from '@/lib/invoices/draft'
import { draftList } from '@/lib/invoices/draft-list'
import { NEW_INVOICE } from '@/lib/invoices/invoice-fields'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { changeNumbering } from '@/lib/invoices/numbering'
import { wordSearch } from '@/lib/lists/word-search'
import { mailList } from '@/lib/mail/mail-list'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { database, sql } from './client'
import { indexQuery, searchText } from './search-words'
import { isStorableText } from './storable-text'
import { inOrmTransaction } from './transaction'

const LATEST = {
  sort: 'created',
  descending: true,
  after: null,
  before: null,
  limit: 100,
  filters: {},
} as const

/** Text of any script, and of what search and index treat apart. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        'Zoë',
        "O'Brien",
        'İstanbul',
        'ΟΔΥΣΣΕΥΣ',
        'straße',
        '㌀㌀',
        'ﷺ',
        '１２３',
        '1,234.50',
        'ada@EXAMPLE.com',
        '<ada@example.com>,',
        '01A20000-0000',
        '\\',
        "'",
        ':*',
        '~12ab',
        '12345678-x',
        '👩‍👩‍👧',
        '\u1680',
        '\u00a0',
      ),
      fc.string({ unit: fc.constantFrom('㌖', 'é', '𝔸', '😀'), minLength: 600, maxLength: 800 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((words) => words.join(' ').slice(0, 255).toWellFormed())
  .filter((text) => isStorableText(text) && text.trim() !== '')

/** The words of a text as somebody would type them; none that is punctuation alone. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => searchText([word]) !== '')

test('whatever a customer is called, text and index have each of its words, typed with or without composed letters', async () => {
  const { test: account } = await buildVendor()
  await fc.assert(
    fc.asyncProperty(anyText, async (name) => {
      const { id } = await buildCustomer(account, { name })
      for (const typed of wordsOf(name).flatMap((word) => [word, word.normalize('NFD'), `${word} ${name}`])) {
        const { passes, index } = wordSearch(typed, sql`search`, OF_ACCOUNT(account.id)) ?? {}
        if (!passes || !index) throw new Error(`nothing is typed in ${typed}`)
        const [row] = await database().$queryRaw<object[]>`
          SELECT ${passes} AS "isInText",
                 search_terms(account_id, search) @@ ${indexQuery(account.id, index.words)}::text::tsquery AS "isInIndex"
            FROM customers WHERE account_id = ${account.id}::uuid AND id = ${id}::uuid`
        expect({ typed, ...row }).toEqual({ typed, isInText: true, isInIndex: true })
      }
    }),
    { seed: 20_261_123, numRuns: 100 },
  )
})

const OF_ACCOUNT = (tenantId: string) => ({ tenantKey: sql`account_id`, tenantId })

test('an invoice is found by each of its customer’s words, whatever the customer is called', async () => {
  const { test: account } = await buildVendor()
  for (const name of fc.sample(anyText, { seed: 20_261_124, numRuns: 15 })) {
    const { id } = await buildInvoice(account, { customer: await buildCustomer(account, { name }) })
    for (const search of wordsOf(name)) {
      const { rows } = await invoiceList.page(database(), account.id, { ...LATEST, search })
      expect(rows.map((row) => row.id)).toContain(id)
    }
  }
})

test.each(['', '-', 'INV-', 'Acme/2026-', 'x', 'A_.b', 'abcdef12-'])(
  'an invoice and its mail are found by their number, whatever stands before it: “%s”',
  async (prefix) => {
    const { test: account } = await buildVendor()
    await inOrmTransaction((tx) => changeNumbering(tx, account.id, { prefix, next: 7 }))
    const email = 'ada@example.com'
    const { id, number } = await buildInvoice(account, { customer: { email } })
    expect(number).toBe(`${prefix}0007`)
    for (const search of [number, number.toLowerCase(), `ada ${number}`]) {
      const { rows } = await invoiceList.page(database(), account.id, { ...LATEST, search })
      expect(rows.map((row) => row.id)).toEqual([id])
      const mail = await mailList.page(database(), account.id, { ...LATEST, search })
      expect(mail.rows.map(({ recipient }) => recipient)).toEqual([email])
    }
  },
)

test('a draft is found by its customer and its items as they were saved last', async () => {
  const { test: account } = await buildVendor()
  const customer = { id: '01a20000-0000-7000-8000-000000000001', name: 'Zoë Ünal', email: 'zoe@example.com' }
  const items = [{ title: 'Beratung Größe', quantity: '1', price: '5', taxName: '', taxRate: '' }]
  await inOrmTransaction((tx) => saveNewDraft(tx, account.id, { ...NEW_INVOICE, customer, items }))
  const find = async (search: string) => {
    const query = { ...LATEST, sort: 'updated', search } as const
    return (await draftList.page(database(), account.id, query)).rows.length
  }
  expect([await find('unal'), await find('zoe@exa'), await find('größe'), await find('nobody')]).toEqual([
    1, 1, 1, 0,
  ])
})
