import { addBankAccount, listBankAccounts } from '@/lib/bank-accounts/api'
import { createCustomer, getCustomer } from '@/lib/customers/api'
import type { Table } from '@/lib/http/operation'
import { createInvoice, getInvoice } from '@/lib/invoices/api'
import { createPayout } from '@/lib/payouts/api'

/** API V2: every operation with a key, in the order of the reference, which is that of a first payout. */
export const apiV2 = {
  createCustomer,
  createInvoice,
  getInvoice,
  getCustomer,
  addBankAccount,
  listBankAccounts,
  createPayout,
} satisfies Table
