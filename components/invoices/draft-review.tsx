'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage, RequestFailure } from '@/components/browser/request'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, Radio, TextArea } from '@/components/ui/field'
import { Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { useDayFromToday } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import { COPIES_FAULT, copiesText, MAX_COPIES } from '@/lib/customers/copy-emails'
import { parseCopies } from '@/lib/customers/customer-fields'
import type { DraftPreview } from '@/lib/invoices/draft-preview'
import { type InvoiceFields, MESSAGE_LENGTH } from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { type OpenDraft, useScheduleDraft, useSendDraft } from './draft-queries'
import { Line } from './invoice-totals'
import { type PreviewName, PreviewTabs } from './preview-tabs'
import { newestOf, SavingFailure, SavingStatus, useSelfSavingDraft } from './self-saving-draft'

type DraftReviewProps = {
  terms: InvoiceTerms
  draft: OpenDraft
  savedFields: InvoiceFields
  /** Of `draft`. */
  preview: DraftPreview
  /** The day for which it is scheduled already, `YYYY-MM-DD`. */
  sendOn: string | null
}

/** Previews of the email, the PDF and the payment page, beside the form that sends the invoice. */
export function DraftReview(props: DraftReviewProps) {
  const { terms, preview, sendOn } = props
  const { mode } = terms
  const { recipient, keptBecause, total, income } = preview
  const [view, setView] = useState<PreviewName>('email')
  const [{ draft, fields: savedFields }] = useState(() => newestOf(props.draft, props.savedFields))
  const [when, setWhen] = useState<'now' | 'later'>(sendOn === null ? 'now' : 'later')
  const [day, setDay] = useState(sendOn ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const dayIn = useDayFromToday()
  const send = useSendDraft(mode)
  const schedule = useScheduleDraft(mode)
  // The addresses on this page get the copies, even if the customer is changed meanwhile.
  const copies = savedFields.copies ?? copiesText(preview.copyEmails)
  const form = useForm<InvoiceFields>({ defaultValues: { ...savedFields, copies } })
  const { saving, version, saveNow, hold, resume, end } = useSelfSavingDraft(mode, form, draft)
  const { errors } = form.formState

  const submit = useSingleFlight(async (fields: InvoiceFields) => {
    setRefusal(null)
    try {
      const written = { draft: await hold(), fields }
      if (when === 'later') {
        await schedule.mutateAsync({ ...written, sendOn: day })
        end()
        toast('Invoice scheduled')
        router.replace('/invoices/drafts')
        return
      }
      const { id } = await send.mutateAsync({ ...written, fee: terms.fee })
      end()
      toast('Invoice sent')
      router.replace(`/invoices/${id}`)
    } catch (error) {
      resume()
      setRefusal(failureMessage(error))
      // The page has the fee as it was.
      if (error instanceof RequestFailure && error.code === 'invoice_fee_changed') router.refresh()
    }
  })
  const isLate = when === 'later'
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <section aria-label="What your customer gets">
        <PreviewTabs
          form={form}
          terms={terms}
          draft={{ id: draft.id, version }}
          isSaving={saving.status === 'waiting' || saving.status === 'saving'}
          preview={version === props.draft.version ? preview : undefined}
          view={view}
          onView={setView}
        />
      </section>
      <Card aria-labelledby="send">
        <CardHeader id="send" title="Send" action={<SavingStatus saving={saving} />} />
        <form
          method="post"
          noValidate
          onSubmit={form.handleSubmit(submit)}
          className="space-y-4 px-4 pb-5 sm:px-5"
        >
          <p className="wrap-anywhere">
            <span className="block font-medium text-[0.8125rem]">To</span>
            {recipient}
          </p>
          {/* Of the draft as the page came with it: here, only the words of its email change. */}
          {props.draft.version >= draft.version && (
            <dl className="space-y-1.5">
              <Line term="Your customer pays" isKnown>
                <Money value={total} />
              </Line>
              <Line term="You receive" isKnown isQuiet>
                <Money value={income} />
              </Line>
            </dl>
          )}
          <Field
            label="Copies to"
            hint={`They get every email about this invoice. Up to ${MAX_COPIES} addresses, separated by commas`}
            error={errors.copies?.message}
          >
            {(props) => (
              <Input
                {...props}
                {...form.register('copies', {
                  validate: (text) => parseCopies(text ?? '') !== null || COPIES_FAULT,
                })}
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label="Message"
            hint="Your own words, at the top of the email"
            error={errors.message?.message}
          >
            {(props) => (
              <TextArea {...props} {...form.register('message')} rows={4} maxLength={MESSAGE_LENGTH} />
            )}
          </Field>
          <fieldset className="space-y-2">
            <legend className="mb-1.5 font-medium text-[0.8125rem]">When</legend>
            <label className="flex items-center gap-2">
              <Radio name="when" checked={!isLate} onChange={() => setWhen('now')} />
              Now
            </label>
            <label className="flex items-center gap-2">
              <Radio name="when" checked={isLate} onChange={() => setWhen('later')} />
              On a later day, at 8 in the morning
            </label>
          </fieldset>
          {isLate && (
            <Field label="Day" hint="The fee of that day applies">
              {(props) => (
                <Input
                  {...props}
                  type="date"
                  required
                  min={dayIn(1)}
                  max={dayIn(366)}
                  value={day}
                  onChange={(event) => setDay(event.target.value)}
                />
              )}
            </Field>
          )}
          {keptBecause !== null && <Notice title="This email won’t be sent">{keptBecause}.</Notice>}
          {refusal && (
            <Notice kind="danger" role="alert" title={isLate ? 'Invoice not scheduled' : 'Invoice not sent'}>
              {refusal}
            </Notice>
          )}
          <SavingFailure saving={saving} saveNow={saveNow} />
          <Button
            type="submit"
            className="w-full"
            pending={send.isPending || send.isSuccess || schedule.isPending || schedule.isSuccess}
            disabled={!isHydrated || (isLate && day === '')}
          >
            {isLate ? 'Schedule invoice' : 'Send invoice'}
          </Button>
        </form>
      </Card>
    </div>
  )
}
