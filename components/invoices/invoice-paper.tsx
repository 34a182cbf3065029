import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { CustomerCombobox } from '@/components/customers/customer-combobox'
import { CurrencyField } from '@/components/forms/currency-field'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Field, Input, TextArea } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Segments } from '@/components/ui/segments'
import { useDayFromToday, useDayText } from '@/components/ui/timestamp'
import type { TransferLine } from '@/lib/documents/document-facts'
import {
  BILLING_ADDRESS_LENGTH,
  DEFAULT_DUE_DAYS,
  type InvoiceFields,
  NOTES_LENGTH,
} from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { billedToQuery } from './draft-queries'
import { InvoiceItems } from './invoice-items'
import { InvoiceTotals } from './invoice-totals'
import { type InvoiceFormProps, useTypedInvoice } from './use-invoice-form'

type InvoicePaperProps = InvoiceFormProps & {
  /** A series sets number and days of each of its invoices. */
  isOfSeries?: boolean
}

/**
 * The invoice as the customer gets it, each part edited where it stands, in the order of the PDF
 * (`lib/documents/render-document.ts`).
 */
export function InvoicePaper({ form, terms, isOfSeries = false }: InvoicePaperProps) {
  const { vendor, seller, transfer } = terms.preview
  return (
    <Card aria-label="Invoice" className="paper">
      <ColorStrip color={vendor.color} />
      <div className="space-y-8 px-4 pt-6 pb-8 sm:px-6 @2xl:px-10 @2xl:pt-9 @2xl:pb-12">
        <Letterhead vendor={vendor} />
        <div className="grid gap-x-10 gap-y-6 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem]">
          <From seller={seller} />
          <BilledTo form={form} terms={terms} />
          <Facts form={form} terms={terms} isOfSeries={isOfSeries} />
        </div>
        <div className="border-t pt-5">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-4">
            <Headline form={form} terms={terms} isOfSeries={isOfSeries} />
            <Segments
              legend="Amount type"
              options={KINDS}
              value={form.watch('kind')}
              onChange={(kind) =>
                form.setValue('kind', kind, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
              }
            />
          </div>
          <InvoiceItems form={form} terms={terms} />
          <InvoiceTotals form={form} terms={terms} />
        </div>
        {transfer.length > 0 && <Transfer lines={transfer} />}
        <Notes form={form} seller={seller} />
      </div>
    </Card>
  )
}

type Vendor = Pick<InvoiceTerms['preview']['vendor'], 'name' | 'logoPath'>
type Seller = InvoiceTerms['preview']['seller']

/** The strip in the vendor's colour at the top of a paper. */
export function ColorStrip({ color }: { color: string | null }) {
  return (
    <div
      aria-hidden
      className="h-1.5 rounded-t-[0.6875rem] bg-accent"
      style={color ? { backgroundColor: color } : undefined}
    />
  )
}

export function Letterhead({ vendor }: { vendor: Vendor }) {
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        {vendor.logoPath && (
          // biome-ignore lint/performance/noImgElement: small, cached for good and already at its final size.
          <img
            src={vendor.logoPath}
            alt=""
            className="mb-3 max-h-14 max-w-48 rounded bg-white object-contain"
          />
        )}
        <p className={classNames('wrap-anywhere font-semibold', vendor.logoPath ? 'text-base' : 'text-xl')}>
          {vendor.name}
        </p>
      </div>
      <p className="font-semibold text-2xl tracking-tight">Invoice</p>
    </div>
  )
}

export function Heading({ children }: { children: string }) {
  return <p className="text-[0.8125rem] text-muted-foreground">{children}</p>
}

export function From({ seller, isIssued = false }: { seller: Seller; isIssued?: boolean }) {
  const { address, taxId, supportEmail } = seller
  const lines = [...address, ...(taxId ? [`Tax ID: ${taxId}`] : []), ...(supportEmail ? [supportEmail] : [])]
  return (
    <div className="wrap-anywhere min-w-0">
      <Heading>From</Heading>
      <p className="mt-1 font-semibold">{seller.name}</p>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an address may be alike.
        <p key={index}>{line}</p>
      ))}
      {address.length === 0 && !isIssued && (
        <Link href="/settings/invoices" className="text-accent-text underline-offset-4 hover:underline">
          Add your address
        </Link>
      )}
    </div>
  )
}

function BilledTo({ form, terms }: InvoiceFormProps) {
  const { control, formState, watch } = form
  const { errors } = formState
  const customer = watch('customer')
  const { data: billedTo } = useQuery(billedToQuery(terms.mode, customer?.id ?? null))
  return (
    <div className="wrap-anywhere min-w-0 space-y-1">
      <Heading>Billed to</Heading>
      <Field label="Customer" labelClassName="@2xl:sr-only" error={errors.customer?.message}>
        {(props) => (
          <Controller
            control={control}
            name="customer"
            render={({ field }) => (
              <CustomerCombobox
                ref={field.ref}
                mode={terms.mode}
                value={field.value}
                onChange={(chosen) => {
                  field.onChange(chosen)
                  // The others who get copies are people at the customer before.
                  form.setValue('copies', null)
                }}
                allowsNew
                control={props}
              />
            )}
          />
        )}
      </Field>
      <BillingAddress form={form} ownAddress={billedTo?.address ?? []} />
      {billedTo?.taxId && <p>Tax ID: {billedTo.taxId}</p>}
    </div>
  )
}

