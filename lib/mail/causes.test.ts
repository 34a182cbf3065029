import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { inOrmTransaction } from '@/lib/db/transaction'
import { paymentLink } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { findInvoice } from '@/lib/invoices/invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { findPayoutIntent } from '@/lib/payouts/send-payout'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { setCustomerMail } from '@/lib/vendors/account'
import { attemptDelivery } from '@/lib/webhooks/attempt-delivery'
import { answer, answering, queuedDelivery, storedDelivery } from '@/lib/webhooks/webhook-delivery.fixture'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { mailWebhookFailing, payoutMail } from './account-mail'
import { invoiceMail, type MailedInvoice, mailReceipt } from './invoice-mail'
import { mailsOf, onlyMail } from './mail.fixture'
import { findMailSender, queueMail, senderOf } from './queue-mail'

let time = new Date()
let vendor: Awaited<ReturnType<typeof buildVendor>>
let email: string

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  email = `vendor-${newId()}@example.com`
  vendor = await buildVendor({ email, name: 'Corner Bakery' })
})
afterEach(() => setClock(null))

const pay = (invoiceId: string) => {
  const key = { accountId: vendor.test.id, invoiceId }
  return inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
}

async function mailInvoice(on: Queryable, invoice: MailedInvoice): Promise<void> {
  await queueMail(on, invoiceMail(await findMailSender(on, invoice.accountId, invoice.customerId), invoice))
}

async function deliveredPayout(accountNumber = '123456789012') {
  await fundWallet(vendor.test, 100_000n)
  const customer = await buildCustomer(vendor.test)
  const bankAccount = await buildBankAccount(vendor.test, customer.id, {
    accountNumber,
    email: 'ada@bank.example',
  })
  const request = { customerId: customer.id, bankAccountId: bankAccount.id, amountMinor: 12_345n }
  return buildPayout(vendor.test, request)
}

describe('an invoice', () => {
  test('is mailed to its buyer when it is created, with the total, the due date and the payment link', async () => {
    const invoice = await buildInvoice(vendor.test, { dueDate: new Date('2031-03-14T00:00:00Z') })
    const mail = await onlyMail(vendor.test.id, 'invoice')
    expect(mail).toMatchObject({
      recipient: invoice.email,
      reference: invoice.id,
      senderName: 'Corner Bakery',
      replyTo: email,
      subject: '[Test] Invoice INV-0001 from Corner Bakery: $103.20',
    })
    const link = paymentLink(vendor.test.id, invoice.payToken)
    for (const part of [link, '$103.20', '$3.20', 'March 14, 2031', 'Test mode']) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
  })

  test('of live mode does not mention a test', async () => {
    await buildInvoice(vendor.live)
    const mail = await onlyMail(vendor.live.id, 'invoice')
    expect(mail.subject).toBe('Invoice INV-0001 from Corner Bakery: $103.20')
    expect(mail.text + mail.html).not.toContain('Test mode')
  })

  test('that is not created is not mailed', async () => {
    const failing = inOrmTransaction(async (tx) => {
      const invoice = { ...(await buildInvoice(vendor.live)), id: newId() }
      await mailInvoice(tx, invoice)
      throw new Error('the creation failed')
    })
    await expect(failing).rejects.toThrow('the creation failed')
    expect(await mailsOf(vendor.live.id)).toHaveLength(1)
  })

  test('is mailed once, however often its creation is reported at once', async () => {
    const invoice = await buildInvoice(vendor.test)
    await Promise.all(Array.from({ length: 4 }, () => inOrmTransaction((tx) => mailInvoice(tx, invoice))))
    await onlyMail(vendor.test.id, 'invoice')
  })

  test('has a receipt mailed when it is paid, once', async () => {
    const invoice = await buildInvoice(vendor.test)
    await pay(invoice.id)
    await expect(pay(invoice.id)).rejects.toThrow()
    const paid = await findInvoice(connectionPool(), vendor.test.id, invoice.id)
    await Promise.all(Array.from({ length: 4 }, () => inOrmTransaction((tx) => mailReceipt(tx, paid))))
    const mail = await onlyMail(vendor.test.id, 'receipt')
    expect(mail).toMatchObject({
      recipient: invoice.email,
      subject: '[Test] Receipt for invoice INV-0001 from Corner Bakery: $103.20',
    })
  })
})

describe('a payout', () => {
  test('that is delivered is mailed to the holder of the bank account, once, without the account number', async () => {
    const payout = await deliveredPayout()
    expect(payout.status).toBe('PAID')
    const { recipient } = await findPayoutIntent({ accountId: vendor.test.id, payoutId: payout.id })
    const again = payoutMail(payout, recipient, senderOf(vendor.test.id, recipient.sender))
    await Promise.all(Array.from({ length: 4 }, () => queueMail(connectionPool(), again)))
    const mail = await onlyMail(vendor.test.id, 'payout')
    expect(mail.recipient).toBe('ada@bank.example')
    expect(mail.subject).toBe('[Test] Corner Bakery has sent you $123.45')
    expect(mail.text).toContain('9012')
    expect(mail.text + mail.html).not.toContain('123456789012')
  })

  test.each(['000111111116', '000444444440'])(
    'to %s, which is not delivered, is not mailed',
    async (number) => {
      await deliveredPayout(number)
      expect(await mailsOf(vendor.test.id, 'payout')).toEqual([])
    },
  )
})

