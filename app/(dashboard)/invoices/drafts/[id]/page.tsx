import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { foundDraft } from '@/app/(dashboard)/found-records'
import { DraftSchedule } from '@/components/invoices/draft-schedule'
import { InvoiceForm } from '@/components/invoices/invoice-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readInvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatIsoDate } from '@/lib/time/dates'
import { readLiveMode } from '@/lib/vendors/live-mode-view'

type DraftPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: DraftPageProps): Promise<Metadata> {
  await requireVendor('invoices.write')
  const { fields } = await foundDraft((await params).id)
  return { title: fields.customer ? `Draft · ${fields.customer.name}` : 'Draft' }
}

export default async function DraftPage({ params }: DraftPageProps) {
  const vendor = await requireVendor('invoices.write')
  const { id, version, fields, invoiceId, sendOn, sendRefusal } = await foundDraft((await params).id)
  if (invoiceId) redirect(`/invoices/${invoiceId}`)
  const terms = await readInvoiceTerms(await currentAccount(), undefined)
  return (
    <div className="space-y-6">
      <BackLink href="/invoices/drafts">Drafts</BackLink>
      <DraftSchedule
        mode={terms.mode}
        id={id}
        sendOn={sendOn && formatIsoDate(sendOn)}
        refusal={sendRefusal}
      />
      {!vendor.isBanned && terms.isModeAvailable ? (
        <InvoiceForm key={`${terms.mode} ${id}`} terms={terms} draft={{ id, version }} savedFields={fields} />
      ) : (
        <>
          <PageHeader title={fields.customer ? `Invoice for ${fields.customer.name}` : 'New invoice'} />
          {vendor.isBanned ? (
            <Notice kind="warning">Invoices can’t be created while the account is banned.</Notice>
          ) : (
            <LiveModeSteps liveMode={await readLiveMode(vendor.id, terms.mode)} />
          )}
        </>
      )}
    </div>
  )
}