type BillingAddressProps = Pick<InvoiceFormProps, 'form'> & {
  /** The customer's own, which an empty field prints. */
  ownAddress: string[]
}

export function BillingAddress({ form, ownAddress }: BillingAddressProps) {
  return (
    <Field
      label="Billing address"
      labelClassName="@2xl:sr-only"
      error={form.formState.errors.billingAddress?.message}
      className="pt-2 @2xl:pt-0"
    >
      {(props) => (
        <TextArea
          {...props}
          {...form.register('billingAddress')}
          rows={3}
          maxLength={BILLING_ADDRESS_LENGTH}
          autoComplete="off"
          placeholder={ownAddress.join('\n') || 'Billing address'}
          className="field-sizing-content resize-none"
        />
      )}
    </Field>
  )
}

function Facts({ form, terms, isOfSeries }: InvoicePaperProps) {
  const dayText = useDayText()
  const dayIn = useDayFromToday()
  const { control, formState } = form
  return (
    <div className="grid content-start gap-4 sm:grid-cols-2 @2xl:grid-cols-1">
      {isOfSeries ? (
        <p className="text-[0.8125rem] text-muted-foreground sm:col-span-2 @2xl:col-span-1">
          Each invoice gets the next number, and its dates from the schedule.
        </p>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-4 sm:col-span-2 @2xl:col-span-1">
            <Fact term="Invoice number">{terms.preview.number}</Fact>
            <Fact term="Issued on">
              {/* A day may end between server render and hydration. */}
              <span suppressHydrationWarning>{dayText(dayIn(0))}</span>
            </Fact>
          </dl>
          <DueDate form={form} />
        </>
      )}
      <Field
        label="Currency"
        labelClassName="text-muted-foreground"
        error={formState.errors.currency?.message}
      >
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
    </div>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted-foreground">{term}</dt>
      <dd className="tabular wrap-anywhere">{children}</dd>
    </div>
  )
}

const NET_DAYS = [7, 15, 30, 60]

type DueDateProps = Pick<InvoiceFormProps, 'form'> & {
  /** Shows no payment terms: they count from today, and an issued invoice has its date. */
  isIssued?: boolean
}

/** The due date, and the usual payment terms: each sets it, counted from today in the vendor's time zone. */
export function DueDate({ form, isIssued = false }: DueDateProps) {
  const dueDate = form.watch('dueDate')
  return (
    <Field
      label="Due date"
      labelClassName="text-muted-foreground"
      {...(dueDate === '' && !isIssued ? { hint: `Defaults to ${DEFAULT_DUE_DAYS} days from today` } : {})}
      error={form.formState.errors.dueDate?.message}
    >
      {(props) => (
        <>
          <Input {...props} {...form.register('dueDate')} type="date" min="2000-01-01" max="9999-12-31" />
          {!isIssued && <PaymentTerms form={form} />}
        </>
      )}
    </Field>
  )
}

function PaymentTerms({ form }: Pick<InvoiceFormProps, 'form'>) {
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
          className="min-h-6 rounded-md border px-1 text-[0.8125rem] text-muted-foreground hover:bg-muted hover:text-foreground aria-pressed:border-accent-text aria-pressed:text-foreground"
        >
          Net {days}
        </button>
      ))}
    </fieldset>
  )
}

/** The total and when it is due, as the PDF says it. */
function Headline({ form, terms, isOfSeries }: InvoicePaperProps) {
  const { fields, money, amounts } = useTypedInvoice({ form, terms })
  const dayText = useDayText()
  const dayIn = useDayFromToday()
  return (
    <p className="font-semibold text-lg" suppressHydrationWarning>
      <Money value={money(amounts.totalMinor)} />
      {!isOfSeries && ` due on ${dayText(fields.dueDate || dayIn(DEFAULT_DUE_DAYS))}`}
    </p>
  )
}

const KINDS = [
  { value: 'items', label: 'Items' },
  { value: 'amount', label: 'One amount' },
] as const satisfies { value: InvoiceFields['kind']; label: string }[]

const TRANSFER_TERMS: Record<TransferLine['name'], string> = {
  holder: 'Account holder',
  bankName: 'Bank',
  iban: 'IBAN',
  bic: 'BIC',
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  reference: 'Reference',
}

export function Transfer({ lines }: { lines: TransferLine[] }) {
  return (
    <div>
      <p className="font-semibold">Or by bank transfer:</p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {lines.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{TRANSFER_TERMS[name]}</dt>
            <dd className="tabular wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function Notes({ form, seller }: Pick<InvoiceFormProps, 'form'> & { seller: Seller }) {
  return (
    <div className="wrap-anywhere space-y-2">
      <Field
        label="Notes"
        labelClassName="text-muted-foreground"
        error={form.formState.errors.notes?.message}
      >
        {(props) => (
          <TextArea
            {...props}
            {...form.register('notes')}
            rows={2}
            maxLength={NOTES_LENGTH}
            placeholder="A note to your customer, such as a thank-you"
            className="field-sizing-content resize-none"
          />
        )}
      </Field>
      {seller.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
