import { beforeEach, describe, expect, test } from 'vitest'
import { type CustomerRecord, changeCustomer, type NewCustomer } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { en } from '@/lib/documents/texts/en'
import { ask } from '@/lib/http/ask.fixture'
import { paymentToken } from '@/lib/http/links'
import { MILLION } from '@/lib/money/decimals'
import { paymentInvoicePdf } from '@/lib/payments/api'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { paymentProviderFor } from '@/lib/providers/registry'
import type { Account } from '@/lib/vendors/account'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { saveNewDraft } from './draft'
import { readDraft } from './draft-list'
import { writtenInvoiceBody } from './invoice-body'
import { draftAmounts, invoiceBodyOf, NEW_INVOICE, NO_FEE } from './invoice-fields'
import { issueDraft } from './issue-draft'
import { openCheckout, planInvoice, saveInvoice } from './issue-invoice'

const REVERSE_CHARGE = { taxTreatment: 'reverse_charge', taxId: 'DE136695976' } as const
const EXEMPT = { taxTreatment: 'exempt', taxExemptionReason: 'Article 132' } as const
const TAXED = { taxTreatment: 'taxed', taxExemptionReason: null } as const

const DESIGN = {
  title: 'Design',
  quantityMicros: MILLION,
  unitPriceMinor: 10_000n,
  tax: { name: 'VAT', ratePpm: 190_000, isInclusive: false },
}

let account: Account

beforeEach(async () => {
  account = (await buildVendor()).test
})

const change = (customer: CustomerRecord, fields: Partial<NewCustomer>) =>
  inOrmTransaction((tx) => changeCustomer(tx, account.id, customer.id, fields))
const stored = (id: string) =>
  database().invoice.findFirstOrThrow({ where: { accountId: account.id, id }, include: { items: true } })
const pageOf = async (payToken: string) =>
  readPaymentPage(paymentToken(account.id, payToken), { locale: 'de' })
const pdfOf = async (payToken: string) => {
  const path = `/api/pay/${paymentToken(account.id, payToken)}/invoice.pdf?lang=en`
  const answer = await ask(paymentInvoicePdf, new Request(`http://localhost:3000${path}`))
  return (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join('\n')
}

describe('an invoice to a customer who isn’t taxed', () => {
  test.each([
    ['reverse charge', REVERSE_CHARGE, en.reverseCharge],
    ['exempt', EXEMPT, 'Exempt from tax: Article 132'],
  ])('has no tax, and says why: %s', async (_, fields, sentence) => {
    const customer = await buildCustomer(account, fields)
    // Also where the form only knew the email.
    for (const to of [{ id: customer.id }, { email: customer.email.toUpperCase() }]) {
      const { id, payToken } = await buildInvoice(account, { customer: to, items: [DESIGN] })
      const invoice = await stored(id)
      expect(invoice).toMatchObject({ customerId: customer.id, baseAmountMinor: 10_000n })
      expect(invoice.items).toMatchObject([{ lineAmountMinor: 10_000n, taxMinor: 0n, taxName: null }])
      expect(invoice.billedTo).toMatchObject(fields)
      expect(await pdfOf(payToken)).toContain(sentence)
      // What is changed later concerns later invoices.
      await change(customer, TAXED)
      expect(await pdfOf(payToken)).toContain(sentence)
      expect((await pageOf(payToken))?.billedTo).toMatchObject(fields)
      await change(customer, fields)
    }
  })

  test('says so without items of its own, too, as one by API', async () => {
    const customer = await buildCustomer(account, REVERSE_CHARGE)
    const { payToken } = await buildInvoice(account, { customer: { email: customer.email } })
    expect(await pdfOf(payToken)).toContain(en.reverseCharge)
  })

  test('is taxed and says so as one, when the customer changes in the middle of it', async () => {
    const customer = await buildCustomer(account)
    const provider = paymentProviderFor('test')
    const draft = {
      customer: { id: customer.id },
      currency: 'USD',
      items: [DESIGN],
      dueDate: null,
      redirectUrl: null,
      webhookUrl: null,
    }
    const plan = await planInvoice(database(), account, draft)
    await change(customer, REVERSE_CHARGE)
    const session = await openCheckout(plan, provider, 1000)
    await inOrmTransaction((tx) => saveInvoice(tx, plan, session, provider))
    const invoice = await stored(plan.id)
    expect(invoice.items).toMatchObject([{ taxMinor: 1_900n }])
    expect(invoice.billedTo).toMatchObject(TAXED)
  })
})

test('a draft follows how its customer is taxed when it is issued, and adds up so when it is opened', async () => {
  const customer = await buildCustomer(account, EXEMPT)
  const { id, email, name } = customer
  const fields = {
    ...NEW_INVOICE,
    customer: { id, email, name },
    items: [{ title: 'Design', quantity: '1', price: '100', taxName: 'VAT', taxRate: '19' }],
  }
  const save = () => inOrmTransaction((tx) => saveNewDraft(tx, account.id, fields))
  const totalOf = async (draftId: string) => {
    const draft = await readDraft(account.id, draftId)
    return draft && draftAmounts(draft.fields, 2, NO_FEE).totalMinor
  }
  const issue = async (draftId: string) => stored((await issueDraft(account, { draftId })).invoiceId)
  const [first, second] = [await save(), await save()]
  expect(await totalOf(first.id)).toBe(10_000n)
  expect((await issue(first.id)).baseAmountMinor).toBe(10_000n)
  await change(customer, TAXED)
  expect(await totalOf(second.id)).toBe(11_900n)
  expect((await issue(second.id)).baseAmountMinor).toBe(11_900n)
  // The form of a recurring invoice is read in the same way, each time one is issued.
  await change(customer, REVERSE_CHARGE)
  const plan = await planInvoice(database(), account, writtenInvoiceBody.read(invoiceBodyOf(fields)))
  expect(plan.baseAmountMinor).toBe(10_000n)
})
