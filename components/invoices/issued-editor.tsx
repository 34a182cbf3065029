'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage, RequestFailure } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useDialogAction, useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { ModeBadge } from '@/components/ui/badge'
import { Button, buttonStyle } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import {
  type InvoiceFields,
  issuedFieldsOf,
  issuedInvoiceForm,
  NEW_INVOICE,
} from '@/lib/invoices/invoice-fields'
import type { IssuedForm, IssuedPaperView } from '@/lib/invoices/issued-paper'
import type { EInvoiceView } from '@/lib/payments/invoice-dashboard'
import type { InvoiceView } from '@/lib/payments/queries'
import { SumBar } from './invoice-bar'
import { InvoiceMoreCard } from './invoice-more-card'
import { eInvoiceQuery, invoiceQuery, issuedFormQuery, useChangeInvoice } from './invoice-queries'
import { InvoiceStatusBadge } from './invoice-table'
import { changesOf, editsOf, isCustomerAddressReplaced } from './issued-changes'
import { type FixedPart, IssuedPaper } from './issued-paper'

const SaveChangesDialog = lateDialog(() =>
  import('./save-changes-dialog').then((module) => module.SaveChangesDialog),
)
const FixedPartDialog = lateDialog(() =>
  import('./fixed-part-dialog').then((module) => module.FixedPartDialog),
)

type IssuedEditorProps = {
  initial: InvoiceView
  paper: IssuedPaperView
  /** The id of the draft that takes the invoice's place if it is voided and duplicated. */
  newDraftId: string
  mayRefund: boolean
}

/** Names the form to the button, which stands outside it. */
const FORM_ID = 'issued-invoice'

/** The page on which an issued invoice is edited, on its own paper: nothing is saved before it was looked at. */
export function IssuedEditor({ initial, paper, newDraftId, mayRefund }: IssuedEditorProps) {
  const { mode, id } = initial
  const path = `/invoices/${id}`
  const { data: invoice } = useQuery({ ...invoiceQuery(mode, id), initialData: initial })
  const isOver = invoice.status === 'PAID' || invoice.status === 'VOIDED'
  /** The version that the changes are made to. */
  const [version, setVersion] = useState<IssuedForm>({ revision: paper.revision, fields: paper.fields })
  const [draftId] = useState(newDraftId)
  const [dialog, setDialog] = useState<'save' | FixedPart | null>(null)
  /** Why the changes are not saved, and why the latest version is not shown: in sentences. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const client = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const save = useChangeInvoice(mode, id)
  const form = useForm<InvoiceFields>({
    resolver: schemaResolver(issuedInvoiceForm),
    defaultValues: { ...NEW_INVOICE, ...version.fields },
  })
  const fields = issuedFieldsOf(form.watch())
  const changes = changesOf(version.fields, fields)
  const replacesAddress = isCustomerAddressReplaced(changes)
  const eInvoice = useQuery({ ...eInvoiceQuery(mode, id), enabled: replacesAddress })
  useUnsavedGuard(changes.length > 0 && !isDone)

  const review = form.handleSubmit(() => {
    setRefusal(null)
    save.reset()
    if (isOver) return
    if (changes.length === 0) router.push(path)
    else setDialog('save')
  })
  const confirm = useDialogAction(async (mailsCustomer: boolean) => {
    try {
      const { keptBecause } = await save.mutateAsync({
        revision: version.revision,
        edits: editsOf(changes),
        mailsCustomer,
      })
      setDone(true)
      toast(keptBecause ? `Changes saved, email kept in the mailbox: ${keptBecause}` : 'Changes saved')
      router.replace(path)
    } catch (error) {
      if (!(error instanceof RequestFailure && error.code === 'invoice_changed')) throw error
      setDialog(null)
      setRefusal(`${failureMessage(error)}. What you typed is still here.`)
    }
  })
  /** Loads the latest version into the form and keeps the fields that were edited here. */
  const showLatest = useSingleFlight(async () => {
    try {
      // Fails without a network, where a query would wait for it.
      const latest = await client.fetchQuery({ ...issuedFormQuery(mode, id), networkMode: 'always' })
      const edits = changesOf(version.fields, issuedFieldsOf(form.getValues()))
      form.reset({ ...NEW_INVOICE, ...latest.fields })
      for (const { name, now } of edits) form.setValue(name, now, { shouldDirty: true })
      setVersion(latest)
      setRefusal(null)
      // The button is gone.
      form.setFocus(edits[0]?.name ?? 'billingAddress')
      toast('Latest version shown')
    } catch (error) {
      // Not in a toast, which may not load without a network.
      setRefusal(failureMessage(error))
    }
  })
  const press = (event: KeyboardEvent) => {
    // React also tells of keys in the dialogs, which stand elsewhere in the page.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down must not confirm the dialog that it opens.
    if (!event.repeat) review()
  }

  const close = () => setDialog(null)
  return (
    <div data-wide className="space-y-6" onKeyDownCapture={press}>
      <PageHeader
        title={`Edit ${invoice.number}`}
        badge={
          <>
            <span role="status" className="inline-flex">
              <InvoiceStatusBadge invoice={invoice} />
            </span>
            <ModeBadge mode={invoice.mode} />
          </>
        }
      />
      {isOver && !isDone && dialog === null && (
        <Notice kind="warning" role="status">
          {invoice.status === 'PAID'
            ? 'This invoice has been paid, so it can’t be edited any more.'
            : 'This invoice was voided, so it can’t be edited any more.'}
        </Notice>
      )}
      <form id={FORM_ID} method="post" noValidate onSubmit={review} className="min-w-0 space-y-6">
        <IssuedPaper form={form} invoice={invoice} paper={paper} onSelect={setDialog} />
        <InvoiceMoreCard form={form} isIssued />
      </form>
      <SumBar
        total={invoice.paidSoFar ? invoice.amountDue : invoice.total}
        received={invoice.paidSoFar ? null : (invoice.vendorFee?.received ?? invoice.base)}
        notices={
          refusal && (
            <Notice kind="danger" role="alert" title="Changes not saved">
              <p>{refusal}</p>
              <Button variant="secondary" size="small" className="mt-2" onClick={() => showLatest()}>
                Show the latest version
              </Button>
            </Notice>
          )
        }
      >
        <Link href={path} className={buttonStyle({ variant: 'secondary' })}>
          Cancel
        </Link>
        {!isOver && (
          <Button type="submit" form={FORM_ID} pending={isDone} disabled={!isHydrated}>
            Save changes
          </Button>
        )}
      </SumBar>
      {dialog === 'save' && (
        <SaveChangesDialog
          invoice={invoice}
          changes={changes}
          // Also where it can't be known.
          endsEInvoice={replacesAddress && (eInvoice.isError || isEInvoice(eInvoice.data))}
          pending={save.isPending || save.isSuccess || eInvoice.isLoading}
          error={save.error && failureMessage(save.error)}
          onClose={close}
          onSave={confirm}
        />
      )}
      {dialog && dialog !== 'save' && (
        <FixedPartDialog
          part={dialog}
          invoice={invoice}
          edits={editsOf(changes)}
          draftId={draftId}
          mayRefund={mayRefund}
          onClose={close}
          onDuplicate={(draft) => {
            setDone(true)
            toast('Invoice voided, draft created')
            router.replace(`/invoices/drafts/${draft}`)
          }}
        />
      )}
    </div>
  )
}

function isEInvoice(view: EInvoiceView | undefined): boolean {
  const paper = view?.documents.find(({ refund }) => refund === null)
  return paper?.standards.some(({ standard, gaps }) => standard === 'en16931' && gaps.length === 0) ?? false
}
