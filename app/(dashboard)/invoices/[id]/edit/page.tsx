import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { foundInvoice } from '@/app/(dashboard)/found-records'
import { IssuedEditor } from '@/components/invoices/issued-editor'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { newId } from '@/lib/ids'
import { readIssuedPaper } from '@/lib/invoices/issued-paper'

type EditInvoicePageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: EditInvoicePageProps): Promise<Metadata> {
  const vendor = await requireVendor('invoices.write')
  const { number } = await foundInvoice(vendor.id, (await params).id)
  return { title: `Edit ${number}` }
}

export default async function EditInvoicePage({ params }: EditInvoicePageProps) {
  const vendor = await requireVendor('invoices.write')
  const invoice = await foundInvoice(vendor.id, (await params).id)
  const { id, number, mode, status } = invoice
  const path = `/invoices/${id}`
  if (status === 'PAID' || status === 'VOIDED') redirect(path)
  const dashboardMode = await currentMode()
  const paper = (await readIssuedPaper(vendor.id, id)) ?? notFound()
  return (
    <div className="space-y-6">
      <BackLink href={path}>{`Invoice ${number}`}</BackLink>
      {mode !== dashboardMode && (
        <Notice kind="info">
          This invoice is in {mode} mode, but the dashboard is in {dashboardMode} mode.
        </Notice>
      )}
      {vendor.isBanned ? (
        <>
          <PageHeader title={`Edit ${number}`} />
          <Notice kind="warning">Invoices can’t be changed while the account is banned.</Notice>
        </>
      ) : (
        <IssuedEditor
          key={id}
          initial={invoice}
          paper={paper}
          newDraftId={newId()}
          mayRefund={!isReadOnly(vendor, 'payouts.write')}
        />
      )}
    </div>
  )
}
