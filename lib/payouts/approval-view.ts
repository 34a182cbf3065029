import { z } from 'zod'
import { rolesThatMay } from '@/lib/auth/permissions'
import { bankAccountRow, presentBankAccountRow } from '@/lib/bank-accounts/bank-account'
import { database } from '@/lib/db/client'
import { PayoutApprovalStatus } from '@/lib/db/generated/enums'
import { metadataPairs, metadataPairsView, metadataText } from '@/lib/http/metadata'
import { amountView, moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import { presentAmount } from '@/lib/money/money'
import { type Account, findAccount } from '@/lib/vendors/account'
import { shownStatus } from './approval-list'
import { isSamePerson } from './approvers'
import { leftTodayMinor } from './new-payout'

export const approvalView = z.object({
  id: z.uuid(),
  mode: z.enum(['test', 'live']),
  status: z.enum(PayoutApprovalStatus),
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
  reason: z.string().nullable().describe('Why it was rejected, if somebody said.'),
  payoutId: z.uuid().nullable().describe('Set once it is approved.'),
  available: amountView.describe('In the wallet now.'),
  leftToday: amountView.describe('The part of the daily limit that is left for the rest of the day, in UTC.'),
  approvers: z.int().describe('Other people whose role may decide.'),
})

export type ApprovalView = z.infer<typeof approvalView>

/** A member of a vendor. */
type Reader = { id: string; memberId: string; email: string }

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
  { memberId, email }: Omit<Reader, 'id'>,
  id: string,
): Promise<ApprovalView | null> {
  const tx = database()
  const approval = isId(id)
    ? await tx.payoutApproval.findUnique({
        where: { accountId_id: { accountId: account.id, id } },
        include: {
          bankAccount: { include: { customer: { select: { id: true, name: true, email: true } } } },
        },
      })
    : null
  if (!approval) return null
  const { customer, metadata, ...bankAccount } = approval.bankAccount
  const requester = { id: approval.requestedById, name: approval.requestedByName }
  const usd = (await walletBalances(tx, account.id)).find(({ currency }) => currency === 'USD')
  const approvers = await tx.member.count({
    where: {
      vendorId: account.vendorId,
      id: { not: requester.id },
      email: { not: requester.name },
      role: { in: rolesThatMay('payouts.write') },
    },
  })
  return {
    id: approval.id,
    mode: account.mode,
    status: shownStatus(approval),
    amount: presentAmount(approval.amountMinor, approval.currency),
    customer,
    bankAccount: presentBankAccountRow({ ...bankAccount, metadata: metadataText(metadata) }),
    metadata: metadataPairs(metadataText(approval.metadata)),
    requestedBy: requester.name,
    isOwn: isSamePerson(requester, { id: memberId, name: email }),
    requestedAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    decidedBy: approval.decidedByName,
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    reason: approval.reason,
    payoutId: approval.payoutId,
    available: presentAmount(usd?.availableMinor ?? 0n, 'USD'),
    leftToday: presentAmount(await leftTodayMinor(tx, account), 'USD'),
    approvers,
  }
}
