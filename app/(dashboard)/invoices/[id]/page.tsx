import type { Metadata } from 'next'
import { foundInvoice } from '@/app/(dashboard)/found-records'
import { InvoiceDetails } from '@/components/invoices/invoice-details'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type InvoicePageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: InvoicePageProps): Promise<Metadata> {
  const vendor = await requireVendor('read')
  const { number, customerName } = await foundInvoice(vendor.id, (await params).id)
  return { title: `${number} · ${customerName}` }
}

export default async function InvoicePage({ params }: InvoicePageProps) {
  const { id } = await params
  const vendor = await requireVendor('read')
  const invoice = await foundInvoice(vendor.id, id)
  return (
    <InvoiceDetails
      initial={invoice}
      mode={await currentMode()}
      isReadOnly={isReadOnly(vendor, 'invoices.write')}
      mayRefund={!isReadOnly(vendor, 'payouts.write')}
    />
  )
}
