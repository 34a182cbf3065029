import { signalAfter } from '@/lib/clock'
import { formatIsoDate } from '@/lib/dates'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Beneficiary, PayoutProvider } from '@/lib/providers/payout-provider'
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
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord> {
  const payout = await database().payout.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: payoutId } },
    include: { bankAccount: true },
  })
  const outcome = await provider.send(
    {
      key: payout.id,
      amountMinor: payout.amountMinor,
      currency: payout.currency,
      beneficiary: beneficiaryOf(payout.bankAccount),
    },
    signalAfter(timeoutMs),
  )
  return inTransaction((tx) => recordTransferOutcome(tx, payout, outcome))
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
