import assert from 'node:assert/strict'
import { noSql, sql } from '@/lib/db/client'
import { type CheckoutSession, Prisma } from '@/lib/db/generated/client'
import { modelColumns, type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, type LeasedQueue, release, schedule, wake } from '@/lib/jobs/queue'
import { paymentProviders } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { takeCheckoutNumber } from '@/lib/vendors/account'

/** Checkout sessions that a buyer was sent to, until the provider reports how they ended. */
export const checkoutQueue: LeasedQueue = {
  table: 'checkout_sessions',
  tenantColumn: 'account_id',
  idColumn: 'number',
}

type NewCheckoutSession = Pick<
  CheckoutSession,
  | 'accountId'
  | 'invoiceId'
  | 'jointCheckoutId'
  | 'provider'
  | 'providerReference'
  | 'amountMinor'
  | 'nextAttemptAt'
  | 'createdAt'
>

const SESSION_COLUMNS = modelColumns(Prisma.CheckoutSessionScalarFieldEnum)

const addSession = statement<NewCheckoutSession & { number: bigint }, object>(
  'add_checkout_session',
  `INSERT INTO checkout_sessions (account_id, number, invoice_id, joint_checkout_id, provider, provider_reference, amount_minor,
                                  next_attempt_at, created_at)
   VALUES (:accountId::uuid, :number::bigint, :invoiceId::uuid, :jointCheckoutId::uuid, :provider, :providerReference,
           :amountMinor::bigint, :nextAttemptAt::timestamptz, :createdAt::timestamptz)`,
)

/**
 * Saves a checkout session under the account's next number and returns the number. Call it last: it locks the
 * account's counter until the transaction ends.
 */
export async function saveCheckoutSession(tx: Transaction, session: NewCheckoutSession): Promise<bigint> {
  const number = await takeCheckoutNumber(tx, session.accountId)
  await addSession(tx, { ...session, number })
  return number
}

const latestSessionBy = (column: 'invoice_id' | 'joint_checkout_id') =>
  statement<{ accountId: string; id: string; provider: string }, CheckoutSession>(
    `find_latest_session_by_${column}`,
    `SELECT ${SESSION_COLUMNS} FROM checkout_sessions
      WHERE account_id = :accountId::uuid AND ${column} = :id::uuid AND provider = :provider
      ORDER BY number DESC LIMIT 1`,
  )

const findLatestOfInvoice = latestSessionBy('invoice_id')
const findLatestOfJointCheckout = latestSessionBy('joint_checkout_id')

/** The latest session of an invoice, or of a joint checkout, at a provider. */
export async function findLatestSession(
  on: Queryable,
  subject: Pick<CheckoutSession, 'accountId' | 'invoiceId' | 'jointCheckoutId'>,
  provider: string,
): Promise<CheckoutSession | null> {
  const { accountId, invoiceId, jointCheckoutId } = subject
  const id = invoiceId ?? jointCheckoutId
  assert(id, 'a session is of an invoice or of a joint checkout')
  const find = invoiceId === null ? findLatestOfJointCheckout : findLatestOfInvoice
  const [session] = await find(on, { accountId, id, provider })
  return session ?? null
}

const lockSession = statement<{ accountId: string; number: bigint }, Pick<CheckoutSession, 'status'>>(
  'lock_checkout_session',
  `SELECT status::text AS status FROM checkout_sessions
    WHERE account_id = :accountId::uuid AND number = :number::bigint FOR UPDATE`,
)

/** Locks a session, so that of two readers that see it paid only one books it, and reads its status. */
export async function lockCheckout(
  tx: Transaction,
  { accountId, number }: { accountId: string; number: bigint },
): Promise<CheckoutSession['status']> {
  const [session] = await lockSession(tx, { accountId, number })
  assert(session, 'a session stays')
  return session.status
}

/** From now on the session may be paid, with or without a notification. False if it is settled already. */
export async function watchCheckout(
  tx: Queryable,
  accountId: string,
  { provider, providerReference }: { provider: string; providerReference: string },
): Promise<boolean> {
  const sessions = await schedule(tx, checkoutQueue, {
    where: sql`account_id = ${accountId}::uuid AND provider = ${provider}
      AND provider_reference = ${providerReference} AND status = 'OPEN'`,
    nextAttemptAt: askAgainAt(0),
    set: sql`attempt_count = 0`,
  })
  return sessions.length > 0
}

/**
 * Has the worker close the sessions of invoices that can't be paid any more as the sessions ask, those too in which they are
 * paid with others. `watchedOnly`: those that a buyer was sent to; else all, because somebody may have kept the address of
 * the provider's page.
 */
export async function closeCheckouts(
  tx: Queryable,
  { accountId, invoiceIds }: { accountId: string; invoiceIds: string[] },
  { watchedOnly = false }: { watchedOnly?: boolean } = {},
): Promise<void> {
  const closing = paymentProviders().flatMap(({ name, expireCheckoutSession }) =>
    expireCheckoutSession ? [name] : [],
  )
  if (closing.length === 0) return
  await schedule(tx, checkoutQueue, {
    where: sql`account_id = ${accountId}::uuid AND status = 'OPEN' AND provider = ANY (${closing}::text[])
      ${watchedOnly ? sql`AND next_attempt_at IS NOT NULL` : noSql}
      AND number IN (
        SELECT number FROM checkout_sessions
         WHERE account_id = ${accountId}::uuid AND invoice_id = ANY (${invoiceIds}::uuid[])
        UNION ALL
        SELECT session.number FROM joint_checkout_parts AS part
          JOIN checkout_sessions AS session
            ON session.account_id = part.account_id AND session.joint_checkout_id = part.joint_checkout_id
         WHERE part.account_id = ${accountId}::uuid AND part.invoice_id = ANY (${invoiceIds}::uuid[]))`,
    nextAttemptAt: now(),
  })
}

/** Ends a check of a session that is still open: the provider is asked again later. */
export async function postponeCheckout(tx: Queryable, lease: Claim): Promise<void> {
  await release(tx, checkoutQueue, lease, askAgainAt(lease.attemptCount))
}

/** Records how an open session ended. */
export async function settleCheckout(
  tx: Transaction,
  { accountId, number }: { accountId: string; number: bigint },
  status: 'PAID' | 'EXPIRED',
): Promise<void> {
  await endSession(tx, { accountId, number, status })
}

const endSession = statement<{ accountId: string; number: bigint; status: 'PAID' | 'EXPIRED' }, object>(
  'end_checkout_session',
  `UPDATE checkout_sessions
      SET status = :status::checkout_session_status, lease_until = NULL, next_attempt_at = NULL
    WHERE account_id = :accountId::uuid AND number = :number::bigint`,
)

/**
 * Schedules an immediate check after a provider's notification about one of its sessions. Does nothing for a
 * session that nobody was sent to, or that is settled. The notification's content is not trusted: it may be
 * late, and the provider is asked anyway.
 */
export async function wakeCheckout(
  tx: Transaction,
  provider: string,
  providerReference: string,
): Promise<void> {
  const isNamed = sql`provider_reference = ${providerReference} AND provider = ${provider}`
  await wake(tx, checkoutQueue, sql`${isNamed} AND next_attempt_at IS NOT NULL`)
}
