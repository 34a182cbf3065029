import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { recurringPayoutPageUrl, withdrawalsPageUrl } from '@/lib/http/links'
import { directionOf, LOCALES, type Locale } from '@/lib/i18n/locale'
import { formatDayIn } from '@/lib/i18n/locale-format'
import { newId } from '@/lib/ids'
import { findInvoice } from '@/lib/invoices/invoice'
import type { RecurringPayoutStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { issueCredit } from '@/lib/payments/credit-invoice'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { requestEmailConfirmation, sendPasswordReset } from '@/lib/sign-in/passwords'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import {
  mailInvoiceNotSent,
  mailPayoutNotSent,
  mailRecurringPayoutStopped,
  mailRecurringStopped,
  mailWebhookFailing,
} from './account-mail'
import { mailApprovalOver, mailApprovalRequest } from './approval-mail'
import { mailChangedInvoice, mailReminder } from './invoice-mail'
import { mailsOf } from './mail.fixture'
import { mailPortalLink } from './portal-mail'
import { findMailSender } from './queue-mail'
import { renderMail } from './render-mail'
import { mailSecurityNotice, type SecurityEvent } from './security-mail'

/** Every string in a language's texts; functions are called with each fact's name in brackets. */
function linesOf(texts: object): { path: string; line: string }[] {
  const facts = new Proxy({} as Record<string, string>, { get: (_target, name) => `⟦${String(name)}⟧` })
  return Object.entries(texts).flatMap(([name, value]) => {
    if (typeof value === 'string') return [{ path: name, line: value }]
    if (typeof value === 'function') return [{ path: name, line: String(value(facts)) }]
    return linesOf(value).map(({ path, line }) => ({ path: `${name}.${path}`, line }))
  })
}

/** The letters of languages that are not written in Latin ones. */
const SCRIPTS = { ar: /\p{Script=Arabic}/u, ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u }

const factsIn = (line: string) => new Set(line.match(/⟦.*?⟧/g))

describe.each(LOCALES)('the texts in %s', (locale) => {
  const lines = new Map(linesOf(textsIn(locale)).map(({ path, line }) => [path, line]))

  test('say the same as the English ones, with the same facts', () => {
    for (const { path, line } of linesOf(textsIn('en'))) {
      expect([path, factsIn(lines.get(path) ?? '')]).toEqual([path, factsIn(line)])
    }
  })

  test('are complete, and in the language', () => {
    for (const [path, line] of lines) {
      expect(line.trim(), path).toBe(line)
      expect(line, path).not.toMatch(/undefined|\{|\}|\$/)
      expect(line, path).not.toBe('')
      const letters = line.replace(/⟦.*?⟧/g, '')
      for (const [ofScript, pattern] of Object.entries(SCRIPTS)) {
        if (locale === ofScript) expect(letters, path).toMatch(pattern)
        else expect(letters, path).not.toMatch(pattern)
      }
    }
  })

  test('are not copies of another language’s', () => {
    if (locale === 'en') return
    const english = linesOf(textsIn('en')).filter(({ line }) => line.replace(/⟦.*?⟧/g, '').length > 12)
    for (const { path, line } of english) expect(lines.get(path), path).not.toBe(line)
  })
})

/** One mail of every kind, to a customer with one language from a vendor with another. */
async function everyMail(customerLocale: Locale | null, vendorLocale: Locale) {
  const email = `vendor-${newId()}@example.com`
  const vendor = await buildVendor({ email, name: 'Corner Bakery' })
  const account = vendor.test
  await database().vendor.update({
    where: { id: vendor.id },
    data: { locale: vendorLocale },
  })
  await database().member.update({ where: { id: vendor.id }, data: { emailConfirmedAt: null } })
  const customer = await buildCustomer(account)
  await database().customer.updateMany({ where: { id: customer.id }, data: { locale: customerLocale } })
  const { id } = await buildInvoice(account, {
    customer: { id: customer.id },
    dueDate: new Date('2031-03-14T00:00:00Z'),
  })
  await inOrmTransaction(async (tx) => {
    const invoice = await findInvoice(tx, account.id, id)
    const day = new Date('2031-02-14T00:00:00Z')
    const changes = {
      dueDate: day,
      address: null,
      buyerReference: { before: '991-1', now: '991-2' },
      notes: { before: null, now: '15 %' },
    }
    await mailChangedInvoice(tx, await findMailSender(tx, account.id, customer.id), invoice, changes)
    for (const kind of ['reminder_due_soon', 'reminder_overdue', 'reminder_long_overdue'] as const) {
      await mailReminder(tx, invoice, kind, invoice.id)
    }
  })
  const key = { accountId: account.id, invoiceId: id }
  const credit = { amountMinor: 1_000n, items: null, note: '15 %', mailsCustomer: true }
  await inOrmTransaction((tx) => issueCredit(tx, key, credit))
  await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
  const refund = { invoiceId: id, amountMinor: 2_500n, note: '15 %' }
  await makeRefund(account.id, refund, { claim: null, requestId: newId() })
  await fundWallet(account, 10_000n)
  const bankAccount = await buildBankAccount(account, customer.id)
  const request = { customerId: customer.id, bankAccountId: bankAccount.id, amountMinor: 10_000n }
  await buildPayout(account, request)
  await inOrmTransaction(async (tx) => {
    const event = { accountId: account.id, url: 'https://x.example/', answer: 'HTTP 500', isGivenUp: true }
    await mailWebhookFailing(tx, event)
    const series = { accountId: account.id, id: newId(), customer: customer.name, revision: 1 }
    await mailRecurringStopped(tx, { ...series, reason: 'payment_provider_failed' })
    const draft = { accountId: account.id, draftId: newId(), customer: customer.name, reference: newId() }
    await mailInvoiceNotSent(tx, { ...draft, reason: 'Customer not found' })
    for (const isSweep of [false, true]) {
      const stopped = { ...series, id: newId(), isSweep, reason: 'bank_account_archived' } as const
      await mailRecurringPayoutStopped(tx, stopped)
    }
    await mailPayoutNotSent(tx, {
      accountId: account.id,
      customerId: customer.id,
      reference: newId(),
      scheduledBy: 'member@example.com',
      amountMinor: 10_000n,
      reason: 'Insufficient available balance',
    })
    const link = { accountId: account.id, id: newId(), customerId: customer.id, recipient: customer.email }
    const terms = { url: 'https://x.example/', expiresAt: new Date('2031-03-14T09:26:00Z') }
    await mailPortalLink(tx, { ...link, ...terms, locale: null, requestId: newId() })
    await sendPasswordReset(tx, email)
    await requestEmailConfirmation(tx, vendor.id)
    for (const event of SECURITY_EVENTS) await mailSecurityNotice(tx, vendor.id, event)
    const approval = { ...APPROVAL, accountId: account.id, id: newId() }
    await mailApprovalRequest(tx, [{ id: vendor.id, email }], approval)
    for (const status of ['APPROVED', 'REJECTED', 'EXPIRED'] as const) {
      const decidedByName = status === 'EXPIRED' ? null : 'ada@example.com'
      const end = { ...approval, id: newId(), status, decidedByName, reason: 'Wrong amount' }
      await mailApprovalOver(tx, { id: vendor.id, email }, end)
    }
    const scheduled = { ...approval, day: new Date('2031-03-14T00:00:00Z') }
    await mailApprovalRequest(tx, [{ id: vendor.id, email }], scheduled)
    const { amountMinor, currency, requestedByName } = APPROVAL
    const waiting = { accountId: account.id, id: newId(), amountMinor, currency, requestedByName }
    const batch = { ...waiting, fileName: 'may.csv', payoutCount: 12 }
    await mailApprovalRequest(tx, [{ id: vendor.id, email }], batch)
    for (const status of ['APPROVED', 'REJECTED'] as const) {
      const end = { ...batch, status, decidedByName: 'ada@example.com', reason: null }
      await mailApprovalOver(tx, { id: vendor.id, email }, end)
    }
  })
  return [...(await mailsOf(account.id)), ...(await mailsOf(vendor.id))]
}

const SECURITY_EVENTS: SecurityEvent[] = [
  { what: 'signedIn', browser: 'Firefox on Linux', address: null },
  { what: 'wrongCodes', browser: 'Firefox on Linux', address: '192.0.2.1' },
  { what: 'passwordChanged' },
  { what: 'secondFactorRemoved' },
  { what: 'emailChanged', email: 'new@example.com', oldEmail: 'old@example.com' },
  {
    what: 'emailChangeRequested',
    email: 'new@example.com',
    at: new Date('2031-03-14T09:26:00Z'),
    browser: 'Firefox on Linux',
    address: '192.0.2.1',
  },
  {
    what: 'takenOver',
    people: ['helper@example.com'],
    invitations: 1,
    apiKeys: 2,
    endpoints: 1,
    payouts: 3,
    series: 0,
    payoutSeries: 1,
    sweeps: 1,
  },
  { what: 'ownerChanged', email: 'new@example.com' },
  { what: 'keyCreated', key: 'Production (cf_live_…abcd)' },
  { what: 'bankAccountAdded', bankAccount: 'Ada Lovelace, First Bank, ending in 6789' },
  { what: 'ownAccountChanged', person: 'owner@example.com', bankAccount: 'First Bank, ending in 6789' },
  { what: 'bankAccountEntered', customer: 'Ada', bankAccount: 'First Bank, ending in 6789' },
  { what: 'passkeyAdded', passkey: 'Ada’s phone' },
  { what: 'passkeyRemoved', passkey: 'Ada’s phone' },
  { what: 'endpointAdded', host: 'shop.example.com', by: { person: 'owner@example.com' } },
  { what: 'endpointAdded', host: 'shop.example.com', by: { key: 'Production (cf_live_…abcd)' } },
  { what: 'endpointMoved', host: 'shop.example.com', by: { person: 'owner@example.com' } },
  { what: 'endpointMoved', host: 'shop.example.com', by: { key: 'Production (cf_live_…abcd)' } },
  { what: 'payoutApprovalChanged', person: 'owner@example.com', fromMinor: 100_000n },
  { what: 'payoutApprovalChanged', person: 'owner@example.com', fromMinor: null },
  { what: 'approverInvited', person: 'admin@example.com', email: 'grace@example.com' },
  { what: 'approverAdded', email: 'grace@example.com', from: new Date('2026-11-26T10:20:00Z') },
]

const APPROVAL = {
  amountMinor: 100_000n,
  currency: 'USD',
  requestedByName: 'grace@example.com',
  customerName: 'Ada Lovelace',
  bankName: 'First Bank',
  accountNumberLast4: '6789',
  day: null,
}

const TO_VENDOR = new Set([
  'payout_not_sent',
  'invoice_not_sent',
  'webhook_failing',
  'recurring_stopped',
  'recurring_payout_stopped',
  'password_reset',
  'email_confirmation',
  'security_notice',
  'payout_approval',
])

describe('a mail of each kind', () => {
  test.each(LOCALES)('to a customer who reads %s is in that language, without gaps', async (locale) => {
    const mails = await everyMail(locale, 'en')
    expect(new Set(mails.map(({ kind }) => kind)).size).toBe(19)
    for (const mail of mails) {
      const language = TO_VENDOR.has(mail.kind) ? 'en' : locale
      expect(mail.html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
      expect(mail.subject + mail.text + mail.html).not.toMatch(/undefined|\[object|\$\{|NaN|Invalid Date/)
    }
  })

  test.each(LOCALES)('about a changed invoice says in %s how it was and how it is', async (locale) => {
    const mails = await everyMail(locale, 'en')
    const { subject = '', text = '' } = mails.find(({ kind }) => kind === 'invoice_changed') ?? {}
    const plain = (words: string) => words.replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    const { changedInvoice, columns } = textsIn(locale)
    const [due, before] = ['2031-03-14', '2031-02-14'].map((day) => formatDayIn(locale, new Date(day)))
    expect(plain(subject)).toContain('INV-0001')
    for (const line of [
      columns.due,
      changedInvoice.buyerReference,
      changedInvoice.nowAndBefore({ now: '991-2', before: '991-1' }),
      changedInvoice.notes,
      changedInvoice.nowAndBefore({ now: '15 %', before: '–' }),
    ]) {
      expect(plain(text)).toContain(line)
    }
    const dates = { now: due ?? '', before: before ?? '' }
    expect(plain(text)).toContain(plain(changedInvoice.nowAndBefore(dates)))
    expect(plain(text)).not.toContain(changedInvoice.address)
  })

  test.each(LOCALES)(
    'from a vendor who writes %s is in that language if no other is known',
    async (locale) => {
      for (const { html } of await everyMail(null, locale)) {
        expect(html).toContain(`<html lang="${locale}" dir="${directionOf(locale)}">`)
      }
    },
  )

  test.each(LOCALES)(
    'that payouts or withdrawals stopped says in %s why, and how to go on',
    async (locale) => {
      const { id, test: account } = await buildVendor()
      await database().vendor.update({ where: { id }, data: { locale } })
      const texts = textsIn(locale)
      const { reasons } = texts.recurringPayoutStopped
      for (const reason of Object.keys(reasons) as RecurringPayoutStop[]) {
        for (const isSweep of [false, true]) {
          const series = { accountId: account.id, id: newId(), customer: 'Ada', revision: 1 }
          await inOrmTransaction((tx) => mailRecurringPayoutStopped(tx, { ...series, isSweep, reason }))
          const mail = (await mailsOf(account.id)).find(({ reference }) => reference.startsWith(series.id))
          const { heading, resume, action } = isSweep ? texts.sweepStopped : texts.recurringPayoutStopped
          for (const line of [heading, reasons[reason], resume, action]) expect(mail?.text).toContain(line)
          expect(mail?.text).toContain(isSweep ? withdrawalsPageUrl() : recurringPayoutPageUrl(series.id))
        }
      }
    },
  )

  test('amounts and dates follow the language', async () => {
    const seen = async (locale: Locale) => {
      const [mail] = await everyMail(locale, 'en')
      return (mail?.text ?? '').replace(/[\u200e\u200f\u2068\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ')
    }
    expect(await seen('de')).toContain('103,20 $ bis zum 14. März 2031')
    expect(await seen('fr')).toContain('103,20 $US au plus tard le 14 mars 2031')
    expect(await seen('es')).toContain('103,20 US$ a más tardar el 14 de marzo de 2031')
    expect(await seen('it')).toContain('103,20 USD. Scadenza: 14 marzo 2031')
    expect(await seen('nl')).toContain('uiterlijk op 14 maart 2031 US$ 103,20')
    expect(await seen('pl')).toContain('103,20 USD. Termin płatności: 14 marca 2031')
    expect(await seen('pt')).toContain('US$ 103,20 até 14 de março de 2031')
    expect(await seen('ja')).toContain('2031年3月14日までに$103.20のお支払い')
    expect(await seen('ar')).toContain('103.20 US$')
    expect(await seen('ar')).toContain('14 مارس 2031')
  })
})

test('a name in the opposite direction is isolated, in the subject too', async () => {
  const [mail] = await everyMail('ar', 'en')
  expect(mail?.subject).toMatch(/من \u2068Corner Bakery\u2069: \u2068\u200f103\.20/)
})

describe('the look of a mail', () => {
  let html: string
  beforeEach(() => {
    const content = {
      heading: 'H',
      paragraphs: [],
      action: { label: 'Pay', url: 'https://x.example/' },
      closing: [],
    }
    html = renderMail({ content, locale: 'ar', isTest: false, senderName: 'Bakery', color: '#ffe100' }).html
  })

  test('it has the vendor’s colour, with readable text on it', () => {
    expect(html).toContain('background:#ffe100;color:#000000')
  })

  test('a long value breaks no word of its label, and a long label is broken', () => {
    const rows = [
      { label: 'Reference', value: newId() },
      { label: 'x'.repeat(255), value: '$1.00' },
    ]
    const content = { heading: 'H', paragraphs: [], rows, closing: [] }
    const mail = renderMail({ content, locale: 'en', isTest: false, senderName: 'Bakery', color: null })
    expect(mail.html).toMatch(/overflow-wrap:normal">Reference</)
    expect(mail.html).toMatch(/vertical-align:top">x{255}</)
  })

  test('it loads nothing from anywhere', () => {
    expect(html).not.toMatch(/<img|<link|<script|@import|url\(/)
  })
})
