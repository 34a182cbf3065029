import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { foundDraft } from '@/app/(dashboard)/found-records'
import { DraftSchedule } from '@/components/invoices/draft-schedule'
import { InvoiceForm } from '@/components/invoices/invoice-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { requireVendor } from '@/lib/auth/session'
import { readInvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatIsoDate } from '@/lib/time/dates'
import { readLiveMode } from '@/lib/vendors/live-mode-view'
import { DraftMode } from './draft-mode'

type DraftPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: DraftPageProps): Promise<Metadata> {
  await requireVendor('invoices.write')
  const { fields } = (await foundDraft((await params).id)).draft
  return { title: fields.customer ? `Draft · ${fields.customer.name}` : 'Draft' }
}

export default async function DraftPage({ params }: DraftPageProps) {
  const vendor = await requireVendor('invoices.write')
  const { draft, account } = await foundDraft((await params).id)
  const { id, version, fields, invoiceId, sendOn, sendRefusal } = draft
  if (invoiceId) redirect(`/invoices/${invoiceId}`)
  const terms = await readInvoiceTerms(account, undefined)
  return (
    <div className="space-y-6">
      <BackLink href="/invoices/drafts">Drafts</BackLink>
      <DraftMode mode={account.mode} />
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
