import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { connectionPool, database, sharedReads, sql } from '@/lib/db/client'
import { runComposed, statement } from '@/lib/db/statement'
import { inTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { Refusal, refusalFrom, refuseInput } from '@/lib/http/refusals'
import { type BackOff, backOffMs } from '@/lib/jobs/back-off'
import { leaseMs } from '@/lib/jobs/lease'
import { type Claim, complete, type LeasedQueue, type LeasedWork, release, schedule } from '@/lib/jobs/queue'
import { mailInvoiceNotSent } from '@/lib/mail/account-mail'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/time/units'
import { dayIn, startOfDay, type Zone } from '@/lib/time/zone'
import { type Account, findAccountById, requireApproval } from '@/lib/vendors/account'
import { type DraftKey, findDraft, saveDraft } from './draft'
import { faultOfDraft } from './draft-preview'
import type { InvoiceFields } from './invoice-fields'
import { invoiceOfDraft, issueDraft } from './issue-draft'
import { createdDetail, planInvoice, providerOf, requireMinimum } from './issue-invoice'

/*
 * Drafts that are sent by themselves on a day: the worker issues each as a person would (`issueDraft`), from what the
 * draft says by then.
 */

export const draftQueue: LeasedQueue = {
  table: 'invoice_drafts',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

/** An invoice can be scheduled this far ahead. */
const MAX_DAYS_AHEAD = 366

/** On its day in the vendor's time zone: when people have come to work. */
const SENT_AT_HOUR = 8

/** Delays before a payment provider that opens no checkout is tried again; then the draft stays one. */
const TRY_AGAIN: BackOff = {
  delaysMs: [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, ...Array<number>(24).fill(HOUR_MS)],
  isEndless: false,
  jitter: 0,
}

/** A draft that somebody is typing into is not sent before the typing has paused for this long. */
const STILL_TYPED_MS = 30 * SECOND_MS

/**
 * Saves the form and schedules it for a day: the worker sends it at eight in the morning in the vendor's time zone. What is
 * typed until then counts. Returns the draft's version.
 *
 * Refuses a form that could not be sent now, and a day that isn't ahead; throws as `saveDraft` does.
 */
export async function scheduleDraft(
  tx: OrmTransaction,
  account: Account,
  key: Omit<DraftKey, 'accountId'>,
  { fields, day }: { fields: InvoiceFields; day: Date },
): Promise<number> {
  const today = dayIn(account.zone, now())
  if (day <= today) refuseInput('Choose tomorrow or a later day')
  if (day > dayIn(account.zone, now(), MAX_DAYS_AHEAD)) refuseInput('Choose a day within a year')
  const invoice = invoiceOfDraft(fields, account.zone)
  if (fields.dueDate !== '' && fields.dueDate < formatIsoDate(day)) {
    refuseInput('The invoice would be due before it is sent. Choose a later due date, or none')
  }
  const plan = await planInvoice(sharedReads(), account, invoice)
  requireMinimum(plan, providerOf(account, plan))
  const { version } = await saveDraft(tx, { ...key, accountId: account.id }, fields)
  const sentAt = sendTimeOf(account.zone, day)
  const [written] = await setSchedule(tx, {
    accountId: account.id,
    id: key.id,
    version,
    day: formatIsoDate(day),
    sentAt,
  })
  if (!written) throw new DomainError('invoice_draft_changed')
  return version
}

/** The moment at which the zone's clocks show the hour of sending on this day. */
function sendTimeOf(zone: Zone, day: Date): Date {
  return startOfDay(zone, new Date(day.getTime() + SENT_AT_HOUR * HOUR_MS))
}

const setSchedule = statement<
  { accountId: string; id: string; version: number; day: string; sentAt: Date },
  { id: string }
>(
  'schedule_invoice_draft',
  `UPDATE invoice_drafts
      SET send_on = :day::date, next_attempt_at = :sentAt::timestamptz, lease_until = NULL, attempt_count = 0,
          send_refusal = NULL
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND version = :version::int AND invoice_id IS NULL
   RETURNING id`,
)

/**
 * Takes a draft off its schedule: a person sends it. Throws `invoice_draft_not_found`, and `invoice_draft_changed` if it is
 * an invoice by now. False if it was not scheduled.
 */
export async function unscheduleDraft(tx: OrmTransaction, accountId: string, id: string): Promise<boolean> {
  const { sendOn, invoiceId } = await findDraft(tx, accountId, id)
  if (invoiceId) throw new DomainError('invoice_draft_changed')
  const rows = await runComposed(
    tx,
    sql`UPDATE invoice_drafts SET send_on = NULL, next_attempt_at = NULL, lease_until = NULL
         WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND invoice_id IS NULL RETURNING id`,
  )
  if (rows.length === 0) throw new DomainError('invoice_draft_changed')
  return sendOn !== null
}

/**
 * Sends a claimed draft, under its lease: whatever dies, and however many workers try, it becomes one invoice or none. One
 * that can't be sent stays a draft, which says why, and the vendor is told by mail.
 */
async function sendScheduled(claim: Claim): Promise<void> {
  const { tenantId: accountId, id: draftId } = claim
  const account = await findAccountById(database(), accountId)
  try {
    const { updatedAt, sendOn } = await findDraft(database(), accountId, draftId)
    // The vendor may have moved to a time zone where that hour comes later. One that is tried again is past it.
    const sentAt = sendOn && sendTimeOf(account.zone, sendOn)
    if (sentAt && sentAt > now()) return await putOff(claim, sentAt)
    const restsAt = new Date(updatedAt.getTime() + STILL_TYPED_MS)
    if (restsAt > now()) return await putOff(claim, restsAt)
    if (account.isBanned) throw new DomainError('vendor_banned')
    requireApproval(account)
    await issueDraft(account, { draftId, lease: claim }, null, (on, invoice) =>
      recordAuditEvent(on, {
        vendorId: account.vendorId,
        accountId,
        action: 'invoice.created',
        subjectId: invoice.id,
        detail: `${createdDetail(invoice)}, as scheduled`,
      }),
    )
  } catch (error) {
    // It was deleted meanwhile.
    if (isDomainError(error, 'invoice_draft_not_found')) return
    if (isDomainError(error, 'invoice_draft_changed')) {
      return putOff(claim, new Date(now().getTime() + STILL_TYPED_MS))
    }
    const refusal = error instanceof Refusal ? error : refusalFrom(error)
    if (!refusal) throw error
    const canTryAgain = isDomainError(error, 'payment_provider_failed') || refusal.code === 'rate_limited'
    const delayMs = canTryAgain ? backOffMs(TRY_AGAIN, claim.attemptCount + 1) : null
    if (delayMs === null) await giveUp(account, claim, refusal.message)
    else await release(connectionPool(), draftQueue, claim, new Date(now().getTime() + delayMs))
  }
}

/** Ends the lease without an attempt; nothing if it was lost. */
async function putOff({ tenantId, id, leaseUntil }: Claim, nextAttemptAt: Date): Promise<void> {
  const where = sql`account_id = ${tenantId}::uuid AND id = ${id}::uuid AND lease_until = ${leaseUntil}::timestamptz`
  await schedule(connectionPool(), draftQueue, { where, nextAttemptAt, set: sql`lease_until = NULL` })
}

async function giveUp({ id: accountId }: Account, claim: Claim, refusal: string): Promise<void> {
  const { fields } = await findDraft(database(), accountId, claim.id)
  // The form's own words rather than the API's, and a sentence may follow.
  const reason = (faultOfDraft(fields) ?? refusal).replace(/\.$/, '').slice(0, 500)
  await inTransaction(async (tx) => {
    if (!(await complete(tx, draftQueue, claim, sql`send_on = NULL, send_refusal = ${reason}`))) return
    await mailInvoiceNotSent(tx, {
      accountId,
      draftId: claim.id,
      customer: fields.customer?.name ?? 'a customer',
      // Each refusal is a cause of its own: the draft may be scheduled again.
      reference: `${claim.id}:${claim.leaseUntil.getTime()}`,
      reason,
    })
  })
}

export const draftWork: LeasedWork = {
  queue: draftQueue,
  leaseMs: () => leaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 5,
  work: sendScheduled,
}
