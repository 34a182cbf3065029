import { beforeAll, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { displayStatus, INVOICE_STATUSES } from '@/lib/invoices/status'
import { walletBalances } from '@/lib/ledger/accounts'
import { allCurrencies } from '@/lib/money/currencies'
import { formatMajor } from '@/lib/money/money'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { reportingViews } from './reporting-views'

let vendorId: string
let accountId: string
let ids: { invoice: string; payout: string }

beforeAll(async () => {
  const { id, test: account } = await buildVendor()
  vendorId = id
  accountId = account.id
  await fundWallet(account, 10_000n)
  const customer = await buildCustomer(account)
  const bankAccount = await buildBankAccount(account, customer.id, {})
  const payout = await buildPayout(account, {
    customerId: customer.id,
    bankAccountId: bankAccount.id,
    amountMinor: 1250n,
  })
  const invoice = await buildInvoice(account)
  await inOrmTransaction((tx) =>
    recordTestPayment(tx, { accountId, invoiceId: invoice.id }, paymentProviderFor('test')),
  )
  ids = { invoice: invoice.id, payout: payout.id }
})

async function rowsOf(view: string): Promise<Record<string, unknown>[]> {
  const { rows } = await connectionPool().query(`SELECT * FROM reporting.${view} WHERE vendor_id = $1`, [
    vendorId,
  ])
  return rows
}

test('every view and column is documented by a comment, which the documentation finds', async () => {
  const { rows } = await connectionPool().query(
    `SELECT relation.relname AS name, obj_description(relation.oid, 'pg_class') AS text,
            json_agg(json_build_object('name', attribute.attname,
                                       'text', col_description(relation.oid, attribute.attnum))
                     ORDER BY attribute.attnum) AS columns
       FROM pg_class AS relation JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid
      WHERE relation.relnamespace = 'reporting'::regnamespace AND relation.relkind = 'v' AND attribute.attnum > 0
      GROUP BY relation.oid, relation.relname ORDER BY relation.oid`,
  )
  expect(reportingViews()).toEqual(rows)
})

test('amounts in major units have the decimals of every currency', async () => {
  const { rows } = await connectionPool().query(
    `SELECT code, reporting.major(1234567, code)::text AS major, reporting.major(-5, code)::text AS negative
       FROM unnest($1::text[]) AS code`,
    [allCurrencies().map(({ code }) => code)],
  )
  expect(rows).toEqual(
    allCurrencies().map(({ code }) => ({
      code,
      major: formatMajor(1_234_567n, code),
      negative: formatMajor(-5n, code),
    })),
  )
})

describe('a row', () => {
  test('of an invoice adds up, and says what was paid', async () => {
    const [invoice] = await rowsOf('invoices')
    expect(invoice).toMatchObject({ invoice_id: ids.invoice, mode: 'test', status: 'Paid', refunded: '0.00' })
    expect(Number(invoice?.amount_minor)).toBe(
      Number(invoice?.base_amount_minor) + Number(invoice?.fee_minor),
    )
    const [payment] = await rowsOf('payments')
    expect(payment).toMatchObject({ invoice_id: ids.invoice, status: 'SUCCEEDED', amount: invoice?.amount })
  })

  test('of a payout has its amount in both units', async () => {
    expect(await rowsOf('payouts')).toEqual([
      expect.objectContaining({
        payout_id: ids.payout,
        amount: '12.50',
        amount_minor: '1250',
        currency: 'USD',
      }),
    ])
  })

  test('of an invoice has the API’s word for each status, and our own for a voided one', async () => {
    const { rows } = await connectionPool().query<{ definition: string }>(
      `SELECT pg_get_viewdef('reporting.invoices'::regclass) AS definition`,
    )
    const words = Object.fromEntries(
      [...(rows[0]?.definition ?? '').matchAll(/WHEN '([A-Z]+)'::\w*\.?\w+ THEN '([\w ]+)'/g)].map(
        ([, code, word]) => [code, word],
      ),
    )
    const voided = displayStatus('VOIDED', { uncollectibleAt: null, creditedMinor: 0n })
    expect(words).toEqual(
      Object.fromEntries(
        Object.entries(INVOICE_STATUSES).map(([code, { apiStatus }]) => [code, apiStatus ?? voided]),
      ),
    )
  })
})

test('the entries of a wallet sum to its balance', async () => {
  const { rows } = await connectionPool().query<{ available: string }>(
    `SELECT sum(CASE WHEN destination = 'credit_wallet' THEN amount_minor ELSE -amount_minor END) AS available
       FROM reporting.ledger_entries WHERE vendor_id = $1 AND 'credit_wallet' IN (source, destination)`,
    [vendorId],
  )
  const [balance] = await inOrmTransaction((tx) => walletBalances(tx, accountId))
  expect(rows[0]?.available).toBe(String(balance?.availableMinor))
})
