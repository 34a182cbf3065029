import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { type Account, findAccount } from '@/lib/vendors/account'
import { setVendorTerms } from '@/lib/vendors/manage-vendor'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { invoiceSnapshot } from './answer'
import { findInvoice, totalMinor } from './invoice'
import { openCheckout, planInvoice, saveInvoice } from './issue-invoice'

let account: Account
beforeEach(async () => {
  account = (await buildVendor()).test
})
afterEach(() => setClock(null))

const item = (quantityMicros: bigint, unitPriceMinor: bigint) => ({
  title: 'Item',
  quantityMicros,
  unitPriceMinor,
})

describe('an invoice', () => {
  test('has the sum of its lines, each rounded by itself, plus the vendor’s fee', async () => {
    const items = [item(1_500_000n, 333n), item(333_333n, 300n), item(1n, 500_000n)]
    const invoice = await buildInvoice(account, { items })
    expect(invoice.items.map(({ lineAmountMinor }) => lineAmountMinor)).toEqual([500n, 100n, 1n])
    expect(invoice.baseAmountMinor).toBe(601n)
    expect(invoice.feeAmountMinor).toBe(17n + 30n)
    expect(totalMinor(invoice)).toBe(648n)
  })

  test('keeps its fee when the vendor’s terms change', async () => {
    const before = await buildInvoice(account)
    await inOrmTransaction((tx) =>
      setVendorTerms(tx, account.vendorId, { feePpm: 100_000, feeFixedMinor: 0n }, anOperator),
    )
    const after = await buildInvoice(await findAccount(database(), account.vendorId, 'test'))
    const stored = await inOrmTransaction((tx) => findInvoice(tx, account.id, before.id))
    expect(stored.feeAmountMinor).toBe(320n)
    expect(after.feeAmountMinor).toBe(1000n)
  })

  test('is due in thirty days, in UTC, by default', async () => {
    setClock(() => new Date('2026-01-31T23:59:59.999Z'))
    expect((await buildInvoice(account)).dueDate).toEqual(new Date('2026-03-02T00:00:00Z'))
  })

  test('has a link that nobody can guess, and a session number that counts within the account', async () => {
    const first = await buildInvoice(account)
    const second = await buildInvoice(account)
    expect(first.payToken).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(second.payToken).not.toBe(first.payToken)
    expect(second.checkoutSessionNumber).toBe(first.checkoutSessionNumber + 1n)
    const other = await buildInvoice((await buildVendor()).test)
    expect(other.checkoutSessionNumber).toBe(1n)
  })

  test('shows numbers exactly, without a float in between', async () => {
    const items = [item(100_000n, 9_007_199_254_740_993n / 100n)]
    const { id } = await buildInvoice(account, { items })
    const invoice = await inOrmTransaction((tx) => findInvoice(tx, account.id, id))
    const json = toJson(invoiceSnapshot(invoice))
    expect(json).toContain('"items":[{"name":"Item","qty":0.1,"price":900719925474.09}]')
    // 9,007,199,254,740.9 cents, of which 2.9 % and 30 cents are the fee.
    expect(json).toContain('"amount":92684080331.58')
  })

  test('looks missing to every other account, and so does an invalid id', async () => {
    const { id } = await buildInvoice(account)
    const { test: theirs, live } = await buildVendor()
    for (const accountId of [theirs.id, live.id]) {
      await expect(inOrmTransaction((tx) => findInvoice(tx, accountId, id))).rejects.toMatchObject({
        code: 'invoice_not_found',
      })
    }
    for (const unknown of [newId(), 'x', '']) {
      await expect(inOrmTransaction((tx) => findInvoice(tx, account.id, unknown))).rejects.toMatchObject({
        code: 'invoice_not_found',
      })
    }
  })
})

describe('its customer', () => {
  test('is found by email in any case, or created with the email as its name', async () => {
    const known = await buildCustomer(account, { email: 'Ada@Example.com', name: 'Ada' })
    const invoice = await buildInvoice(account, { customer: { email: 'aDA@example.COM' } })
    expect(invoice.customerId).toBe(known.id)
    const { customerId } = await buildInvoice(account, { customer: { email: 'New@example.com' } })
    const newCustomer = await database().customer.findFirstOrThrow({ where: { id: customerId } })
    expect(newCustomer).toMatchObject({ name: 'New@example.com', email: 'New@example.com' })
  })

  test('is created once by twenty concurrent first invoices', async () => {
    const invoices = await Promise.all(
      Array.from({ length: 20 }, () => buildInvoice(account, { customer: { email: 'first@example.com' } })),
    )
    expect(new Set(invoices.map(({ customerId }) => customerId)).size).toBe(1)
    expect(await database().customer.count({ where: { accountId: account.id } })).toBe(1)
  })

  test('of another vendor looks missing', async () => {
    const { test: theirs } = await buildVendor()
    const { id } = await buildCustomer(theirs)
    await expect(buildInvoice(account, { customer: { id } })).rejects.toMatchObject({
      code: 'customer_not_found',
    })
    expect(await database().invoice.count({ where: { accountId: account.id } })).toBe(0)
  })
})

describe('a payment provider that opens no checkout', () => {
  test.each([
    ['refuses', 503, 503],
    ['refuses', 402, 402],
  ])('%s with %s: no invoice and no customer is created', async (_word, asked, httpStatus) => {
    const email = `ann+checkout_${asked}@example.com`
    await expect(buildInvoice(account, { customer: { email } })).rejects.toMatchObject({
      code: 'payment_provider_failed',
      details: { httpStatus },
    })
    expect(await database().invoice.count({ where: { accountId: account.id } })).toBe(0)
    expect(await database().customer.count({ where: { accountId: account.id } })).toBe(0)
  })

  test('without an answer counts as a timeout', async () => {
    const provider = {
      ...paymentProviderFor('test'),
      createCheckoutSession: async () => ({ kind: 'unknown' as const, reason: 'no answer in time' }),
    }
    const draft = {
      customer: { email: 'buyer@example.com' },
      currency: 'USD',
      items: [item(1_000_000n, 100n)],
      dueDate: null,
      redirectUrl: null,
      webhookUrl: null,
    }
    const plan = await inOrmTransaction((tx) => planInvoice(tx, account, draft))
    await expect(openCheckout(plan, provider, 1000)).rejects.toMatchObject({ details: { httpStatus: 504 } })
    // The plan itself is valid: with a session it can be saved.
    const session = await openCheckout(plan, paymentProviderFor('test'), 1000)
    await inOrmTransaction((tx) => saveInvoice(tx, plan, session, provider))
    expect(await database().invoice.count({ where: { accountId: account.id } })).toBe(1)
  })
})
