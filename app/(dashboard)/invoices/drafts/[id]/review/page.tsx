import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { foundDraft } from '@/app/(dashboard)/found-records'
import { DraftSchedule } from '@/components/invoices/draft-schedule'
import { PreviewTabs } from '@/components/invoices/preview-tabs'
import { previewedPage } from '@/components/invoices/previewed-page'
import { SendPanel } from '@/components/invoices/send-panel'
import { InvoiceSummary } from '@/components/pay/invoice-summary'
import { payTextsIn } from '@/components/pay/texts/texts'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { refusalFrom } from '@/lib/http/refusals'
import { faultOfDraft, previewMail } from '@/lib/invoices/draft-preview'
import { DEFAULT_DUE_DAYS, draftAmounts, type InvoiceFields } from '@/lib/invoices/invoice-fields'
import { readInvoiceTerms } from '@/lib/invoices/invoice-terms'
import { exponentOf } from '@/lib/money/currencies'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'

export const metadata: Metadata = { title: 'Review and send' }

type ReviewPageProps = { params: Promise<{ id: string }> }

/** Shows what the customer will get, and sends it. */
export default async function ReviewPage({ params }: ReviewPageProps) {
  await requireVendor('invoices.write')
  const { id, version, fields, invoiceId, sendOn, sendRefusal } = await foundDraft((await params).id)
  if (invoiceId) redirect(`/invoices/${invoiceId}`)
  const account = await currentAccount()
  const path = `/invoices/drafts/${id}`
  const preview = await previewOf(account, fields)
  const terms = await readInvoiceTerms(account, undefined)
  const due = fields.dueDate || formatIsoDate(dayIn(account.zone, now(), DEFAULT_DUE_DAYS))
  const exponent = exponentOf(fields.currency)
  const page = previewedPage(
    terms,
    { ...fields, dueDate: due },
    draftAmounts(fields, exponent, account.fees),
    exponent,
  )
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={path}>Back to the draft</BackLink>
        <PageHeader title="Review and send" />
      </div>
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
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <PreviewTabs
              subject={preview.subject}
              html={preview.html}
              pdfPath={`/api/dashboard/invoice-drafts/${id}/invoice.pdf?mode=${terms.mode}`}
            >
              <InvoiceSummary page={page} locale={preview.locale} texts={payTextsIn(preview.locale)} />
            </PreviewTabs>
            <SendPanel
              mode={terms.mode}
              draft={{ id, version }}
              savedFields={fields}
              recipient={preview.recipient}
              keptBecause={preview.keptBecause}
              sendOn={sendOn && formatIsoDate(sendOn)}
            />
          </div>
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
