import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { InvoiceForm } from '@/components/invoices/invoice-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { newId } from '@/lib/ids'
import { readInvoiceTerms } from '@/lib/invoices/invoice-terms'
import { readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'New invoice' }

type NewInvoicePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NewInvoicePage({ searchParams }: NewInvoicePageProps) {
  const vendor = await requireVendor('invoices.write')
  const { customer, draft, to } = await searchParams
  // The form has saved itself under this id.
  if (typeof draft === 'string') redirect(`/invoices/drafts/${encodeURIComponent(draft)}`)
  const named = typeof customer === 'string' ? customer : undefined
  const terms = await readInvoiceTerms(await currentAccount(), named)
  // An invoice to oneself, to see what customers get. In test mode, only this address gets mail.
  const { email } = terms.preview.vendor
  const self = to === 'me' && terms.mode === 'test' ? { id: null, email, name: email } : null
  return (
    <div className="space-y-6">
      <BackLink href="/invoices">Invoices</BackLink>
      {!vendor.isBanned && terms.isModeAvailable ? (
        <InvoiceForm
          key={terms.mode}
          terms={{ ...terms, customer: terms.customer ?? self }}
          draft={{ id: newId(), version: 0 }}
        />
      ) : (
        <>
          <PageHeader title="New invoice" />
          {vendor.isBanned ? (
            <Notice kind="warning">Invoices can’t be created while the account is banned.</Notice>
          ) : (
            // Not the form: a vendor would learn only at its end that it can't be sent.
            <LiveModeSteps liveMode={await readLiveMode(vendor.id, terms.mode)} />
          )}
        </>
      )}
    </div>
  )
}
