import { z } from 'zod'
import { bankAccountRow, presentBankAccountRow } from '@/lib/bank-accounts/bank-account'
import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { PayoutStatus } from '@/lib/db/generated/enums'
import { isDomainError } from '@/lib/errors'
import { metadataPairs, metadataPairsView } from '@/lib/http/metadata'
import { amountView, moment } from '@/lib/http/schemas'
import type { EntryDetails } from '@/lib/ledger/accounts'
import { presentAmount } from '@/lib/money/money'
import { providerTitle } from '@/lib/providers/manifests'
import { railTitle } from '@/lib/providers/rails'
import { formatIsoDate } from '@/lib/time/dates'
import { scheduleInWords } from '@/lib/time/schedule'
import { findAccount } from '@/lib/vendors/account'
import { entryRow, presentEntry } from '@/lib/wallet/present-entry'
import { explainPayoutFailure, failureWords } from './explain-payout-failure'
import { findPayoutDetails, type PayoutDetails } from './payout'
import type { PayoutSummary } from './payout-list'
import { expectedDay } from './rails'

const payoutStep = z.object({
  title: z.string(),
  detail: z.string().nullable(),
  at: moment.nullable().describe('Null when the time is unknown.'),
  status: z.enum(['done', 'waiting', 'failed']),
})

type PayoutStep = z.infer<typeof payoutStep>

export const payoutView = z.object({
  id: z.uuid(),
  mode: z.enum(['test', 'live']),
  status: z.enum(PayoutStatus),
  amount: amountView,
  customer: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  bankAccount: bankAccountRow,
  series: z
    .object({ id: z.uuid(), schedule: z.string() })
    .nullable()
    .describe('The recurring payout that it comes from.'),
  provider: z.string(),
  metadata: metadataPairsView,
  rail: z.string().nullable().describe('As a person reads it.'),
  expectedOn: z.string().nullable().describe('YYYY-MM-DD.'),
  waitsForFunds: z.boolean().describe('It is sent once the provider holds enough for it.'),
  transferId: z.string().nullable(),
  transferStatus: z.string().nullable(),
  transferFees: z
    .array(amountView.nullable())
    .describe('What the provider keeps of each transfer, for an operator alone. Null: not known yet.'),
  failure: failureWords
    .extend({ code: z.string().nullable(), detail: z.string().nullable() })
    .nullable()
    .describe('Set for payouts that failed or were returned.'),
  createdAt: moment,
  steps: z.array(payoutStep).describe('Oldest first.'),
  entries: z.array(entryRow),
})

export type PayoutView = z.infer<typeof payoutView>

/** A payout of the vendor's account in this mode, or null. An operator sees what its transfers cost. */
export async function readPayout(
  vendorId: string,
  mode: Mode,
  id: string,
  isOperator = false,
): Promise<PayoutView | null> {
  const account = await findAccount(database(), vendorId, mode)
  try {
    return presentPayoutView(mode, await findPayoutDetails(database(), account.id, id), isOperator)
  } catch (error) {
    if (isDomainError(error, 'payout_not_found')) return null
    throw error
  }
}

export function presentPayoutView(mode: Mode, payout: PayoutDetails, isOperator: boolean): PayoutView {
  const { id, status, amountMinor, currency, customerId, customer, failureCode, failureDetail } = payout
  const expectedOn = expectedDay(payout)
  const hasFailed = status === 'FAILED' || status === 'RETURNED'
  return {
    id,
    mode,
    status,
    amount: presentAmount(amountMinor, currency),
    customer: { id: customerId, ...customer },
    bankAccount: presentBankAccountRow(payout.bankAccount),
    series: payout.series && { id: payout.series.id, schedule: scheduleInWords(payout.series) },
    provider: payout.provider,
    metadata: metadataPairs(payout.metadata),
    rail: payout.rail && railTitle(payout.rail),
    expectedOn: expectedOn && formatIsoDate(expectedOn),
    waitsForFunds: status === 'PROCESSING' && payout.waitingSince !== null,
    transferId: payout.providerTransferId,
    transferStatus: payout.providerTransferStatus,
    transferFees: isOperator
      ? payout.transferFees.map(({ amountMinor, currency: feeCurrency }) =>
          amountMinor === null || feeCurrency === null ? null : presentAmount(amountMinor, feeCurrency),
        )
      : [],
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
  const failure = failureDetail || explainPayoutFailure(failureCode, failureDetail).title
  const { approval } = payout
  const steps: PayoutStep[] = [
    ...(approval
      ? [
          {
            title: 'Approval requested',
            detail: `By ${approval.requestedByName}`,
            at: approval.createdAt.toISOString(),
            status: 'done' as const,
          },
        ]
      : []),
    {
      title: approval ? `Approved by ${approval.decidedByName}` : 'Requested',
      detail: 'The amount is on hold until the outcome is known.',
      at: payout.createdAt.toISOString(),
      status: 'done',
    },
  ]
  for (const [index, former] of payout.formerRails.entries()) {
    const next = payout.formerRails[index + 1] ?? payout.rail ?? ''
    const isLast = index + 1 === payout.formerRails.length
    steps.push({
      title: `Not reachable over ${railTitle(former)}`,
      detail: `The bank doesn’t take part, so the payout was sent over ${railTitle(next)} instead.`,
      at: (isLast && payout.railSince?.toISOString()) || null,
      status: 'done',
    })
  }
  if (providerTransferId) {
    const detail = `${providerTitle(provider)} accepted the transfer as ${providerTransferId}.`
    steps.push({ title: 'Sent to the provider', detail, at: null, status: 'done' })
  }
  if (status === 'PROCESSING' && payout.waitingSince) {
    const detail = `${providerTitle(provider)} doesn’t hold enough for it at the moment. It is sent by itself as soon as it does; the amount stays on hold for it.`
    const at = payout.waitingSince.toISOString()
    steps.push({ title: 'Waiting for funds', detail, at, status: 'waiting' })
  } else if (status === 'PROCESSING') {
    const detail = `Waiting for ${providerTitle(provider)} to confirm the outcome.`
    steps.push({ title: 'Waiting for the outcome', detail, at: null, status: 'waiting' })
  }
  if (status === 'PAID' || status === 'RETURNED') {
    const detail = 'The bank received the money.'
    steps.push({ title: 'Delivered', detail, at: postedAt('payout.delivered'), status: 'done' })
  }
  if (status === 'FAILED' || status === 'RETURNED') {
    const title = status === 'FAILED' ? 'Refused' : 'Returned by the bank'
    const at = postedAt('payout.requested.reversed')
    steps.push({ title, detail: failure, at, status: 'failed' })
    const detail = 'The full amount is back in your available balance.'
    steps.push({ title: 'Reversed', detail, at, status: 'done' })
  }
  return steps
}

export const payoutRow = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  customerName: z.string(),
  bankName: z.string(),
  last4: z.string(),
  amount: amountView,
  status: z.enum(PayoutStatus),
  createdAt: moment,
})

export type PayoutRow = z.infer<typeof payoutRow>

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
