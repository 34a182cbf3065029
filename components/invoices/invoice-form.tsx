'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { CurrencyField } from '@/components/forms/currency-field'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Input } from '@/components/ui/field'
import {
  draftAmounts,
  type InvoiceFields,
  invoiceFields,
  newInvoiceFields,
} from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { formatDecimal, formatTrimmed } from '@/lib/money/decimals'
import { CustomerCombobox } from '../customers/customer-combobox'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Skeleton } from '../ui/skeleton'
import { useDayFromToday } from '../ui/timestamp'
import { useToast } from '../ui/toast'
import { DraftMenu } from './draft-menu'
import { type OpenDraft, useSendDraft } from './draft-queries'
import { DraftTotals, InvoiceItems } from './invoice-items'
import { InvoiceMoreCard } from './invoice-more-card'
import { newestOf, SavingFailure, SavingStatus, useSelfSavingDraft } from './self-saving-draft'

type Form = UseFormReturn<InvoiceFields>

/** Invisible radio button; its label shows the focus ring. */
const KIND_STYLE = 'absolute inset-0 size-full cursor-pointer appearance-none rounded-md'

const KINDS = [
  { value: 'items', label: 'Items' },
  { value: 'amount', label: 'One amount' },
]

// Not part of the page's first script: it is read after the form.
const InvoicePreview = dynamic(() => import('./invoice-preview').then((module) => module.InvoicePreview), {
  ssr: false,
  loading: () => <Skeleton className="h-96 rounded-xl" />,
})

type InvoiceFormProps = {
  terms: InvoiceTerms
  draft: OpenDraft
  /** The saved form; without it the invoice is new. */
  savedFields?: InvoiceFields
}

/** The page of an invoice that is being written: it saves itself as a draft. */
export function InvoiceForm({ terms, draft: opened, savedFields: openedFields }: InvoiceFormProps) {
  const [{ draft, fields: savedFields }] = useState(() => newestOf(opened, openedFields))
  const [refusal, setRefusal] = useState<string | null>(null)
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const send = useSendDraft(terms.mode)
  const form = useInvoiceForm(terms, savedFields)
  const { saving, saveNow, hold, resume, end } = useSelfSavingDraft(terms.mode, form, draft)

  const submit = useSingleFlight(async (fields: InvoiceFields) => {
    setRefusal(null)
    try {
      const { id } = await send.mutateAsync({ draft: await hold(), fields })
      end()
      toast('Invoice created')
      // Back leads to where the form was opened: the draft is no more.
      router.replace(`/invoices/${id}`)
    } catch (error) {
      resume()
      setRefusal(failureMessage(error))
    }
  })

  const review = useSingleFlight(async () => {
    setRefusal(null)
    if (await saveNow()) router.push(`/invoices/drafts/${draft.id}/review`)
  })

  const { fields, exponent } = amountsOf({ form, terms })
  const isSaved = savedFields !== undefined || saving.status !== 'untouched'
  return (
    <>
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
      <form
        method="post"
        noValidate
        onSubmit={form.handleSubmit(submit)}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="space-y-6">
          <InvoiceCards form={form} terms={terms} />
        </div>
        <div className="space-y-4">
          <InvoiceTotals form={form} terms={terms} />
          {/* Beside the button, because the top of the form may be out of sight. */}
          {refusal && (
            <Notice kind="danger" role="alert" title="Invoice not created">
              {refusal}
            </Notice>
          )}
          <SavingFailure saving={saving} saveNow={saveNow} />
          <Extras fields={fields} />
          <div className="flex flex-col gap-2 sm:flex-row lg:flex-col">
            <Button type="submit" pending={send.isPending || send.isSuccess} disabled={!isHydrated}>
              Create invoice
            </Button>
            <Button variant="secondary" disabled={!isHydrated} onClick={form.handleSubmit(review)}>
              Review and send
            </Button>
          </div>
          <InvoicePreview terms={terms} fields={fields} exponent={exponent} />
        </div>
      </form>
    </>
  )
}

/** Says what was added on the page that reviews it, and goes out with it from here too. */
function Extras({ fields: { message, copies } }: { fields: InvoiceFields }) {
  const parts = [
    ...(message.trim() === '' ? [] : ['your message']),
    ...(copies.trim() === '' ? [] : [`copies to ${copies.trim()}`]),
  ]
  if (parts.length === 0) return null
  return (
    <p className="wrap-anywhere text-[0.8125rem] text-muted-foreground">
      The email goes out with {parts.join(' and ')}. Change that under Review and send.
    </p>
  )
}

/** The state of an invoice's form, new or with these fields. */
export function useInvoiceForm(terms: InvoiceTerms, fields?: InvoiceFields): Form {
  const exponents = useMemo(() => exponentsOf(terms), [terms])
  return useForm<InvoiceFields>({
    resolver: schemaResolver(invoiceFields(exponents)),
    defaultValues: fields ?? newInvoiceFields(terms),
  })
}

function exponentsOf({ currencies }: InvoiceTerms): Record<string, number> {
  return Object.fromEntries(currencies.map(({ code, exponent }) => [code, exponent]))
}

type PartProps = { form: Form; terms: InvoiceTerms }

