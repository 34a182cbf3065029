'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { DraftMenu } from './draft-menu'
import type { OpenDraft } from './draft-queries'
import { InvoiceBar } from './invoice-bar'
import { InvoiceMoreCard } from './invoice-more-card'
import { InvoicePaper } from './invoice-paper'
import { PhonePreview, type PreviewName, PreviewTabs } from './preview-tabs'
import { newestOf, SavingFailure, SavingStatus, useSelfSavingDraft } from './self-saving-draft'
import { useInvoiceForm } from './use-invoice-form'

type InvoiceFormProps = {
  terms: InvoiceTerms
  draft: OpenDraft
  /** The saved form; without it the invoice is new. */
  savedFields?: InvoiceFields
}

/** Names the form to the button, which stands outside it. */
const FORM_ID = 'invoice'

/** The page of an invoice that is being written, on its own paper: it saves itself as a draft. */
export function InvoiceForm({ terms, draft: pageDraft, savedFields: pageFields }: InvoiceFormProps) {
  const [{ draft, fields: savedFields }] = useState(() => newestOf(pageDraft, pageFields))
  const [view, setView] = useState<'edit' | PreviewName>('edit')
  const [isLeaving, setLeaving] = useState(false)
  const router = useRouter()
  const isHydrated = useHydrated()
  const isWide = useWideScreen()
  const form = useInvoiceForm(terms, savedFields)
  const { saving, version, saveNow, hold, resume, end } = useSelfSavingDraft(terms.mode, form, draft)

  const leaveForReview = useSingleFlight(async () => {
    setLeaving(true)
    if (await saveNow()) router.push(`/invoices/drafts/${draft.id}/review`)
    else setLeaving(false)
  })
  // The first field with a fault gets the focus, which is on the paper.
  const review = form.handleSubmit(leaveForReview, () => flushSync(() => setView('edit')))
  const press = (event: KeyboardEvent) => {
    // React also tells of keys in the menu and its dialogs, which stand elsewhere in the page.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    review()
  }
  const open = (next: 'edit' | PreviewName) => {
    // Previews are made from the saved draft.
    if (next !== 'edit') saveNow()
    setView(next)
  }

  const isSaved = savedFields !== undefined || saving.status !== 'untouched'
  return (
    <div data-wide className="space-y-6" onKeyDownCapture={press}>
      <PageHeader
        title={savedFields?.customer ? `Invoice for ${savedFields.customer.name}` : 'New invoice'}
        badge={
          <>
            {isSaved && <Badge tone="neutral">Draft</Badge>}
            <SavingStatus saving={saving} />
          </>
        }
        action={isSaved && <DraftMenu mode={terms.mode} id={draft.id} saves={{ hold, resume, end }} />}
      />
      <PreviewTabs
        terms={terms}
        form={form}
        draft={{ id: draft.id, version }}
        isSaving={saving.status === 'waiting' || saving.status === 'saving'}
        view={view}
        onView={open}
      >
        <div className="grid items-start gap-8 min-[100rem]:grid-cols-[minmax(0,1fr)_24.375rem]">
          <form id={FORM_ID} method="post" noValidate onSubmit={review} className="min-w-0 space-y-6">
            <InvoicePaper form={form} terms={terms} />
            <InvoiceMoreCard form={form} />
          </form>
          {isWide && (
            <aside aria-label="Preview" className="sticky top-28">
              <PhonePreview form={form} terms={terms} />
            </aside>
          )}
        </div>
      </PreviewTabs>
      <InvoiceBar form={form} terms={terms} notices={<SavingFailure saving={saving} saveNow={saveNow} />}>
        <Button type="submit" form={FORM_ID} pending={isLeaving} disabled={!isHydrated}>
          Review and send
        </Button>
      </InvoiceBar>
    </div>
  )
}

const WIDE = '(min-width: 100rem)'

/** True where the customer's page has room beside the paper; false on the server. */
function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
