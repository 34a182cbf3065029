import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { now, setClock } from '@/lib/clock'
import { dayAfter } from '@/lib/dates'
import { isDemoMade, noteDemoMade } from '@/lib/db/instance'
import { inTransaction } from '@/lib/db/transaction'
import { sweepOverdue } from '@/lib/domain/invoices/sweep-overdue'
import { markInvoicePaid } from '@/lib/domain/payments/mark-invoice-paid'
import type { Account } from '@/lib/domain/vendors/find-account'
import { env } from '@/lib/env'
import { isDomainError } from '@/lib/errors'
import { MILLION } from '@/lib/money'
import { paymentProviderFor } from '@/lib/providers/registry'
import { buildBankAccount, buildCustomer, buildInvoice, buildPayout, buildVendor } from './builders'

const DEMO_EMAIL = 'demo@example.com'

const signInSchema = z.object({ email: z.string(), password: z.string() })

type SignIn = z.infer<typeof signInSchema>

/**
 * Makes the demo vendor at the first start, with a password of its own, and returns its sign-in, which
 * DATA_DIR keeps for later starts; null where another machine has made it on the same database.
 */
export async function ensureDemo(): Promise<SignIn | null> {
  const signInFile = join(env.DATA_DIR, 'demo.json')
  if (await isDemoMade()) return readSignIn(signInFile)
  const signIn = readSignIn(signInFile) ?? {
    email: DEMO_EMAIL,
    password: randomBytes(9).toString('base64url'),
  }
  // Written first: a vendor whose password nobody knows is worse than a password without a vendor.
  writeFileSync(signInFile, `${JSON.stringify(signIn)}\n`, { mode: 0o600 })
  try {
    const { test } = await buildVendor({ ...signIn, name: 'Northwind Studio' })
    await makeData(test)
  } catch (error) {
    // An earlier start was cut off while it made the data: the vendor is there, with less to show.
    if (!isDomainError(error, 'vendor_email_taken')) throw error
  } finally {
    setClock(null)
  }
  await inTransaction(noteDemoMade)
  return signIn
}

function readSignIn(file: string): SignIn | null {
  try {
    return signInSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const CUSTOMERS = [
  { name: 'Ada Lovelace', email: 'ada@example.com', group: 'Retainer', city: 'New York', state: 'NY' },
  { name: 'Grace Hopper', email: 'grace@example.com', group: 'Retainer', city: 'Arlington', state: 'VA' },
  {
    name: 'Katherine Johnson',
    email: 'katherine@example.com',
    group: 'Project',
    city: 'Hampton',
    state: 'VA',
  },
  { name: 'Alan Turing', email: 'alan@example.com', group: null, city: 'Princeton', state: 'NJ' },
]

/** Days ago, customer, title, quantity, unit price in cents, and whether it is paid. */
const INVOICES: [number, number, string, bigint, bigint, boolean][] = [
  [58, 0, 'Brand guidelines', 1n, 240_000n, true],
  [51, 1, 'Landing page', 1n, 180_000n, true],
  [44, 2, 'Consulting, hours', 12n, 9_500n, true],
  [40, 3, 'Icon set', 40n, 1_250n, false],
  [33, 0, 'Monthly retainer', 1n, 120_000n, true],
  [26, 1, 'Photography, days', 2n, 65_000n, true],
  [19, 2, 'Workshop', 1n, 150_000n, true],
  [12, 0, 'Monthly retainer', 1n, 120_000n, true],
  [6, 1, 'Copywriting, pages', 8n, 7_500n, true],
  [3, 2, 'Consulting, hours', 5n, 9_500n, false],
  [1, 3, 'Illustrations', 6n, 12_000n, false],
]

const PAYOUTS: [number, number, bigint][] = [
  [24, 0, 150_000n],
  [9, 1, 82_500n],
]

/** Customers, two months of invoices and a few payouts, each dated back to the day it tells of. */
async function makeData(account: Account): Promise<void> {
  const today = now()
  const on = (daysAgo: number, hour: number) => {
    const moment = new Date(dayAfter(today, -daysAgo).getTime() + hour * 3_600_000)
    setClock(() => moment)
  }
  on(60, 9)
  const customers = []
  for (const customer of CUSTOMERS)
    customers.push(await buildCustomer(account, { ...customer, country: 'US' }))
  for (const [daysAgo, customer, title, quantity, unitPriceMinor, isPaid] of INVOICES) {
    on(daysAgo, 10)
    const invoice = await buildInvoice(account, {
      customer: { id: customers[customer]?.id ?? '' },
      items: [{ title, quantityMicros: quantity * MILLION, unitPriceMinor }],
    })
    if (!isPaid) continue
    on(daysAgo - 1, 15)
    const { accountId, id: invoiceId } = invoice
    await inTransaction((tx) => markInvoicePaid(tx, { accountId, invoiceId }, paymentProviderFor('test')))
  }
  for (const [daysAgo, index, amountMinor] of PAYOUTS) {
    on(daysAgo, 11)
    const customer = customers[index]
    if (!customer) continue
    const bankAccount = await buildBankAccount(account, customer.id, { accountName: customer.name })
    await buildPayout(account, { customerId: customer.id, bankAccountId: bankAccount.id, amountMinor })
  }
  on(0, 0)
  await sweepOverdue(dayAfter(today, 0))
}
