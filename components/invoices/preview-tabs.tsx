'use client'

import * as Tabs from '@radix-ui/react-tabs'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { failureMessage } from '@/components/browser/request'
import { buttonStyle } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { DraftPreview } from '@/lib/invoices/draft-preview'
import { faultOf } from '@/lib/invoices/invoice-fields'
import { draftPreviewQuery, type OpenDraft } from './draft-queries'
import { exponentsOf, type InvoiceFormProps } from './use-invoice-form'

/** The tabs that show the invoice as the customer gets it. */
export type PreviewName = 'email' | 'pdf' | 'phone'

const PREVIEWS: { value: PreviewName; label: string }[] = [
  { value: 'email', label: 'Email' },
  { value: 'pdf', label: 'PDF' },
  { value: 'phone', label: 'Phone' },
]

/** Not part of a page's first script: it has the words of every language. */
export const PhonePreview = dynamic(() => import('./phone-preview').then((module) => module.PhonePreview), {
  ssr: false,
  loading: () => <Skeleton className="mx-auto h-96 max-w-[24.375rem] rounded-2xl" />,
})

type PreviewTabsProps<View> = InvoiceFormProps & {
  /** As it is saved. */
  draft: OpenDraft
  /** True while what is typed is not saved yet. */
  isSaving: boolean
  /** The email of `draft`, if the page came with it. */
  preview?: DraftPreview | undefined
  view: View
  onView: (view: View) => void
  /** The editor, as the first tab. */
  children?: ReactNode
}

/** The email, the PDF and the payment page as the customer will get them, each a tab. Their links lead nowhere yet. */
export function PreviewTabs<View extends 'edit' | PreviewName>(props: PreviewTabsProps<View>) {
  const { form, terms, draft, isSaving, preview, view, onView, children } = props
  const tabs = [...(children ? [{ value: 'edit', label: 'Edit' }] : []), ...PREVIEWS]
  return (
    <Tabs.Root value={view} onValueChange={(value) => onView(value as View)}>
      <Tabs.List aria-label="Views of the invoice" className="mb-4 inline-flex rounded-lg bg-muted p-0.5">
        {tabs.map(({ value, label }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            // A click from before the page was alive is repeated as a click alone.
            onClick={() => onView(value as View)}
            className={classNames(
              'min-h-8 rounded-md px-3 text-[0.8125rem] text-muted-foreground hover:text-foreground',
              'data-[state=active]:bg-surface data-[state=active]:font-medium data-[state=active]:text-foreground data-[state=active]:shadow-card',
            )}
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {children && (
        <Tabs.Content value="edit" forceMount tabIndex={-1} className="data-[state=inactive]:hidden">
          {children}
        </Tabs.Content>
      )}
      {PREVIEWS.map(({ value }) => (
        <Tabs.Content key={value} value={value} tabIndex={-1}>
          {value === 'phone' ? (
            <PhonePreview form={form} terms={terms} />
          ) : (
            <SavedPreview
              form={form}
              terms={terms}
              draft={draft}
              isSaving={isSaving}
              preview={preview}
              name={value}
            />
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

type SavedPreviewProps = Omit<PreviewTabsProps<never>, 'view' | 'onView' | 'preview'> & {
  preview: DraftPreview | undefined
  name: 'email' | 'pdf'
}

/** The email or the PDF, which the server makes from the saved draft. */
function SavedPreview({ form, terms, draft, isSaving, preview, name }: SavedPreviewProps) {
  const fault = faultOf(form.watch(), exponentsOf(terms))
  const { data, error } = useQuery({
    ...draftPreviewQuery(terms.mode, draft, terms.fee),
    enabled: fault === null && draft.version > 0 && !isSaving,
    ...(preview ? { initialData: preview } : {}),
  })
  const refusal = fault ?? (error && failureMessage(error))
  if (refusal) {
    return (
      <Notice kind="warning" title="Not ready to be sent">
        {refusal}
      </Notice>
    )
  }
  if (!data) return <Skeleton className="h-[44rem] rounded-xl" />
  const pdfPath = `/api/dashboard/invoice-drafts/${draft.id}/invoice.pdf?mode=${terms.mode}`
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 sm:px-5">
        <p className="wrap-anywhere min-w-0">
          {name === 'email' ? (
            <>
              <span className="font-medium">{data.subject}</span>
              <span className="block text-[0.8125rem] text-muted-foreground">To {data.recipient}</span>
            </>
          ) : (
            <span className="text-muted-foreground">What your customer downloads</span>
          )}
        </p>
        {name === 'pdf' && (
          <a
            href={pdfPath}
            target="_blank"
            rel="noopener"
            className={buttonStyle({ variant: 'secondary', size: 'small' })}
          >
            <FileText aria-hidden className="size-4" />
            Open PDF
            <span className="sr-only"> in a new tab</span>
          </a>
        )}
      </div>
      {name === 'email' ? (
        // No scripts, no forms and no access to our origin; its links are of an invoice that is none yet.
        <iframe
          title={data.subject}
          srcDoc={data.html}
          sandbox=""
          className="block h-[48rem] w-full bg-white sm:h-[44rem]"
        />
      ) : navigator.pdfViewerEnabled ? (
        <iframe
          key={`${draft.version} ${Object.values(terms.fee).join(' ')}`}
          title="PDF"
          src={`${pdfPath}#navpanes=0&view=FitH`}
          className="block h-[60rem] max-h-dvh w-full"
        />
      ) : (
        <p className="px-4 py-10 text-center text-muted-foreground sm:px-5">
          This browser can’t show a PDF in a page.
        </p>
      )}
    </Card>
  )
}
