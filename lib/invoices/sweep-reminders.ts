import { database, noSql, sql } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailReminder } from '@/lib/mail/invoice-mail'
import { findInvoice } from './invoice'
import { messageLines } from './invoice-fields'
import { DEFAULT_REMINDERS, REMINDER_KINDS, type ReminderKind } from './reminder-fields'

const BATCH = 200

type Reminder = {
  kind: ReminderKind
  /** From the due date. */
  afterDays: number
  /** Of a vendor who has set the days. */
  isOwn: boolean
}

/** A missed reminder is sent up to this many days later, then skipped. */
const LATEST_DAYS = 2

/**
 * Creates the reminders due on `today`, midnight UTC, on the days that each vendor has set. Returns how many were created. An
 * invoice whose reminders are off, or that is uncollectible, gets none.
 * However often it is called, and by however many at once, an invoice gets each reminder once for a due date, and none
 * whose day had passed when it was created. A banned vendor's buyers get none, because they could not pay.
 */
export async function sweepReminders(today: Date, ofAccount: string | null = null): Promise<number> {
  let count = 0
  for (const reminder of await readReminders()) {
    for (const isUnpaid of reminder.afterDays < 0 ? [false, true] : [true]) {
      let after: DueInvoice | null = null
      do {
        const rows: DueInvoice[] = await findDue(today, reminder, { after, ofAccount, isUnpaid })
        for (const invoice of rows) if (await remind(invoice, reminder.kind)) count += 1
        after = rows.length < BATCH ? null : (rows.at(-1) ?? null)
      } while (after)
    }
  }
  return count
}

/** The service's own reminders, and each day that some vendor has set. */
async function readReminders(): Promise<Reminder[]> {
  const own = await database().$queryRaw<{ kind: ReminderKind; days: number }[]>`
    SELECT DISTINCT reminder.key AS kind, (reminder.value ->> 'days')::int AS days
      FROM vendors, jsonb_each(reminders) AS reminder
     WHERE reminders IS NOT NULL AND (reminder.value ->> 'isOn')::boolean`
  const usual = REMINDER_KINDS.map((kind) => ({ kind, days: DEFAULT_REMINDERS[kind].days }))
  const of = (isOwn: boolean, reminders: typeof own) =>
    reminders.map(({ kind, days }) => ({
      kind,
      afterDays: kind === 'reminder_due_soon' ? -days : days,
      isOwn,
    }))
  return [...of(false, usual), ...of(true, own)]
}

function remind(
  { accountId, id, dueDate, reference, message }: DueInvoice,
  kind: ReminderKind,
): Promise<boolean> {
  return inOrmTransaction(async (tx) => {
    const invoice = await findInvoice(tx, accountId, id)
    // It may have been paid, voided or given another due date since it was found.
    const isOver = invoice.status === 'PAID' || invoice.status === 'VOIDED'
    const isMoved = invoice.dueDate.getTime() !== dueDate.getTime()
    return !isOver && !isMoved && mailReminder(tx, invoice, kind, reference, messageLines(message ?? ''))
  })
}

type DueInvoice = {
  dueDate: Date
  accountId: string
  id: string
  reference: string
  /** The vendor's own words; null for none. */
  message: string | null
}

/** One for each due date that the vendor sets: the test clock moves it too, which is no other one. */
const REFERENCE = sql`invoices.id || '/' || to_char(due_date + clock_days, 'YYYY-MM-DD')`

/** Invoices after `after` in index order, so that none is read twice. */
function findDue(
  today: Date,
  { kind, afterDays, isOwn }: Reminder,
  { after, ofAccount, isUnpaid }: { after: DueInvoice | null; ofAccount: string | null; isUnpaid: boolean },
): Promise<DueInvoice[]> {
  const within = ofAccount === null ? noSql : sql`AND account_id = ${ofAccount}::uuid`
  // What is due today or was yesterday is no more due soon.
  const isEarly = afterDays < 0 ? sql`AND due_date > ${today}::date` : noSql
  const own = sql`reminders -> ${kind}::text`
  const ofVendors = isOwn
    ? sql`(${own} ->> 'isOn')::boolean AND (${own} ->> 'days')::int = ${Math.abs(afterDays)}::int`
    : sql`reminders IS NULL`
  // Each branch has a partial index of invoices by due date. Before the due date, only one whose date the vendor has moved is
  // unpaid.
  const statuses = isUnpaid ? sql`invoices.status = 'UNPAID'` : sql`invoices.status IN ('CREATED', 'FAILED')`
  const position = after
    ? sql`AND (due_date, account_id, invoices.id)
                   > (${after.dueDate}::date, ${after.accountId}::uuid, ${after.id}::uuid)`
    : noSql
  return database().$queryRaw<DueInvoice[]>`
    SELECT due_date AS "dueDate", account_id AS "accountId", invoices.id, ${REFERENCE} AS reference,
           ${own} ->> 'message' AS message
      FROM invoices
      JOIN accounts ON accounts.id = account_id
      JOIN vendors ON vendors.id = accounts.vendor_id
     WHERE ${statuses} AND ${ofVendors} ${position} ${within}
       AND due_date BETWEEN ${today}::date - ${afterDays}::int - ${LATEST_DAYS}::int
                        AND ${today}::date - ${afterDays}::int
       ${isEarly}
       AND invoices.created_at < due_date + clock_days + ${afterDays}::int
       AND vendors.banned_at IS NULL AND NOT reminders_off AND uncollectible_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM mail_messages mail
            WHERE mail.owner_id = account_id AND mail.kind = ${kind}::mail_kind
              AND mail.reference = ${REFERENCE})
     ORDER BY due_date, account_id, invoices.id LIMIT ${BATCH}`
}
