import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { listBankAccounts } from '@/lib/domain/bank-accounts/list-bank-accounts'
import { findVendorCustomer } from '@/lib/domain/customers/find-vendor-customer'
import { listInvoices } from '@/lib/domain/invoices/list-invoices'
import { type InvoiceRow, presentInvoiceRow } from './present-invoice-row'

/** A bank account without its number: the last four digits are what people know it by. */
export type BankAccountRow = {
  id: string
  holder: string
  bankName: string
  category: string
  last4: string
  routingNumber: string
  createdAt: string
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
  /** The latest, up to `INVOICES_SHOWN`. */
  invoices: InvoiceRow[]
  bankAccounts: BankAccountRow[]
}

const INVOICES_SHOWN = 50

/** A customer of the signed-in vendor, in whichever mode it is; null for anyone else's. */
export async function readCustomer(vendorId: string, customerId: string): Promise<CustomerView | null> {
  const tx = database()
  const found = await findVendorCustomer(tx, vendorId, customerId)
  if (!found) return null
  const { account, customer } = found
  const [invoices, bankAccounts] = await Promise.all([
    listInvoices(tx, account.id, { customerId: customer.id, limit: INVOICES_SHOWN }),
    listBankAccounts(tx, account.id, customer.id),
  ])
  const region = [customer.city, customer.state, customer.zip].filter(Boolean).join(', ')
  const lines = [customer.addressLine1, customer.addressLine2, region, customer.country]
  return {
    id: customer.id,
    mode: account.mode,
    name: customer.name,
    email: customer.email,
    group: customer.group,
    preferredCurrency: customer.preferredCurrency,
    address: lines.flatMap((line) => line || []),
    createdAt: customer.createdAt.toISOString(),
    invoices: invoices.map(presentInvoiceRow),
    bankAccounts: bankAccounts.map((bankAccount) => ({
      id: bankAccount.id,
      holder: bankAccount.accountName,
      bankName: bankAccount.bankName,
      category: bankAccount.accountCategory,
      last4: bankAccount.accountNumberLast4,
      routingNumber: bankAccount.routingNumber,
      createdAt: bankAccount.createdAt.toISOString(),
    })),
  }
}
