import { noSql, type Orm, sql } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import type { Queryable } from '@/lib/db/statement'
import type { OrmTransaction, Transaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, type LeasedQueue, NO_MORE_WORK, release, schedule, wake } from '@/lib/jobs/queue'
import { paymentProviders } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { takeCheckoutNumber } from '@/lib/vendors/account'

/** Checkout sessions that a buyer was sent to, until the provider reports how they ended. */
export const checkoutQueue: LeasedQueue = {
  table: 'checkout_sessions',
  tenantColumn: 'account_id',
  idColumn: 'number',
}

type NewCheckoutSession = Omit<Prisma.CheckoutSessionUncheckedCreateInput, 'number'>

/**
 * Saves a checkout session under the account's next number and returns the number. Call it last: it locks the
 * account's counter until the transaction ends.
 */
export async function saveCheckoutSession(tx: OrmTransaction, session: NewCheckoutSession): Promise<bigint> {
  const number = await takeCheckoutNumber(tx, session.accountId)
  await tx.checkoutSession.create({ data: { ...session, number } })
  return number
}

/** From now on the session may be paid, with or without a notification. False if it is settled already. */
export async function watchCheckout(
  tx: OrmTransaction,
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
export async function postponeCheckout(tx: Orm, lease: Claim): Promise<void> {
  await release(tx, checkoutQueue, lease, askAgainAt(lease.attemptCount))
}

/** Records how an open session ended. */
export async function settleCheckout(
  tx: OrmTransaction,
  { accountId, number }: { accountId: string; number: bigint },
  status: 'PAID' | 'EXPIRED',
): Promise<void> {
  await tx.checkoutSession.update({
    where: { accountId_number: { accountId, number } },
    data: { status, ...NO_MORE_WORK },
  })
}

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
