import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { providerAt, type StandIn, startStandIn } from '@/lib/providers/testing/airwallex-stand-in'
import { setClock } from '@/lib/time/clock'
import { recordPayoutIntent } from './create-payout'
import { type PayableCustomer, payableCustomer, postingsOf, walletOf } from './payable-customer.fixture'
import { reconcilePayout } from './reconcile-payout'
import { findPayoutIntent, sendPayout } from './send-payout'

/* A payout of 4.00 through a stand-in of Airwallex, on a clock of its own. Each test ends with the ledger check. */

/** For calls that are answered, even on a busy machine. */
export const LONG_TIMEOUT_MS = 20_000

const REQUESTED = { 'payout.requested': 1 }
const DELIVERED = { 'payout.delivered': 1, 'payout.requested': 1 }
export const PAID = { status: 'PAID', available: 600n, held: 0n, postings: DELIVERED }
export const PROCESSING = { status: 'PROCESSING', available: 600n, held: 400n, postings: REQUESTED }

export let standIn: StandIn
export let provider: PayoutProvider
export let payable: PayableCustomer
export let payoutId: string
export let time: Date

beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn?.close())
beforeEach(() => {
  time = new Date()
  setClock(() => time)
  standIn.requests.length = 0
  startProcess()
})
afterEach(async () => {
  setClock(null)
  expect(standIn.complaints).toEqual([])
})

/** A new process, which shares no calls in progress with the old one. */
export function startProcess(): void {
  provider = providerAt(standIn.baseUrl)
}

export function moveClock(to: Date): void {
  time = to
}

/** Commits the intent of the payout. */
export async function intend(accountNumber: string = ACCOUNTS.delivered): Promise<void> {
  payable = await payableCustomer(1000n, accountNumber)
  const { account, ...to } = payable
  const options = { provider, leaseMs: LONG_TIMEOUT_MS }
  const requested = await inOrmTransaction((tx) =>
    recordPayoutIntent(tx, account, { ...to, amountMinor: 400n }, options),
  )
  payoutId = requested.payoutId
}

export const key = () => ({ accountId: payable.account.id, payoutId })

export const send = async (timeoutMs = LONG_TIMEOUT_MS) =>
  sendPayout(await findPayoutIntent(key()), { provider, timeoutMs })

/** Runs the reconciler at the payout's next due time. */
export async function reconcile(timeoutMs = LONG_TIMEOUT_MS, by = provider): Promise<void> {
  const { nextAttemptAt } = await read()
  if (!nextAttemptAt) throw new Error('the payout is never asked about again')
  if (nextAttemptAt > time) time = nextAttemptAt
  await reconcilePayout(key(), { providers: [by], timeoutMs })
}

export const read = () => database().payout.findFirstOrThrow({ where: { id: payoutId } })

export async function books() {
  const { status } = await read()
  return { status, ...(await walletOf(payable)), postings: await postingsOf(payoutId) }
}
