import { forgetExpiredChallenges } from '@/lib/auth/passkeys'
import { forgetExpiredSessions } from '@/lib/auth/sessions'
import { database, disconnect } from '@/lib/db/client'
import { numberAllEvents } from '@/lib/events/number-events'
import { forgetOldRequests } from '@/lib/http/forget-old-requests'
import { forgetExpiredClaims } from '@/lib/http/idempotency'
import { newId } from '@/lib/ids'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { draftWork } from '@/lib/invoices/scheduled-draft'
import { sweepReminders } from '@/lib/invoices/sweep-reminders'
import { releaseDueHolds } from '@/lib/ledger/holds'
import { BANK_PAYOUTS } from '@/lib/ledger/operator-movements'
import { mailWork } from '@/lib/mail/jobs'
import { publishMetrics } from '@/lib/metrics/published'
import { readBankPayouts } from '@/lib/operator/bank-payouts'
import { checkBooks, followSeals, sealBooks } from '@/lib/operator/check-books'
import { checkMoney } from '@/lib/operator/check-money'
import { attachDocuments } from '@/lib/payments/attach-documents'
import { checkoutWork, paymentWork, refundWork } from '@/lib/payments/jobs'
import { sweepAwaitedPayments } from '@/lib/payments/wake-reversals'
import { findReturns } from '@/lib/payouts/find-returns'
import { payoutRequestWork, payoutWork, recurringPayoutWork, transferFeeWork } from '@/lib/payouts/jobs'
import { expireWaitingPayouts } from '@/lib/payouts/payout-approval'
import { forgetPortalLinks } from '@/lib/portal/portal-link'
import { reconcileLately } from '@/lib/reconciliation/reconcile-lately'
import { recurringWork } from '@/lib/recurring/issue-period'
import { renameWork } from '@/lib/search/follow-rename'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/time/units'
import { forgetOldInboxDeliveries } from '@/lib/webhooks/inbox'
import { webhookWork } from '@/lib/webhooks/jobs'
import { queueDeliveries } from '@/lib/webhooks/queue-deliveries'
import { type PeriodicWork, runPeriodically } from './periodic'
import { poll, type Running, repeat } from './poll'
import type { LeasedWork } from './queue'

const HEARTBEAT_MS = 5000
const NUMBERING_MS = 250
const FORGOTTEN_AT_ONCE = 500

/** Each queue has its own slots: a receiver or a mail server that hangs never delays a settlement. */
export const LEASED: LeasedWork[] = [
  payoutWork,
  payoutRequestWork,
  recurringPayoutWork,
  transferFeeWork,
  paymentWork,
  refundWork,
  checkoutWork,
  recurringWork,
  draftWork,
  webhookWork,
  mailWork(attachDocuments),
  renameWork,
]

const PERIODIC: PeriodicWork[] = [
  { name: 'sweep_overdue', everyMs: MINUTE_MS, work: () => sweepOverdue(today()) },
  // Hourly although they change once a day, to make up for failures.
  { name: 'send_reminders', everyMs: HOUR_MS, work: () => sweepReminders(today()) },
  { name: 'sweep_awaited_payments', everyMs: MINUTE_MS, work: () => sweepAwaitedPayments() },
  { name: 'expire_waiting_payouts', everyMs: MINUTE_MS, work: () => expireWaitingPayouts() },
  { name: 'release_holds', everyMs: MINUTE_MS, work: () => releaseDueHolds() },
  { name: BANK_PAYOUTS, everyMs: 10 * MINUTE_MS, work: () => readBankPayouts() },
  { name: 'find_returns', everyMs: DAY_MS, work: () => findReturns() },
  { name: 'reconcile_lately', everyMs: DAY_MS, work: () => reconcileLately() },
  { name: 'check_money', everyMs: 10 * MINUTE_MS, work: () => checkMoney() },
  { name: 'seal_books', everyMs: MINUTE_MS, work: () => sealBooks() },
  { name: 'check_books', everyMs: DAY_MS, work: () => checkBooks() },
  { name: 'forget_requests', everyMs: MINUTE_MS, work: () => forgetOldRequests() },
  { name: 'forget_inbox', everyMs: MINUTE_MS, work: () => forgetOldInboxDeliveries() },
  {
    name: 'forget_expired',
    everyMs: MINUTE_MS,
    work: async () => {
      await forgetExpiredClaims(FORGOTTEN_AT_ONCE)
      await forgetExpiredSessions(FORGOTTEN_AT_ONCE)
      await forgetExpiredChallenges(FORGOTTEN_AT_ONCE)
      await forgetPortalLinks(FORGOTTEN_AT_ONCE)
    },
  },
]

function today(): Date {
  return dayAfter(now(), 0)
}

/** Starts the worker: the queues, the periodic work, and the heartbeat that the health check reads. */
export function startWorker(): Running {
  const workerId = newId()
  const parts = [
    repeat(HEARTBEAT_MS, 'heartbeat', () => beat(workerId)),
    ...LEASED.map(poll),
    repeat(MINUTE_MS, 'comparison of the seals', followSeals),
    repeat(NUMBERING_MS, 'numbering of events', () => numberAllEvents(queueDeliveries)),
    ...PERIODIC.map(runPeriodically),
    publishMetrics('worker'),
  ]
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
      await disconnect()
    },
  }
}

async function beat(workerId: string): Promise<void> {
  // The database's clock, because the database also computes the age of the beat.
  await database().$executeRaw`
    INSERT INTO worker_heartbeats (worker_id, beat_at) VALUES (${workerId}::uuid, now())
    ON CONFLICT (worker_id) DO UPDATE SET beat_at = now()`
  await database().$executeRaw`DELETE FROM worker_heartbeats WHERE beat_at < now() - interval '1 day'`
}
