import type { InvoiceRow } from '@/lib/api/dashboard/present-invoice-row'
import { Badge, type Tone } from '../ui/badge'

const TONES: Record<InvoiceRow['status'], Tone> = {
  CREATED: 'accent',
  PAID: 'success',
  UNPAID: 'warning',
  FAILED: 'danger',
}

export function InvoiceStatusBadge({ invoice }: { invoice: Pick<InvoiceRow, 'status' | 'statusLabel'> }) {
  return <Badge tone={TONES[invoice.status]}>{invoice.statusLabel}</Badge>
}
