import { connectionPool } from '@/lib/db/client'
import { sentenceOf } from '@/lib/db/describe-error'
import { statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'
import { postTransaction } from './post-transaction'
import { lockVendorFunds } from './vendor-funds'

const addHoldRow = statement<
  { accountId: string; invoiceId: string; currency: string; amountMinor: bigint; createdAt: Date },
  object
>(
  'add_hold',
  `INSERT INTO wallet_holds (account_id, invoice_id, currency, amount_minor, left_minor, release_at, created_at)
   SELECT accounts.id, :invoiceId::uuid, :currency, :amountMinor::bigint, :amountMinor::bigint,
          :createdAt::timestamptz + hold_days * interval '24 hours', :createdAt::timestamptz
     FROM accounts JOIN vendors ON vendors.id = accounts.vendor_id
    WHERE accounts.id = :accountId::uuid AND mode = 'live' AND hold_days > 0
   RETURNING 1 AS added`,
)

/**
 * The wallet that a paid invoice's money goes to: in live mode, with a hold, it is pending for the vendor's
 * number of days. Post it there in the same transaction.
 */
export async function openHold(
  tx: Transaction,
  paid: { accountId: string; invoiceId: string; currency: string; amountMinor: bigint },
): Promise<'pending_wallet' | 'credit_wallet'> {
  const { accountId, invoiceId, currency, amountMinor } = paid
  const added = await addHoldRow(tx, { accountId, invoiceId, currency, amountMinor, createdAt: now() })
  return added.length === 1 ? 'pending_wallet' : 'credit_wallet'
}

type DueHold = { accountId: string; invoiceId: string; currency: string }

const findDueHolds = statement<{ at: Date; limit: number }, DueHold>(
  'find_due_holds',
  `SELECT account_id AS "accountId", invoice_id AS "invoiceId", currency FROM wallet_holds
    WHERE released_at IS NULL AND release_at <= :at::timestamptz
    ORDER BY release_at LIMIT :limit`,
)

const endHold = statement<{ accountId: string; invoiceId: string; at: Date }, { leftMinor: bigint }>(
  'end_hold',
  `WITH due_hold AS (
     SELECT left_minor FROM wallet_holds
      WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid AND released_at IS NULL
        AND release_at <= :at::timestamptz
        FOR UPDATE)
   UPDATE wallet_holds SET released_at = :at::timestamptz, left_minor = 0
     FROM due_hold
    WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
   RETURNING due_hold.left_minor AS "leftMinor"`,
)

/** Makes what is left of a due hold available, once: of any number of workers one finds it unreleased. */
export async function releaseHold(tx: Transaction, hold: DueHold): Promise<boolean> {
  const { accountId, invoiceId, currency } = hold
  // Before the hold's row, as everything that takes from holds does: the other order could deadlock.
  await lockVendorFunds(tx, accountId, currency)
  const [ended] = await endHold(tx, { accountId, invoiceId, at: now() })
  if (!ended) return false
  if (ended.leftMinor > 0n) {
    await postTransaction(tx, { accountId, reason: 'hold.released', referenceId: invoiceId, currency }, [
      {
        source: { kind: 'pending_wallet' },
        destination: { kind: 'credit_wallet' },
        amountMinor: ended.leftMinor,
      },
    ])
  }
  return true
}

const BATCH = 200

/**
 * Releases every hold that is over, and returns how many. Each has its own transaction, so that a sweep that is
 * killed loses nothing. One that fails is logged and tried again by the next sweep, after the others.
 */
export async function releaseDueHolds(): Promise<number> {
  let released = 0
  for (;;) {
    const due = await findDueHolds(connectionPool(), { at: now(), limit: BATCH })
    let releasedNow = 0
    for (const hold of due) {
      try {
        if (await inTransaction((tx) => releaseHold(tx, hold))) releasedNow += 1
      } catch (error) {
        log.error({ ...hold, error: sentenceOf(error) }, 'a hold could not be released')
      }
    }
    released += releasedNow
    if (due.length < BATCH || releasedNow === 0) return released
  }
}