function amountsOf({ form, terms }: PartProps) {
  const fields = form.watch()
  const exponent = exponentsOf(terms)[fields.currency] ?? 2
  const fees = { feePpm: terms.feePpm, feeFixedMinor: BigInt(terms.feeFixedMinor) }
  return { fields, exponent, fees, ...draftAmounts(fields, exponent, fees) }
}

/** The fields of an invoice. */
export function InvoiceCards({ form, terms, hasDueDate = true }: PartProps & { hasDueDate?: boolean }) {
  const { fields, exponent, lines } = amountsOf({ form, terms })
  return (
    <>
      <AboutCard form={form} terms={terms} hasDueDate={hasDueDate} />
      <Card aria-labelledby="what-for">
        <CardHeader
          id="what-for"
          title={fields.kind === 'items' ? 'Items' : 'Amount'}
          action={<KindChoice form={form} />}
        />
        <div className="px-4 pb-5 sm:px-5">
          {fields.kind === 'items' ? (
            <InvoiceItems
              form={form}
              terms={terms}
              lines={lines}
              currency={fields.currency}
              exponent={exponent}
            />
          ) : (
            <AmountField form={form} exponent={exponent} />
          )}
        </div>
      </Card>
      <InvoiceMoreCard form={form} />
    </>
  )
}

/** The totals that the buyer will see, updated as the vendor types. */
export function InvoiceTotals({ form, terms }: PartProps) {
  const { fields, exponent, fees, lines: _, baseMinor: __, ...totals } = amountsOf({ form, terms })
  return (
    <DraftTotals
      {...totals}
      currency={fields.currency}
      exponent={exponent}
      feeTerms={feeTerms(fields.currency, fees)}
    />
  )
}

function AboutCard({ form, terms, hasDueDate }: PartProps & { hasDueDate: boolean }) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <Card aria-labelledby="about">
      <CardHeader id="about" title={hasDueDate ? 'Customer and due date' : 'Customer'} />
      <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
        <Field
          label="Customer"
          error={errors.customer?.message}
          hint="We email the invoice with a payment link"
          className="sm:col-span-2"
        >
          {(props) => (
            <Controller
              control={control}
              name="customer"
              render={({ field }) => (
                <CustomerCombobox
                  ref={field.ref}
                  mode={terms.mode}
                  value={field.value}
                  onChange={field.onChange}
                  allowsNew
                  control={props}
                />
              )}
            />
          )}
        </Field>
        <Field label="Currency" error={errors.currency?.message}>
          {(props) => (
            <Controller
              control={control}
              name="currency"
              render={({ field }) => (
                <CurrencyField
                  value={field.value}
                  onChange={field.onChange}
                  currencies={terms.currencies.map(({ code }) => code)}
                  control={props}
                />
              )}
            />
          )}
        </Field>
        {hasDueDate && (
          <Field label="Due date" hint="Defaults to 30 days from today" error={errors.dueDate?.message}>
            {(props) => (
              <>
                <Input {...props} {...register('dueDate')} type="date" min="2000-01-01" max="9999-12-31" />
                <NetTerms form={form} />
              </>
            )}
          </Field>
        )}
      </div>
    </Card>
  )
}

const NET_DAYS = [7, 15, 30, 60]

/** The usual payment terms: each sets the due date, counted from today in the vendor's time zone. */
function NetTerms({ form }: { form: Form }) {
  const dueDate = form.watch('dueDate')
  const dayIn = useDayFromToday()
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Payment terms</legend>
      {NET_DAYS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={dueDate !== '' && dueDate === dayIn(days)}
          onClick={() => form.setValue('dueDate', dayIn(days), { shouldDirty: true, shouldValidate: true })}
          className="rounded-md border px-2 py-1 text-[0.8125rem] text-muted-foreground hover:bg-muted hover:text-foreground aria-pressed:border-accent-text aria-pressed:text-foreground"
        >
          Net {days}
        </button>
      ))}
    </fieldset>
  )
}

function KindChoice({ form }: { form: Form }) {
  const kind = form.watch('kind')
  return (
    <fieldset className="flex rounded-lg bg-muted p-0.5">
      <legend className="sr-only">Amount type</legend>
      {KINDS.map(({ value, label }) => (
        <label
          key={value}
          className={
            value === kind
              ? 'relative rounded-md bg-surface px-2.5 py-1 font-medium text-[0.8125rem] shadow-card'
              : 'relative rounded-md px-2.5 py-1 text-[0.8125rem] text-muted-foreground'
          }
        >
          <input type="radio" value={value} {...form.register('kind')} className={KIND_STYLE} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function AmountField({ form, exponent }: { form: Form; exponent: number }) {
  return (
    <Field
      label="Amount"
      error={form.formState.errors.amount?.message}
      hint="Shown to your customer as one line item, “Payment”"
      className="max-w-60"
    >
      {(props) => (
        <Input
          {...props}
          {...form.register('amount')}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          placeholder={formatDecimal(0n, exponent)}
          className="tabular text-right"
        />
      )}
    </Field>
  )
}

/** `2.9% + $0.30`; the fixed part applies to US dollars only. */
function feeTerms(
  currency: string,
  { feePpm, feeFixedMinor }: { feePpm: number; feeFixedMinor: bigint },
): string {
  const percent = formatTrimmed(BigInt(feePpm), 4)
  return currency === 'USD' && feeFixedMinor > 0n
    ? `${percent}% + $${formatDecimal(feeFixedMinor, 2)}`
    : `${percent}%`
}
