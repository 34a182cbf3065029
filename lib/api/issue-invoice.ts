import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { openCheckout } from '@/lib/domain/invoices/open-checkout'
import { type InvoiceDraft, planInvoice } from '@/lib/domain/invoices/plan-invoice'
import { type SavedInvoice, saveInvoice } from '@/lib/domain/invoices/save-invoice'
import type { Account } from '@/lib/domain/vendors/find-account'
import { env } from '@/lib/env'
import { paymentProviderFor } from '@/lib/providers/registry'
import type { JsonAnswer } from './operation'
import type { Commit } from './v2/idempotent'

/** Makes an invoice, for a program and for a person alike. `answer` may write what belongs to its making. */
export async function issueInvoice(
  account: Account,
  draft: InvoiceDraft,
  commit: Commit,
  answer: (tx: Transaction, invoice: SavedInvoice) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  const provider = paymentProviderFor(account.mode)
  const plan = await inTransaction((tx) => planInvoice(tx, account, draft))
  // Before the invoice is saved, and with no transaction open: the provider may take its time, or refuse.
  const session = await openCheckout(plan, provider, env.PROVIDER_TIMEOUT_MS)
  return commit.transaction(async (tx) => answer(tx, await saveInvoice(tx, plan, session, provider)))
}
