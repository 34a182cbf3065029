import { beforeEach, describe, expect, test } from 'vitest'
import { NO_OWN_ACCOUNT, type OwnAccountFields } from '@/lib/branding/own-account-fields'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { paymentLink } from '@/lib/http/links'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { buildInvoice, buildMember, buildVendor } from '@/prisma/seed/builders'
import { recordOutsidePayment } from './outside-payment'
import { getOwnAccount, setOwnAccount } from './own-account-dashboard'
import { readPaymentPage } from './payment-page'
import { recordTestPayment } from './settle-payment'

const PATH = '/api/dashboard/settings/own-account'
const IBAN: OwnAccountFields = {
  ...NO_OWN_ACCOUNT,
  isShown: true,
  holder: 'Corner Bakery GmbH',
  bankName: 'Commerzbank',
  iban: 'de89 3704 0044 0532 0130 00',
  bic: 'cobadeffxxx',
}
const US: OwnAccountFields = {
  ...NO_OWN_ACCOUNT,
  isShown: true,
  kind: 'us',
  holder: 'Corner Bakery LLC',
  routingNumber: '021000021',
  accountNumber: '000123456789',
}

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>
beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
})

const save = (fields: object, by = browser) => by.call(setOwnAccount, 'POST', PATH, fields)

async function pageOf(currency: string) {
  const invoice = await buildInvoice(vendor.test, { amountMinor: 10_000n, currency })
  const token = paymentLink(vendor.test.id, invoice.payToken).split('/pay/')[1] ?? ''
  return { invoice, read: async () => (await readPaymentPage(token))?.transfer }
}

describe('the bank account on invoices', () => {
  test('is shown with the invoice’s number, and with a code for euros to an IBAN', async () => {
    expect(await save(IBAN)).toMatchObject({ status: 200, body: { iban: 'DE89370400440532013000' } })
    const { invoice, read } = await pageOf('EUR')
    expect(await read()).toEqual({
      lines: [
        { name: 'holder', value: 'Corner Bakery GmbH' },
        { name: 'bankName', value: 'Commerzbank' },
        { name: 'iban', value: 'DE89 3704 0044 0532 0130 00' },
        { name: 'bic', value: 'COBADEFFXXX' },
        { name: 'reference', value: invoice.number },
      ],
      code: `BCD\n002\n1\nSCT\nCOBADEFFXXX\nCorner Bakery GmbH\nDE89370400440532013000\nEUR102.90\n\n\n${invoice.number}`,
    })
    expect(await (await pageOf('USD')).read()).toMatchObject({ code: null })
  })

  test('asks for what is left to pay, and for nothing once the invoice is paid', async () => {
    await save(IBAN)
    const { invoice, read } = await pageOf('EUR')
    const subject = { accountId: vendor.test.id, invoiceId: invoice.id }
    const cash = {
      method: 'cash',
      receivedOn: new Date('2026-01-05'),
      reference: null,
      mailsReceipt: false,
    } as const
    await inOrmTransaction((tx) => recordOutsidePayment(tx, subject, { ...cash, amountMinor: 4000n }))
    expect((await read())?.code).toContain('\nEUR62.90\n')
    await inOrmTransaction((tx) => recordTestPayment(tx, subject, paymentProviderFor('test')))
    expect(await read()).toBeNull()
  })

  test('may be one in the US, which has no code', async () => {
    await save(US)
    expect(await (await pageOf('EUR')).read()).toMatchObject({
      lines: [
        { name: 'holder' },
        { name: 'routingNumber', value: '021000021' },
        { name: 'accountNumber', value: '000123456789' },
        { name: 'reference' },
      ],
      code: null,
    })
  })

  test('is kept and not shown while it is switched off, and a new kind forgets the other’s numbers', async () => {
    await save({ ...IBAN, isShown: false })
    expect(await (await pageOf('EUR')).read()).toBeNull()
    await save({ ...US, iban: IBAN.iban })
    expect((await browser.call(getOwnAccount, 'GET', PATH)).body).toEqual(US)
  })

  test('is audited by its last digits, and the owner is told', async () => {
    await save(IBAN)
    const where = { vendorId: vendor.id, action: 'own_account.changed' }
    expect(await database().auditEvent.findMany({ where })).toMatchObject([
      { detail: 'Corner Bakery GmbH, ending in 3000, shown on invoices' },
    ])
    const mails = await database().mailMessage.findMany({
      where: { ownerId: vendor.id, kind: 'security_notice', subject: { contains: 'bank account' } },
    })
    expect(mails).toHaveLength(1)
  })

  test.each([
    [{ ...IBAN, iban: 'DE89370400440532013001' }, 'Check the IBAN'],
    [{ ...IBAN, iban: '' }, 'Check the IBAN'],
    [{ ...IBAN, bic: 'COBA' }, 'A BIC has'],
    [{ ...IBAN, holder: ' ' }, 'Enter the account holder'],
    [{ ...IBAN, holder: 'x'.repeat(71) }, 'At most 70'],
    [{ ...IBAN, holder: 'a\nb' }, ''],
    [{ ...US, routingNumber: '021000022' }, 'Check the routing number'],
    [{ ...US, accountNumber: '12' }, 'Enter 4 to 17 digits'],
    [{ ...NO_OWN_ACCOUNT, isShown: true }, 'Enter the account holder'],
    [{ ...IBAN, kind: 'other' }, ''],
  ])('%j is refused', async (fields, message) => {
    expect(await save(fields)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(message) },
    })
  })

  test('takes the right to change settings, and a session that was proven lately', async () => {
    const memberId = await buildMember(vendor.id, 'finance')
    expect((await save(IBAN, await signedIn(memberId))).status).toBe(403)
    setClock(() => new Date(Date.now() + 3_600_000))
    expect((await save(IBAN)).status).toBe(403)
    setClock(null)
    expect((await save(IBAN)).status).toBe(200)
  })
})
