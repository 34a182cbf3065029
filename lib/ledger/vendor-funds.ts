import assert from 'node:assert/strict'
import { type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'
import { type Posting, postTransaction } from './post-transaction'

/*
 * A vendor's money and debt in a currency: pending, available, and owed. Whatever moves money between them locks them
 * first, so that at every commit a vendor who owes something has nothing else: no income is left beside a debt, and
 * no debt is made while there is money.
 */

type FundKind = 'credit_wallet' | 'pending_wallet' | 'owed_by_vendor'

const FUNDS = `
     FROM ledger_accounts
    WHERE account_id = :accountId::uuid AND currency = :currency::char(3)
      AND kind IN ('credit_wallet', 'pending_wallet', 'owed_by_vendor')`

const lockFunds = statement<{ accountId: string; currency: string }, object>(
  'lock_vendor_funds',
  `SELECT id ${FUNDS} ORDER BY id FOR NO KEY UPDATE`,
)

const findFunds = statement<
  { accountId: string; currency: string },
  { kind: FundKind; balanceMinor: bigint }
>('find_vendor_funds', `SELECT kind::text AS kind, balance_minor AS "balanceMinor" ${FUNDS}`)

/**
 * Locks the vendor's own accounts of a currency, in id order like a posting: what moves money between them
 * takes turns with payouts and with all else that does.
 */
export async function lockVendorFunds(tx: Transaction, accountId: string, currency: string): Promise<void> {
  await lockFunds(tx, { accountId, currency })
}

/** A caller that moves money holds the lock and reads by a separate statement, which sees accounts created meanwhile. */
async function readFunds(on: Queryable, accountId: string, currency: string) {
  const rows = await findFunds(on, { accountId, currency })
  const balanceOf = (kind: FundKind) => rows.find((row) => row.kind === kind)?.balanceMinor ?? 0n
  return {
    pendingMinor: balanceOf('pending_wallet'),
    availableMinor: balanceOf('credit_wallet'),
    owedMinor: -balanceOf('owed_by_vendor'),
  }
}

/** The most that can be taken from the vendor in a currency without a debt, in minor units, pending and available. */
export async function vendorFundsMinor(on: Queryable, accountId: string, currency: string): Promise<bigint> {
  const { pendingMinor, availableMinor } = await readFunds(on, accountId, currency)
  return pendingMinor + availableMinor
}

/** Takes an amount from the holds that are left: the invoice's own first, then the one that ends last. */
const takeFromHolds = statement<
  { accountId: string; currency: string; amountMinor: bigint; invoiceId: string },
  { takenMinor: bigint }
>(
  'take_from_holds',
  `WITH open_hold AS (
     SELECT invoice_id, left_minor,
            sum(left_minor) OVER (ORDER BY (invoice_id = :invoiceId::uuid) DESC, release_at DESC, invoice_id)
              - left_minor AS before_minor
       FROM wallet_holds
      WHERE account_id = :accountId::uuid AND currency = :currency::char(3) AND released_at IS NULL AND left_minor > 0)
   UPDATE wallet_holds AS hold
      SET left_minor = hold.left_minor - least(open_hold.left_minor, :amountMinor::bigint - before_minor)::bigint
     FROM open_hold
    WHERE hold.account_id = :accountId::uuid AND hold.invoice_id = open_hold.invoice_id AND before_minor < :amountMinor::bigint
   RETURNING least(open_hold.left_minor, :amountMinor::bigint - before_minor)::bigint AS "takenMinor"`,
)

/** Puts an amount back into the invoice's hold if that is not over, up to what it once was. */
const returnToHold = statement<
  { accountId: string; invoiceId: string; amountMinor: bigint; at: Date },
  { returnedMinor: bigint }
>(
  'return_to_hold',
  `WITH open_hold AS (
     SELECT least(:amountMinor::bigint, amount_minor - left_minor) AS returned_minor FROM wallet_holds
      WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid AND released_at IS NULL
        AND release_at > :at::timestamptz
        FOR UPDATE)
   UPDATE wallet_holds SET left_minor = left_minor + returned_minor
     FROM open_hold
    WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
   RETURNING returned_minor AS "returnedMinor"`,
)

export type Taking = {
  accountId: string
  currency: string
  amountMinor: bigint
  invoiceId: string
  /** False: what is missing is refused with `insufficient_balance`. */
  mayOwe?: boolean
}

/**
 * The postings that take an amount from the vendor: from what is pending, then from what is available, and
 * what is missing is owed or, if it may not be, refused. The caller holds the lock and posts them; the holds are
 * changed already.
 */
export async function takeFromVendor(
  tx: Transaction,
  { accountId, currency, amountMinor, invoiceId, mayOwe = true }: Taking,
  destination: Posting['destination'],
): Promise<Posting[]> {
  const { pendingMinor, availableMinor } = await readFunds(tx, accountId, currency)
  const fromPending = least(amountMinor, pendingMinor)
  const fromAvailable = least(amountMinor - fromPending, availableMinor)
  if (!mayOwe && fromPending + fromAvailable < amountMinor) throw new DomainError('insufficient_balance')
  await takeHolds(tx, { accountId, currency, amountMinor: fromPending, invoiceId })
  return postingsOf([
    { source: { kind: 'pending_wallet' }, destination, amountMinor: fromPending },
    { source: { kind: 'credit_wallet' }, destination, amountMinor: fromAvailable },
    {
      source: { kind: 'owed_by_vendor' },
      destination,
      amountMinor: amountMinor - fromPending - fromAvailable,
    },
  ])
}

/**
 * The postings that give an amount back to the vendor: into the hold of its invoice while that lasts, else at
 * once available. The caller holds the lock, posts them, and then settles a debt.
 */
export async function giveBackToVendor(
  tx: Transaction,
  { accountId, amountMinor, invoiceId }: Omit<Taking, 'currency'>,
  source: Posting['source'],
): Promise<Posting[]> {
  const [hold] = await returnToHold(tx, { accountId, invoiceId, amountMinor, at: now() })
  const toPending = hold?.returnedMinor ?? 0n
  return postingsOf([
    { source, destination: { kind: 'pending_wallet' }, amountMinor: toPending },
    { source, destination: { kind: 'credit_wallet' }, amountMinor: amountMinor - toPending },
  ])
}

/**
 * Settles what the vendor owes, as far as there is money: after every income, in its transaction and under
 * the lock. `referenceId` is that of the income, `invoiceId` that of its hold if it has one.
 */
export async function settleDebt(
  tx: Transaction,
  income: { accountId: string; currency: string; referenceId: string; invoiceId?: string },
): Promise<void> {
  const { accountId, currency, referenceId, invoiceId = referenceId } = income
  const { pendingMinor, availableMinor, owedMinor } = await readFunds(tx, accountId, currency)
  const fromPending = least(owedMinor, pendingMinor)
  const fromAvailable = least(owedMinor - fromPending, availableMinor)
  await takeHolds(tx, { accountId, currency, amountMinor: fromPending, invoiceId })
  const destination = { kind: 'owed_by_vendor' } as const
  const postings = postingsOf([
    { source: { kind: 'pending_wallet' }, destination, amountMinor: fromPending },
    { source: { kind: 'credit_wallet' }, destination, amountMinor: fromAvailable },
  ])
  if (postings.length === 0) return
  await postTransaction(tx, { accountId, reason: 'debt.settled', referenceId, currency }, postings)
}

async function takeHolds(
  tx: Transaction,
  { accountId, currency, amountMinor, invoiceId }: Taking,
): Promise<void> {
  if (amountMinor === 0n) return
  const holds = await takeFromHolds(tx, { accountId, currency, amountMinor, invoiceId })
  const takenMinor = holds.reduce((sum, hold) => sum + hold.takenMinor, 0n)
  assert.equal(takenMinor, amountMinor, 'what is pending is on hold')
}

/** An entry moves an amount above zero. */
function postingsOf(postings: Posting[]): Posting[] {
  return postings.filter(({ amountMinor }) => amountMinor > 0n)
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
