import type { Metadata } from 'next'
import { foundInvoice } from '@/app/(dashboard)/found-records'
import { InvoiceDetails } from '@/components/invoices/invoice-details'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Invoice' }

export default async function InvoicePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor()
  const invoice = await foundInvoice(vendor.id, id)
  return <InvoiceDetails initial={invoice} mode={await currentMode()} isBanned={vendor.isBanned} />
}
