import { z } from 'zod'
import { bankAccountRow, presentBankAccountRow } from '@/lib/bank-accounts/bank-account'
import { database } from '@/lib/db/client'
import { metadataPairs, metadataPairsView, metadataText } from '@/lib/http/metadata'
import { amountView, moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import { presentAmount } from '@/lib/money/money'
import { type Account, findAccount } from '@/lib/vendors/account'
import { APPROVAL_CODES, approvalStatusNow } from './approval-status'
import { findApprovers } from './approvers'
import { leftTodayMinor } from './payout-form-data'
import { findRequest } from './payout-request'
import { findPayoutOfRequest } from './statements'

export const approvalView = z.object({
  id: z.uuid(),
  mode: z.enum(['test', 'live']),
  status: z.enum(APPROVAL_CODES),
  amount: amountView,
  customer: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  bankAccount: bankAccountRow,
  metadata: metadataPairsView,
  requestedBy: z.string().describe('The email of the person who asked.'),
  isOwn: z.boolean().describe('The member who reads it asked for it.'),
  requestedAt: moment,
  expiresAt: moment,
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  reason: z
    .string()
    .nullable()
    .describe('Why it was rejected, if somebody said, or canceled by somebody else.'),
  payoutId: z.uuid().nullable().describe('Set once it is approved.'),
  available: amountView.describe('In the wallet now.'),
  leftToday: amountView.describe('The part of the daily limit that is left for the rest of the day, in UTC.'),
  approvers: z.int().describe('Other people whose role may decide.'),
})

export type ApprovalView = z.infer<typeof approvalView>

/** A member of a vendor. */
type Reader = { id: string; memberId: string }

/**
 * A payout of the vendor, in either mode, that waits for a second person, or did; null if there is none. Mail leads to
 * it, whatever mode the reader last looked at.
 */
export async function readApproval(reader: Reader, id: string): Promise<ApprovalView | null> {
  for (const mode of ['live', 'test'] as const) {
    const view = await readApprovalIn(await findAccount(database(), reader.id, mode), reader, id)
    if (view) return view
  }
  return null
}

/** The same, in one account. */
export async function readApprovalIn(
  account: Account,
  { memberId }: Pick<Reader, 'memberId'>,
  id: string,
): Promise<ApprovalView | null> {
  const tx = database()
  const [request] = isId(id) ? await findRequest(tx, { accountId: account.id, id, kind: 'immediate' }) : []
  if (!request?.expiresAt) return null
  const { customer, metadata, ...bankAccount } = await tx.bankAccount.findUniqueOrThrow({
    where: { accountId_id: { accountId: account.id, id: request.bankAccountId } },
    include: { customer: { select: { id: true, name: true, email: true } } },
  })
  const [payout] = await findPayoutOfRequest(tx, { accountId: account.id, payoutRequestId: id })
  const usd = (await walletBalances(tx, account.id)).find(({ currency }) => currency === 'USD')
  const approvers = await findApprovers(tx, {
    vendorId: account.vendorId,
    requesterId: request.requestedById,
  })
  return {
    id: request.id,
    mode: account.mode,
    status: approvalStatusNow(request),
    amount: presentAmount(request.amountMinor, 'USD'),
    customer,
    bankAccount: presentBankAccountRow({ ...bankAccount, metadata: metadataText(metadata) }),
    metadata: metadataPairs(request.metadata),
    requestedBy: request.requestedByName,
    isOwn: request.requestedById === memberId,
    requestedAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    decidedBy: request.decidedByName,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    reason: request.reason,
    payoutId: payout?.id ?? null,
    available: presentAmount(usd?.availableMinor ?? 0n, 'USD'),
    leftToday: presentAmount(await leftTodayMinor(tx, account), 'USD'),
    approvers: approvers.length,
  }
}
