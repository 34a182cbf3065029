import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { recordBankPayout } from '@/lib/ledger/operator-movements'
import { log } from '@/lib/log'
import type { BankPayout, PaymentProvider } from '@/lib/providers/payment-provider'
import { providersOf } from '@/lib/providers/registry'
import { ListingError, listAll } from '@/lib/providers/shared/listing'
import { now, signalAfter } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'

/** Payouts change for days: a bank may send one back after it arrived. */
const READ_FOR_MS = 40 * DAY_MS

/** Reads the payouts to the operator's bank of the providers that take live payments, and books what is new of them. */
export async function readBankPayouts(
  providers: PaymentProvider[] = providersOf('live').payments,
  timeoutMs = env.PROVIDER_TIMEOUT_MS,
): Promise<void> {
  for (const provider of providers) await readBankPayoutsOf(provider, timeoutMs)
}

async function readBankPayoutsOf(provider: PaymentProvider, timeoutMs: number): Promise<void> {
  if (!provider.listBankPayouts) return
  const { name, listBankPayouts } = provider
  const range = { from: new Date(now().getTime() - READ_FOR_MS), until: new Date(now().getTime() + DAY_MS) }
  try {
    const payouts = await listAll(
      (cursor, signal) => listBankPayouts(range, cursor, signal),
      () => signalAfter(timeoutMs),
    )
    for (const payout of payouts) await book(name, payout)
  } catch (error) {
    if (!(error instanceof ListingError)) throw error
    log.warn({ provider: name, reason: error.message }, 'the payouts to the bank could not be read')
  }
}

async function book(provider: string, payout: BankPayout): Promise<void> {
  const { amountMinor, reference } = payout
  if (amountMinor === null || amountMinor === 0n) {
    log.error({ provider, reference }, 'a payout to the bank has no amount that can be booked')
    return
  }
  await inTransaction((tx) => recordBankPayout(tx, provider, { ...payout, amountMinor }))
}
