import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { listBankAccounts } from '@/lib/domain/bank-accounts/list-bank-accounts'
import { addressLines } from '@/lib/domain/customers/address-lines'
import { type CustomerTotals, customerTotals } from '@/lib/domain/customers/customer-totals'
import { findVendorCustomer } from '@/lib/domain/customers/find-vendor-customer'
import { listInvoices } from '@/lib/domain/invoices/list-invoices'
import { listPayouts } from '@/lib/domain/payouts/list-payouts'
import { dollarsFirst } from './present-balances'
import { type BankAccountRow, presentBankAccountRow } from './present-bank-account'
import { type AmountView, type InvoiceRow, presentAmount, presentInvoiceRow } from './present-invoice-row'
import { type PayoutRow, presentPayoutRow } from './present-payout'

export type TotalsView = Record<'paid' | 'open' | 'overdue' | 'paidOut', AmountView> & { currency: string }

/** What a form about the customer begins with. */
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
  /** Lines as on an envelope; none when no address is known. */
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

/** A customer of the signed-in vendor, in whichever mode it is; null for anyone else's. */
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
    listPayouts(tx, account.id, { customerId: customer.id }, latest),
  ])
  return {
    id: customer.id,
    mode: account.mode,
    name: customer.name,
    email: customer.email,
    group: customer.group,
    preferredCurrency: customer.preferredCurrency,
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
