import type { Mode } from '@/lib/auth/mode'
import { type BankAccountRow, presentBankAccountRow } from '@/lib/bank-accounts/bank-account'
import { database } from '@/lib/db/client'
import { isDomainError } from '@/lib/errors'
import type { EntryDetails } from '@/lib/ledger/accounts'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { findAccount } from '@/lib/vendors/account'
import { type EntryRow, presentEntry } from '@/lib/wallet/present-entry'
import { explainPayoutFailure, type FailureWords } from './explain-payout-failure'
import { findPayoutDetails, type PayoutDetails } from './payout'
import type { PayoutSummary } from './payout-list'

type PayoutStep = {
  title: string
  detail: string | null
  /** Null when the time is unknown. */
  at: string | null
  state: 'done' | 'waiting' | 'failed'
}

export type PayoutView = {
  id: string
  mode: Mode
  status: PayoutDetails['status']
  amount: AmountView
  customer: { id: string; name: string; email: string }
  bankAccount: BankAccountRow
  provider: string
  transferId: string | null
  transferStatus: string | null
  failure: (FailureWords & { code: string | null; detail: string | null }) | null
  createdAt: string
  steps: PayoutStep[]
  entries: EntryRow[]
}

/** A payout of the vendor's account in this mode, or null. */
export async function readPayout(vendorId: string, mode: Mode, id: string): Promise<PayoutView | null> {
  const account = await findAccount(database(), vendorId, mode)
  try {
    return presentPayoutView(mode, await findPayoutDetails(database(), account.id, id))
  } catch (error) {
    if (isDomainError(error, 'payout_not_found')) return null
    throw error
  }
}

export function presentPayoutView(mode: Mode, payout: PayoutDetails): PayoutView {
  const { id, status, amountMinor, currency, customerId, customer, failureCode, failureDetail } = payout
  const hasFailed = status === 'FAILED' || status === 'RETURNED'
  return {
    id,
    mode,
    status,
    amount: presentAmount(amountMinor, currency),
    customer: { id: customerId, ...customer },
    bankAccount: presentBankAccountRow(payout.bankAccount),
    provider: payout.provider,
    transferId: payout.providerTransferId,
    transferStatus: payout.providerTransferStatus,
    failure: hasFailed
      ? {
          ...explainPayoutFailure(failureCode, failureDetail),
          code: failureCode,
          detail: failureDetail,
        }
      : null,
    createdAt: payout.createdAt.toISOString(),
    steps: stepsOf(payout),
    entries: payout.entries.map(presentEntry),
  }
}

/** The payout's history, from its status and the times its entries were posted. */
function stepsOf(payout: PayoutDetails): PayoutStep[] {
  const { status, provider, providerTransferId, failureCode, failureDetail } = payout
  const postedAt = (reason: EntryDetails['reason']) =>
    payout.entries.find((entry) => entry.reason === reason)?.createdAt.toISOString() ?? null
  const failure = [failureCode, failureDetail].filter(Boolean).join(': ')
  const steps: PayoutStep[] = [
    {
      title: 'Requested',
      detail: 'The amount is on hold until the outcome is known.',
      at: payout.createdAt.toISOString(),
      state: 'done',
    },
  ]
  if (providerTransferId) {
    const detail = `${provider} accepted the transfer as ${providerTransferId}.`
    steps.push({ title: 'Sent to the provider', detail, at: null, state: 'done' })
  }
  if (status === 'PROCESSING') {
    const detail = `Waiting for ${provider} to confirm the outcome.`
    steps.push({ title: 'Waiting for the outcome', detail, at: null, state: 'waiting' })
  }
  if (status === 'PAID' || status === 'RETURNED') {
    const detail = 'The bank received the money.'
    steps.push({ title: 'Delivered', detail, at: postedAt('payout.delivered'), state: 'done' })
  }
  if (status === 'FAILED' || status === 'RETURNED') {
    const title = status === 'FAILED' ? 'Refused' : 'Returned by the bank'
    const at = postedAt('payout.requested.reversed')
    steps.push({ title, detail: failure, at, state: 'failed' })
    const detail = 'The full amount is back in your available balance.'
    steps.push({ title: 'Reversed', detail, at, state: 'done' })
  }
  return steps
}

export type PayoutRow = {
  id: string
  customerId: string
  customerName: string
  bankName: string
  last4: string
  amount: AmountView
  status: PayoutSummary['status']
  createdAt: string
}

export function presentPayoutRow(payout: PayoutSummary): PayoutRow {
  return {
    id: payout.id,
    customerId: payout.customerId,
    customerName: payout.customerName,
    bankName: payout.bankName,
    last4: payout.accountNumberLast4,
    amount: presentAmount(payout.amountMinor, payout.currency),
    status: payout.status,
    createdAt: payout.createdAt.toISOString(),
  }
}
