import { beforeAll, describe, expect, test } from 'vitest'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { BASE_URL, type Fields, type InvoiceView, type Json } from '../fixtures/api-client'
import { invoiceBody } from '../fixtures/request-bodies'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
})

const FORMAT = 'Invalid amount format'
const TOO_MUCH = 'Invoice amount must be at most 999999999.99'
const INCOMPLETE = 'Each item must have title, qty and price'
const OUT_OF_RANGE = 'Each item must have a qty above 0 and a price of 0 or more'
const ITEM = { title: 'Consulting', qty: 2, price: 9.5 }

async function createInvoice(fields: Fields): Promise<InvoiceView> {
  const answer = await vendor.post('/invoice', { ...invoiceBody(), amount: undefined, ...fields })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.invoice
}

function expectRefused(fields: Fields, message: string): Promise<void> {
  return vendor.expectRefused('/invoice', { ...invoiceBody(), amount: undefined, ...fields }, 400, message)
}

describe('items', () => {
  test.each<[Json[], number]>([
    [[ITEM], 19],
    [[ITEM, { title: 'Travel', qty: 1, price: 0.99 }], 19.99],
    [[{ title: 'Half a cent', qty: 0.5, price: 0.01 }], 0.01],
    [[{ title: 'x', qty: 1.5, price: 3.33 }], 5],
    [[{ title: 'x', qty: 0.333333, price: 3 }], 1],
    [[{ title: 'x', qty: '2.5', price: '10.10' }], 25.25],
    [
      [
        { title: 'free', qty: 1, price: 0 },
        { title: 'x', qty: 1, price: 1 },
      ],
      1,
    ],
    // Each line is rounded by itself: 0.005 + 0.005 is 0.02.
    [
      [
        { title: 'a', qty: 0.5, price: 0.01 },
        { title: 'b', qty: 0.5, price: 0.01 },
      ],
      0.02,
    ],
    [
      [
        { title: 'x', qty: 0.000001, price: 5000 },
        { title: 'y', qty: 3, price: 0.1 },
      ],
      0.31,
    ],
    [[{ title: 'x', qty: 1000000, price: 999.99 }], 999990000],
  ])('%j add up to %d', async (items, base) => {
    const invoice = await createInvoice({ items })
    expect(invoice.base_amount).toBe(base)
    const asNumbers = (items as Fields[]).map(({ title, qty, price }) => ({
      title,
      qty: Number(qty),
      price: Number(price),
    }))
    expect(invoice.items).toEqual(asNumbers)
    const stored = (await vendor.get(`/invoice/${invoice.id}`)).body.invoice.items
    expect(stored).toEqual(asNumbers.map(({ title, ...rest }) => ({ name: title, ...rest })))
  })

  test.each<Json>(['x', 5, true, {}, { title: 'x', qty: 1, price: 1 }])(
    '%j is not an array',
    async (items) => {
      await expectRefused({ items }, 'items must be an array')
    },
  )

  test.each(['title', 'qty', 'price'])('need a %s', async (field) => {
    for (const value of [undefined, null])
      await expectRefused({ items: [ITEM, { ...ITEM, [field]: value }] }, INCOMPLETE)
  })

  test.each<Json>(['', '  '])('need a title that is more than %j', async (title) => {
    await expectRefused({ items: [{ ...ITEM, title }] }, INCOMPLETE)
  })

  test.each<Json>([null, 5, 'x', [], {}])('can’t be %j', async (item) =>
    expectRefused({ items: [item] }, INCOMPLETE),
  )

  test.each<Fields>([{ qty: 0 }, { qty: -1 }, { qty: '0.0' }, { price: -0.01 }, { price: '-5' }])(
    'can’t have %j',
    async (wrong) => expectRefused({ items: [{ ...ITEM, ...wrong }] }, OUT_OF_RANGE),
  )

  test.each<Fields>([
    { qty: 0.0000001 },
    { qty: '1.1234567' },
    { qty: 'two' },
    { qty: true },
    { qty: [1] },
    { price: 0.001 },
    { price: '1e2' },
    { price: 'free' },
    { price: {} },
    { price: '1,000' },
  ])('can’t have %j', async (wrong) => expectRefused({ items: [{ ...ITEM, ...wrong }] }, FORMAT))

  test('add up to at most 999999999.99', async () => {
    await expectRefused({ items: [{ title: 'x', qty: 2, price: 500000000 }] }, TOO_MUCH)
    await expectRefused(
      {
        items: [
          { title: 'x', qty: 1, price: 999999999.99 },
          { title: 'y', qty: 1, price: 0.01 },
        ],
      },
      TOO_MUCH,
    )
    expect((await createInvoice({ items: [{ title: 'x', qty: 1, price: 999999999.99 }] })).amount).toBe(
      1029000000.29,
    )
  })

  test('are at most 100', async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => ({ title: `Item ${n}`, qty: 1, price: 0.01 }))
    const invoice = await createInvoice({ items: hundred })
    expect(invoice.base_amount).toBe(1)
    expect(invoice.items).toEqual(hundred)
    await expectRefused({ items: [...hundred, ITEM] }, 'items must have at most 100 entries')
  })

  test('have titles in any language, which the PDF prints', async () => {
    const titles = ['網站設計', 'ありがとう', '한국어', 'Łódź']
    const { payment_link } = await createInvoice({ items: titles.map((title) => ({ ...ITEM, title })) })
    const pdf = await fetch(`${BASE_URL}/api${new URL(payment_link).pathname}/invoice.pdf`)
    expect(pdf.status).toBe(200)
    const [page] = await pagesOf(Buffer.from(await pdf.arrayBuffer()))
    // Letters of different fonts are pieces of their own.
    for (const title of titles) expect(page?.replaceAll('\n', '')).toContain(title)
  })

  test('have titles of at most 255 characters', async () => {
    await createInvoice({ items: [{ ...ITEM, title: 'x'.repeat(255) }] })
    const body = { ...invoiceBody(), items: [{ ...ITEM, title: 'x'.repeat(256) }] }
    const answer = await vendor.unchanged(() => vendor.post('/invoice', body))
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(/title must be at most 255 characters$/)
  })
})
