import { signalAfter } from '@/lib/clock'
import { formatIsoDate } from '@/lib/dates'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Outcome } from '@/lib/providers/outcome'
import type { Beneficiary, PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import { type BankAccountRecord, openAccountNumber } from '../bank-accounts/bank-account'
import type { PayoutRecord } from './find-payout'
import { recordTransferOutcome } from './record-transfer-outcome'

/**
 * Asks the provider for the transfer of a payout whose intent is committed, with no transaction open,
 * and writes the outcome. Called once, by the request that made the payout: whoever comes after it
 * looks the transfer up instead (`reconcilePayout`).
 */
export async function sendPayout(
  { accountId, payoutId }: { accountId: string; payoutId: string },
  options: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord> {
  const outcome = await sendTransfer({ accountId, payoutId }, options)
  return inTransaction((tx) => recordTransferOutcome(tx, { accountId, id: payoutId }, outcome))
}

/** Sends a payout's transfer under the payout's key: the same key is the same transfer, however often. */
export async function sendTransfer(
  { accountId, payoutId }: { accountId: string; payoutId: string },
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<Outcome<Transfer>> {
  const payout = await database().payout.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: payoutId } },
    include: { bankAccount: true },
  })
  return provider.send(
    {
      key: payout.id,
      amountMinor: payout.amountMinor,
      currency: payout.currency,
      beneficiary: beneficiaryOf(payout.bankAccount),
    },
    signalAfter(timeoutMs),
  )
}

function beneficiaryOf(account: BankAccountRecord): Beneficiary {
  const { countryCode, state, city, postcode, streetAddress } = account
  return {
    bankAccountId: account.id,
    entityType: account.entityType,
    email: account.email,
    accountName: account.accountName,
    accountNumber: openAccountNumber(account),
    routingNumber: account.routingNumber,
    bankName: account.bankName,
    accountCategory: account.accountCategory,
    firstName: account.firstName,
    lastName: account.lastName,
    dateOfBirth: account.dateOfBirth && formatIsoDate(account.dateOfBirth),
    companyName: account.companyName,
    address: { countryCode, state, city, postcode, streetAddress },
  }
}
