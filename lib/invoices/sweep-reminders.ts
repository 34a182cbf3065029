import { database, noSql, sql } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailReminder, type ReminderKind } from '@/lib/mail/invoice-mail'
import { findInvoice } from './invoice'

const BATCH = 200

/** Days from the due date. Each branch of statuses has a partial index of invoices by due date. */
const REMINDERS: { kind: ReminderKind; afterDays: number; isUnpaid: boolean }[] = [
  { kind: 'reminder_due_soon', afterDays: -3, isUnpaid: false },
  // It was overdue before the vendor moved its due date.
  { kind: 'reminder_due_soon', afterDays: -3, isUnpaid: true },
  { kind: 'reminder_overdue', afterDays: 1, isUnpaid: true },
  { kind: 'reminder_long_overdue', afterDays: 7, isUnpaid: true },
]

/** A missed reminder is sent up to this many days later, then skipped. */
const LATEST_DAYS = 2

/**
 * Creates the reminders due on `today`, midnight UTC: three days before the due date, and one and seven days
 * after. Returns how many were created. An invoice whose reminders are off, or that is uncollectible, gets none.
 * However often it is called, and by however many at once, an invoice gets each reminder once for a due date, and none
 * whose day had passed when it was created. A banned vendor's buyers get none, because they could not pay.
 */
export async function sweepReminders(today: Date, ofAccount: string | null = null): Promise<number> {
  let count = 0
  for (const reminder of REMINDERS) {
    let after: DueInvoice | null = null
    do {
      const rows: DueInvoice[] = await findDue(today, reminder, { after, ofAccount })
      for (const invoice of rows) if (await remind(invoice, reminder.kind)) count += 1
      after = rows.length < BATCH ? null : (rows.at(-1) ?? null)
    } while (after)
  }
  return count
}

function remind({ accountId, id, dueDate, reference }: DueInvoice, kind: ReminderKind): Promise<boolean> {
  return inOrmTransaction(async (tx) => {
    const invoice = await findInvoice(tx, accountId, id)
    // It may have been paid, voided or given another due date since it was found.
    const isOver = invoice.status === 'PAID' || invoice.status === 'VOIDED'
    const isMoved = invoice.dueDate.getTime() !== dueDate.getTime()
    return !isOver && !isMoved && mailReminder(tx, invoice, kind, reference)
  })
}

type DueInvoice = { dueDate: Date; accountId: string; id: string; reference: string }

/** One for each due date that the vendor sets: the test clock moves it too, which is no other one. */
const REFERENCE = sql`invoices.id || '/' || to_char(due_date + clock_days, 'YYYY-MM-DD')`

/** Invoices after `after` in index order, so that none is read twice. */
function findDue(
  today: Date,
  { kind, afterDays, isUnpaid }: (typeof REMINDERS)[number],
  { after, ofAccount }: { after: DueInvoice | null; ofAccount: string | null },
): Promise<DueInvoice[]> {
  const within = ofAccount === null ? noSql : sql`AND account_id = ${ofAccount}::uuid`
  const statuses = isUnpaid ? sql`invoices.status = 'UNPAID'` : sql`invoices.status IN ('CREATED', 'FAILED')`
  const position = after
    ? sql`AND (due_date, account_id, invoices.id)
                   > (${after.dueDate}::date, ${after.accountId}::uuid, ${after.id}::uuid)`
    : noSql
  return database().$queryRaw<DueInvoice[]>`
    SELECT due_date AS "dueDate", account_id AS "accountId", invoices.id, ${REFERENCE} AS reference
      FROM invoices
      JOIN accounts ON accounts.id = account_id
      JOIN vendors ON vendors.id = accounts.vendor_id
     WHERE ${statuses} ${position} ${within}
       AND due_date BETWEEN ${today}::date - ${afterDays}::int - ${LATEST_DAYS}::int
                        AND ${today}::date - ${afterDays}::int
       AND invoices.created_at < due_date + clock_days + ${afterDays}::int
       AND vendors.banned_at IS NULL AND NOT reminders_off AND uncollectible_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM mail_messages mail
            WHERE mail.owner_id = account_id AND mail.kind = ${kind}::mail_kind
              AND mail.reference = ${REFERENCE})
     ORDER BY due_date, account_id, invoices.id LIMIT ${BATCH}`
}
