import type { InvoiceStatus, MailKind } from '@/lib/db/generated/enums'
import type { OrmTransaction } from '@/lib/db/transaction'
import { invoiceOfMail } from './invoice-mail'
import type { ClaimedMail } from './send-mail'

const ABOUT_THE_SIGN_IN: ReadonlySet<MailKind> = new Set([
  'password_reset',
  'email_confirmation',
  'security_notice',
  'invitation',
])
const ASKS_FOR_PAYMENT: ReadonlySet<MailKind> = new Set([
  'invoice',
  'invoice_changed',
  'reminder_due_soon',
  'reminder_overdue',
  'reminder_long_overdue',
])

/**
 * Why a due mail must not be sent, in words for the vendor; null if it may. Checked at every attempt, because
 * events may have overtaken the mail while the mail server was unreachable.
 */
export async function reasonToKeep(tx: OrmTransaction, mail: ClaimedMail): Promise<string | null> {
  if (ABOUT_THE_SIGN_IN.has(mail.kind)) return null
  const account = await tx.account.findUniqueOrThrow({
    where: { id: mail.claim.tenantId },
    select: { vendorId: true, vendor: { select: { bannedAt: true } } },
  })
  const owner = await tx.member.findFirstOrThrow({
    where: { vendorId: account.vendorId, role: 'owner' },
    select: { emailConfirmedAt: true },
  })
  if (!owner.emailConfirmedAt) return 'The vendor’s own email address was not confirmed yet'
  if (ASKS_FOR_PAYMENT.has(mail.kind)) {
    if (account.vendor.bannedAt) return 'The vendor account has been banned'
    const status = await statusOfInvoice(tx, mail)
    if (status === 'PAID') return 'The invoice was paid before the mail could be sent'
    if (status === 'VOIDED') return 'The invoice was voided before the mail could be sent'
  }
  if (mail.kind === 'payout' && !(await isPaidOut(tx, mail))) return 'The payout was returned'
  return null
}

async function statusOfInvoice(
  tx: OrmTransaction,
  { claim, reference }: ClaimedMail,
): Promise<InvoiceStatus> {
  const where = { accountId_id: { accountId: claim.tenantId, id: invoiceOfMail(reference) } }
  const { status } = await tx.invoice.findUniqueOrThrow({ where, select: { status: true } })
  return status
}

async function isPaidOut(tx: OrmTransaction, { claim, reference: id }: ClaimedMail): Promise<boolean> {
  const where = { accountId_id: { accountId: claim.tenantId, id } }
  const { status } = await tx.payout.findUniqueOrThrow({ where, select: { status: true } })
  return status === 'PAID'
}
