import NewInvoiceLoading from '@/app/(dashboard)/invoices/new/loading'

export default function DraftLoading() {
  return <NewInvoiceLoading />
}
