import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { findInvoiceAccount } from '@/lib/invoices/invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { vendorOfAccount } from '@/lib/vendors/account'
import { type Commands, operatorOf, recordInstanceEvent, UsageError } from './command'

export const invoiceCommands: Commands<'invoice'> = {
  'invoice mark-paid': {
    async run(flags) {
      const invoiceId = flags.invoice ?? ''
      const accountId = await findInvoiceAccount(database(), invoiceId)
      const vendorId = await vendorOfAccount(database(), accountId)
      await inTransaction(async (tx) => {
        await recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test'))
        await recordAuditEvent(tx, {
          vendorId,
          accountId,
          operator: operatorOf(flags),
          action: 'invoice.marked_paid',
          subjectId: invoiceId,
        })
      })
      return { output: { invoice_id: invoiceId, status: 'Paid' } }
    },
  },
  'invoice sweep-overdue': {
    async run(flags) {
      const today = flags['as-of'] ? parseIsoDate(flags['as-of']) : dayAfter(now(), 0)
      if (!today) throw new UsageError('--as-of must be a date: YYYY-MM-DD')
      const changed = await sweepOverdue(today)
      const detail = `${formatIsoDate(today)}: ${changed}`
      await recordInstanceEvent(database(), flags, { action: 'invoice.swept', detail })
      return { output: { changed } }
    },
  },
}
