import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { totalMinor } from '@/lib/domain/invoices/invoice-snapshot'
import { formatMajor } from '@/lib/money'
import { issueInvoice } from '../issue-invoice'
import { runIdempotently } from '../v2/idempotent'
import { parseInvoice } from '../v2/parse-invoice'
import { sessionWrite } from './session-operation'

/** Makes an invoice from the fields that the API takes; the form sends an Idempotency-Key of its own. */
export const createInvoice = sessionWrite('/api/dashboard/invoices', async (call) => {
  const { vendor, account, address, body } = call
  const draft = parseInvoice(body)
  return runIdempotently(call, body, account, false, (commit) =>
    issueInvoice(account, draft, commit, async (tx, invoice) => {
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'invoice.created',
        subjectId: invoice.id,
        detail: `${formatMajor(totalMinor(invoice), invoice.currency)} ${invoice.currency} for ${invoice.email}`,
        address,
      })
      return { status: 201, body: { id: invoice.id } }
    }),
  )
})
