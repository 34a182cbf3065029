import type { InvoiceViewKind } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import { now } from '@/lib/time/clock'
import type { InvoiceRecord } from './invoice'

/**
 * Notes that an invoice's page was opened, or its PDF downloaded, by somebody who is not of the vendor's team: the first time
 * and the last one, and nothing else. Notes nothing once it is paid or voided, or where the vendor wants none of it.
 */
export async function noteView(
  on: Queryable,
  { accountId, id: invoiceId, status }: Pick<InvoiceRecord, 'accountId' | 'id' | 'status'>,
  kind: InvoiceViewKind,
): Promise<void> {
  if (status === 'PAID' || status === 'VOIDED') return
  await writeView(on, { accountId, invoiceId, kind, at: now() })
}

const writeView = statement<
  { accountId: string; invoiceId: string; kind: InvoiceViewKind; at: Date },
  object
>(
  'note_invoice_view',
  `INSERT INTO invoice_views (account_id, invoice_id, kind, first_at, last_at)
   SELECT accounts.id, :invoiceId::uuid, :kind::invoice_view_kind, :at::timestamptz, :at::timestamptz
     FROM accounts JOIN vendors ON vendors.id = accounts.vendor_id
    WHERE accounts.id = :accountId::uuid AND vendors.notes_views
   ON CONFLICT (account_id, invoice_id, kind) DO UPDATE SET last_at = excluded.last_at`,
)