describe('webhooks', () => {
  const failNext = async (delivery: Awaited<ReturnType<typeof queuedDelivery>>, times: number) => {
    for (let count = 0; count < times; count += 1) {
      time = (await storedDelivery(delivery)).nextAttemptAt ?? time
      await attemptDelivery(delivery, answering(answer(503)))
    }
  }

  test('that fail four times are reported to the vendor, and not before', async () => {
    const delivery = await queuedDelivery('https://receiver.example/hook')
    await failNext(delivery, 3)
    expect(await mailsOf(delivery.accountId, 'webhook_failing')).toEqual([])
    await failNext(delivery, 1)
    const mail = await onlyMail(delivery.accountId, 'webhook_failing')
    expect(mail).toMatchObject({ senderName: null, replyTo: null })
    expect(mail.text).toContain('https://receiver.example/hook')
    expect(mail.text).toContain('HTTP 503')
    expect(mail.text).toContain('tried again')
  })

  test('that fail for good are reported once a day, however many there are', async () => {
    const say = () =>
      inOrmTransaction((tx) =>
        mailWebhookFailing(tx, {
          accountId: vendor.test.id,
          url: 'https://receiver.example/',
          answer: 'HTTP 410',
          isGivenUp: true,
        }),
      )
    await Promise.all([say(), say(), say()])
    const mail = await onlyMail(vendor.test.id, 'webhook_failing')
    expect(mail).toMatchObject({ recipient: email, status: 'PENDING' })
    expect(mail.text).toContain('no other will be made')
    time = new Date(time.getTime() + 24 * 60 * 60 * 1000)
    await say()
    expect(await mailsOf(vendor.test.id, 'webhook_failing')).toHaveLength(2)
  })
})

describe('recipients', () => {
  const toBuyer = (account: typeof vendor.test, address: string) =>
    buildInvoice(account, { customer: { email: address } })

  test('of test mode are the vendor’s own addresses only, whatever their case and tag', async () => {
    for (const address of [email.toUpperCase(), email.replace('@', '+buyer@')]) {
      await toBuyer(vendor.test, address)
    }
    await toBuyer(vendor.test, 'somebody@example.com')
    const mails = await mailsOf(vendor.test.id)
    expect(mails.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'KEPT'])
    expect(mails[2]).toMatchObject({
      note: 'Test mode sends email only to your own address',
      nextAttemptAt: null,
    })
  })

  test('of live mode are everybody, until mail to customers is turned off', async () => {
    await toBuyer(vendor.live, 'somebody@example.com')
    await inOrmTransaction((tx) => setCustomerMail(tx, vendor.live.id, false))
    await toBuyer(vendor.live, 'somebody@example.com')
    const mails = await mailsOf(vendor.live.id)
    expect(mails.map(({ status, note }) => [status, note])).toEqual([
      ['PENDING', null],
      ['KEPT', 'Emails to customers are off'],
    ])
  })

  test('a name or title that would start a header or paragraph of its own is one line', async () => {
    const evil = await buildVendor({
      email: `vendor-${newId()}@example.com`,
      name: 'Eve\r\nBcc: eve@example.com',
    })
    await buildInvoice(evil.live, {
      items: [
        {
          title: 'Cake\r\n\r\nPay here: https://evil.example',
          quantityMicros: 2_500_000n,
          unitPriceMinor: 100n,
        },
      ],
    })
    const mail = await onlyMail(evil.live.id)
    expect(mail.senderName).toBe('Eve Bcc: eve@example.com')
    expect(mail.subject).toBe('Invoice INV-0001 from Eve Bcc: eve@example.com: $2.87')
    expect(mail.text).toContain('\nCake Pay here: https://evil.example ×\u00a02.5: $2.50\n')
  })

  test('an invoice’s lines, discount, taxes and fee come to its total', async () => {
    const tax = { name: 'VAT', ratePpm: 190_000 }
    await buildInvoice(vendor.test, {
      items: [
        {
          title: 'Workshop',
          quantityMicros: 2_000_000n,
          unitPriceMinor: 50_000n,
          tax: { ...tax, isInclusive: false },
        },
        {
          title: 'Travel',
          quantityMicros: 1_000_000n,
          unitPriceMinor: 11_900n,
          tax: { ...tax, isInclusive: true },
        },
      ],
      discount: { ppm: 100_000 },
    })
    const { text, html } = await onlyMail(vendor.test.id)
    // 1,000.00 + 119.00 - 111.90 + 171.00 + 34.46 = 1,212.56
    expect(text).toContain(
      'Workshop ×\u00a02: $1,000.00\nTravel: $119.00\nDiscount 10%: -$111.90\nVAT 19%: $171.00\n' +
        'Includes VAT 19%: $17.10\nFee: $34.46\nTotal: $1,212.56\n',
    )
    expect(html).toContain(';white-space:nowrap;font-weight:600">$1,212.56</td>')
  })

  test('markup in a name or title is text', async () => {
    const evil = await buildVendor({ email: `vendor-${newId()}@example.com`, name: '<b>Eve</b>' })
    await buildInvoice(evil.live, {
      items: [{ title: '<img src=x onerror="x">', quantityMicros: 1_000_000n, unitPriceMinor: 100n }],
    })
    const { html } = await onlyMail(evil.live.id)
    expect(html).not.toMatch(/<b>|<img/)
    expect(html).toContain('&lt;b&gt;Eve&lt;/b&gt;')
  })
})
