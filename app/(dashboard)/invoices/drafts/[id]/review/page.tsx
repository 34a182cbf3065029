import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { foundDraft } from '@/app/(dashboard)/found-records'
import { DraftReview } from '@/components/invoices/draft-review'
import { DraftSchedule } from '@/components/invoices/draft-schedule'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { requireVendor } from '@/lib/auth/session'
import { refusalFrom } from '@/lib/http/refusals'
import { faultOfDraft, previewMail } from '@/lib/invoices/draft-preview'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import { readInvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import { DraftMode } from '../draft-mode'

export const metadata: Metadata = { title: 'Review and send' }

type ReviewPageProps = { params: Promise<{ id: string }> }

/** Shows what the customer will get, and sends it. */
export default async function ReviewPage({ params }: ReviewPageProps) {
  await requireVendor('invoices.write')
  const { draft, account } = await foundDraft((await params).id)
  const { id, version, fields, invoiceId, sendOn, sendRefusal } = draft
  if (invoiceId) redirect(`/invoices/${invoiceId}`)
  const path = `/invoices/drafts/${id}`
  const preview = await previewOf(account, fields)
  const terms = await readInvoiceTerms(account, undefined)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={path}>Back to the draft</BackLink>
        <PageHeader title="Review and send" />
      </div>
      <DraftMode mode={account.mode} />
      {'refusal' in preview ? (
        <Notice kind="warning" title="This invoice can’t be sent yet">
          {preview.refusal}
        </Notice>
      ) : (
        <>
          <DraftSchedule
            mode={terms.mode}
            id={id}
            sendOn={sendOn && formatIsoDate(sendOn)}
            refusal={sendRefusal}
          />
          <DraftReview
            terms={terms}
            draft={{ id, version }}
            savedFields={fields}
            preview={preview}
            sendOn={sendOn && formatIsoDate(sendOn)}
          />
        </>
      )}
    </div>
  )
}

async function previewOf(account: Account, fields: InvoiceFields) {
  const fault = faultOfDraft(fields)
  if (fault !== null) return { refusal: fault }
  try {
    return await previewMail(account, fields)
  } catch (error) {
    const refusal = refusalFrom(error)
    if (!refusal) throw error
    return { refusal: refusal.message }
  }
}
