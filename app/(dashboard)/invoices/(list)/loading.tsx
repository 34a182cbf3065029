import { InvoiceListSkeleton } from '@/components/invoices/invoice-list'

export default function InvoicesLoading() {
  return <InvoiceListSkeleton />
}
