import type { MailKind, Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { entriesOf } from '../ledger/entries-of'
import { WITH_ITEMS } from './invoice-snapshot'

/** Mail to the buyer that names the invoice as its cause. */
const MAIL_KINDS: MailKind[] = [
  'invoice',
  'reminder_due_soon',
  'reminder_overdue',
  'reminder_long_overdue',
  'receipt',
]

/** The latest of what there may be many of: attempts to pay, and events. */
const MOST = 100

export type InvoiceDetails = NonNullable<Awaited<ReturnType<typeof findInvoiceDetails>>>

/** A vendor's invoice with all that has happened to it, in whichever mode it is; null for any other. */
export async function findInvoiceDetails(tx: Transaction, vendorId: string, invoiceId: string) {
  const account = isId(invoiceId) ? await accountOfInvoice(tx, vendorId, invoiceId) : null
  if (!account) return null
  const accountId = account.id
  const [invoice, payments, events, mails, entries] = await Promise.all([
    tx.invoice.findUniqueOrThrow({
      where: { accountId_id: { accountId, id: invoiceId } },
      include: {
        ...WITH_ITEMS,
        customer: { select: { name: true } },
        statusChanges: { orderBy: { sequence: 'asc' } },
      },
    }),
    tx.payment.findMany({ where: { accountId, invoiceId }, orderBy: { id: 'desc' }, take: MOST }),
    tx.webhookEvent.findMany({
      where: { accountId, invoiceId },
      include: { attempts: { orderBy: { number: 'desc' }, take: 1 } },
      orderBy: { sequence: 'desc' },
      take: MOST,
    }),
    tx.mailMessage.findMany({
      where: { ownerId: accountId, kind: { in: MAIL_KINDS }, reference: invoiceId },
      select: {
        id: true,
        kind: true,
        recipient: true,
        status: true,
        note: true,
        createdAt: true,
        sentAt: true,
      },
    }),
    entriesOf(tx, accountId, invoiceId),
  ])
  return { account, invoice, payments, events, mails, entries }
}

async function accountOfInvoice(
  tx: Transaction,
  vendorId: string,
  invoiceId: string,
): Promise<{ id: string; mode: Mode } | null> {
  const accounts = await tx.account.findMany({ where: { vendorId }, select: { id: true, mode: true } })
  for (const account of accounts) {
    const where = { accountId_id: { accountId: account.id, id: invoiceId } }
    if (await tx.invoice.findUnique({ where, select: { id: true } })) return account
  }
  return null
}
