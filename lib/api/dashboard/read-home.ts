import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { listApiKeys } from '@/lib/domain/api-keys/list-api-keys'
import { hasPaidInvoice, listInvoices } from '@/lib/domain/invoices/list-invoices'
import { creditWalletBalances } from '@/lib/domain/ledger/balances'
import { findAccount } from '@/lib/domain/vendors/find-account'
import { env } from '@/lib/env'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { type AmountView, type InvoiceRow, presentAmount, presentInvoiceRow } from './present-invoice-row'

export type BalanceView = { currency: string; available: AmountView; held: AmountView }

export type HomeView = {
  mode: Mode
  isLiveModeAvailable: boolean
  /** USD at least, so that a new account shows where its money will be. */
  balances: BalanceView[]
  recentInvoices: InvoiceRow[]
  firstSteps: { hasApiKey: boolean; hasInvoice: boolean; hasPaidInvoice: boolean }
  /** Where the API's paths begin. */
  baseUrl: string
}

const RECENT_INVOICES = 8

/** What the home page shows of the vendor's account in one mode. */
export async function readHome(vendorId: string, mode: Mode): Promise<HomeView> {
  const tx = database()
  const account = await findAccount(tx, vendorId, mode)
  const [wallets, invoices, keys, isAnyPaid] = await Promise.all([
    creditWalletBalances(tx, account.id),
    listInvoices(tx, account.id, { limit: RECENT_INVOICES }),
    listApiKeys(tx, account.id),
    hasPaidInvoice(tx, account.id),
  ])
  const shown = wallets.length > 0 ? wallets : [{ currency: 'USD', availableMinor: 0n, heldMinor: 0n }]
  return {
    mode,
    isLiveModeAvailable: isLiveModeAvailable(),
    balances: shown.map(({ currency, availableMinor, heldMinor }) => ({
      currency,
      available: presentAmount(availableMinor, currency),
      held: presentAmount(heldMinor, currency),
    })),
    recentInvoices: invoices.map(presentInvoiceRow),
    firstSteps: { hasApiKey: keys.length > 0, hasInvoice: invoices.length > 0, hasPaidInvoice: isAnyPaid },
    baseUrl: env.PUBLIC_URL,
  }
}
