import type { Endpoint } from '@/components/docs/reference'
import { addBankAccount } from './add-bank-account'
import { createCustomer } from './create-customer'
import { createInvoice } from './create-invoice'
import { createPayout } from './create-payout'
import { getCustomer } from './get-customer'
import { getInvoice } from './get-invoice'
import { listBankAccounts } from './list-bank-accounts'

/** The seven endpoints, in the order of a first payout. Each example lives on what those before it made. */
export const ENDPOINTS: readonly Endpoint[] = [
  createCustomer,
  createInvoice,
  getInvoice,
  getCustomer,
  addBankAccount,
  listBankAccounts,
  createPayout,
]
