import type { Mode } from '@/lib/auth/mode'
import {
  type BankAccountRow,
  listBankAccounts,
  presentBankAccountRow,
} from '@/lib/bank-accounts/bank-account'
import { database } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { type MetadataPairs, metadataPairs } from '@/lib/http/metadata'
import { listInvoices } from '@/lib/invoices/invoice'
import { type InvoiceRow, presentInvoiceRow } from '@/lib/invoices/invoice-row'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { payoutList } from '@/lib/payouts/payout-list'
import { type PayoutRow, presentPayoutRow } from '@/lib/payouts/queries'
import { dollarsFirst } from '@/lib/wallet/present-entry'
import { addressLines, findVendorCustomer } from './customer'

/** Totals between the account and one customer in one currency, in minor units, fees included. */
type CustomerTotals = {
  currency: string
  paidMinor: bigint
  /** Unpaid and not overdue. */
  openMinor: bigint
  overdueMinor: bigint
  /** Delivered to the customer's bank. */
  paidOutMinor: bigint
}

/** The customer's totals by currency; empty without invoices and payouts. */
async function customerTotals(
  tx: Transaction,
  accountId: string,
  customerId: string,
): Promise<CustomerTotals[]> {
  return tx.$queryRaw<CustomerTotals[]>`
    SELECT currency,
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID'), 0)::bigint AS "paidMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what IN ('CREATED', 'FAILED')), 0)::bigint AS "openMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'UNPAID'), 0)::bigint AS "overdueMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID OUT'), 0)::bigint AS "paidOutMinor"
      FROM (SELECT currency, status::text AS what, base_amount_minor + fee_amount_minor AS amount_minor
              FROM invoices
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid
            UNION ALL
            SELECT currency, CASE status WHEN 'PAID' THEN 'PAID OUT' ELSE 'NOT PAID OUT' END, amount_minor
              FROM payouts
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid) amounts
     GROUP BY currency
     ORDER BY currency`
}

export type TotalsView = Record<'paid' | 'open' | 'overdue' | 'paidOut', AmountView> & { currency: string }

/** Initial values of the customer form. */
export type CustomerFields = {
  name: string
  email: string
  group: string
  preferred_currency: string
  address_line1: string
  address_line2: string
  city: string
  state: string
  zip: string
  country: string
}

export type CustomerView = {
  id: string
  mode: Mode
  name: string
  email: string
  group: string | null
  preferredCurrency: string
  metadata: MetadataPairs
  /** Lines as on an envelope; empty if no address is known. */
  address: string[]
  createdAt: string
  fields: CustomerFields
  totals: TotalsView[]
  /** The latest, up to `ROWS_SHOWN`. */
  invoices: InvoiceRow[]
  hasMoreInvoices: boolean
  bankAccounts: BankAccountRow[]
  /** The latest, up to `ROWS_SHOWN`. */
  payouts: PayoutRow[]
  hasMorePayouts: boolean
}

const ROWS_SHOWN = 10

/** A customer of the vendor in either mode, or null. */
export async function readCustomer(vendorId: string, customerId: string): Promise<CustomerView | null> {
  const tx = database()
  const found = await findVendorCustomer(tx, vendorId, customerId)
  if (!found) return null
  const { account, customer } = found
  const latest = { sort: 'created', descending: true, after: null, before: null, limit: ROWS_SHOWN } as const
  const [totals, invoices, bankAccounts, payouts] = await Promise.all([
    customerTotals(tx, account.id, customer.id),
    listInvoices(tx, account.id, { customerId: customer.id, limit: ROWS_SHOWN + 1 }),
    listBankAccounts(tx, account.id, customer.id),
    payoutList.page(tx, account.id, { ...latest, search: null, filters: { customer: customer.id } }),
  ])
  return {
    id: customer.id,
    mode: account.mode,
    name: customer.name,
    email: customer.email,
    group: customer.group,
    preferredCurrency: customer.preferredCurrency,
    metadata: metadataPairs(customer.metadata),
    address: addressLines(customer),
    createdAt: customer.createdAt.toISOString(),
    fields: {
      name: customer.name,
      email: customer.email,
      group: customer.group ?? '',
      preferred_currency: customer.preferredCurrency,
      address_line1: customer.addressLine1 ?? '',
      address_line2: customer.addressLine2 ?? '',
      city: customer.city ?? '',
      state: customer.state ?? '',
      zip: customer.zip ?? '',
      country: customer.country ?? '',
    },
    totals: totals.toSorted(dollarsFirst).map(presentTotals),
    invoices: invoices.slice(0, ROWS_SHOWN).map(presentInvoiceRow),
    hasMoreInvoices: invoices.length > ROWS_SHOWN,
    bankAccounts: bankAccounts.map(presentBankAccountRow),
    payouts: payouts.rows.map(presentPayoutRow),
    hasMorePayouts: payouts.hasNext,
  }
}

function presentTotals({ currency, ...totals }: CustomerTotals): TotalsView {
  return {
    currency,
    paid: presentAmount(totals.paidMinor, currency),
    open: presentAmount(totals.openMinor, currency),
    overdue: presentAmount(totals.overdueMinor, currency),
    paidOut: presentAmount(totals.paidOutMinor, currency),
  }
}
