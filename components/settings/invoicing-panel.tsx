'use client'

import { useForm, useWatch } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { TaxesCard } from '@/components/catalog/taxes-card'
import { CountryOptions } from '@/components/forms/country-options'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Field, Input, Select, TextArea } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import type { OwnAccountFields } from '@/lib/branding/own-account-fields'
import { type SellerFields, sellerFields } from '@/lib/branding/seller-fields'
import type { TaxSettingsPage } from '@/lib/catalog/catalog-fields'
import type { CountryChoice } from '@/lib/i18n/countries'
import { MAX_PHONE_CHARACTERS } from '@/lib/i18n/phone'
import { invoiceNumber, type NumberingFields, numberingFields } from '@/lib/invoices/numbering-fields'
import type { ReminderSettings } from '@/lib/invoices/reminder-fields'
import { taxIdDoubt } from '@/lib/money/tax-id'
import { FeePayerForm, type FeePayerFormProps } from './fee-payer-form'
import { OwnAccountForm } from './own-account-form'
import { RemindersForm } from './reminders-form'
import { SettingsForm } from './settings-form'
import { useSetNumbering, useSetSeller } from './settings-queries'
import { AttachmentsForm, PortalForm, type PortalFormProps, ViewsForm } from './switch-forms'

type NumberingFormProps = { mode: Mode; numbering: NumberingFields; isReadOnly: boolean }

type InvoicingPanelProps = NumberingFormProps &
  Pick<PortalFormProps, 'portal'> &
  Pick<FeePayerFormProps, 'fee'> & {
    taxes: TaxSettingsPage
    seller: SellerFields
    countries: CountryChoice[]
    account: OwnAccountFields
    reminders: ReminderSettings
    mails: { notesViews: boolean; attachesPdf: boolean }
  }

export function InvoicingPanel({
  mode,
  numbering,
  seller,
  countries,
  account,
  portal,
  taxes,
  fee,
  reminders,
  mails,
  isReadOnly,
}: InvoicingPanelProps) {
  return (
    <div className="space-y-6">
      <PageHeader
        title="Invoicing"
        description="What your invoices say about you, your taxes, who pays the fee, where customers can pay, how they are reminded, and how invoices are numbered."
      />
      <SellerForm seller={seller} countries={countries} isReadOnly={isReadOnly} />
      <TaxesCard mode={mode} initial={taxes} isReadOnly={isReadOnly} />
      <FeePayerForm fee={fee} isReadOnly={isReadOnly} />
      <OwnAccountForm account={account} isReadOnly={isReadOnly} />
      <RemindersForm reminders={reminders} isReadOnly={isReadOnly} />
      <AttachmentsForm attachesPdf={mails.attachesPdf} isReadOnly={isReadOnly} />
      <ViewsForm notesViews={mails.notesViews} isReadOnly={isReadOnly} />
      <PortalForm portal={portal} isReadOnly={isReadOnly} />
      <NumberingForm mode={mode} numbering={numbering} isReadOnly={isReadOnly} />
    </div>
  )
}

type SellerFormProps = { seller: SellerFields; countries: CountryChoice[]; isReadOnly: boolean }

/** The fields of a seller that are one line of text, by their form names, in the order of the form. */
const ADDRESS: { name: keyof SellerFields; label: string; autoComplete: string; isWide?: boolean }[] = [
  { name: 'addressLine1', label: 'Address', autoComplete: 'address-line1', isWide: true },
  { name: 'addressLine2', label: 'Address line 2', autoComplete: 'address-line2', isWide: true },
  { name: 'zip', label: 'Postcode', autoComplete: 'postal-code' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
]

function SellerForm({ seller, countries, isReadOnly }: SellerFormProps) {
  const set = useSetSeller()
  const toast = useToast()
  const { register, control, handleSubmit, reset, formState } = useForm<SellerFields>({
    resolver: schemaResolver(sellerFields),
    defaultValues: seller,
  })
  useUnsavedGuard(formState.isDirty)
  const { errors } = formState
  const [taxId, country] = useWatch({ control, name: ['taxId', 'country'] })
  const doubt = taxIdDoubt(taxId, country)
  const submit = useSingleFlight(async (fields: SellerFields) => {
    try {
      await set.mutateAsync(fields)
      reset(fields)
      toast('Seller details saved')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Seller details"
      description="Shown on PDFs and the payment page, in emails with an invoice and in e-invoices. Existing invoices keep the details they were issued with."
      action="Save"
      refusal={set.error && failureMessage(set.error)}
      pending={set.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      <Field
        label="Legal name"
        hint="If it differs from your business name"
        error={errors.legalName?.message}
      >
        {(control) => <Input {...control} {...register('legalName')} maxLength={255} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {ADDRESS.map(({ name, label, autoComplete, isWide }) => (
          <Field
            key={name}
            label={label}
            error={errors[name]?.message}
            {...(isWide ? { className: 'sm:col-span-2' } : {})}
          >
            {(control) => (
              <Input {...control} {...register(name)} maxLength={255} autoComplete={autoComplete} />
            )}
          </Field>
        ))}
        <Field label="Country" error={errors.country?.message}>
          {(control) => (
            <Select {...control} {...register('country')} autoComplete="country">
              <option value="">Not specified</option>
              <CountryOptions countries={countries} />
            </Select>
          )}
        </Field>
      </div>
      <Field
        label="Tax ID"
        hint={
          doubt ? (
            <span className="text-warning">This doesn’t look like {doubt}</span>
          ) : (
            'Such as a VAT number. Printed on your invoices.'
          )
        }
        error={errors.taxId?.message}
      >
        {(control) => <Input {...control} {...register('taxId')} maxLength={64} autoComplete="off" />}
      </Field>
      <Field
        label="Reason for charging no tax"
        hint="Fill in if you charge no tax, for example “Small business, § 19 UStG”. Printed on invoices without tax."
        error={errors.noTaxReason?.message}
      >
        {(control) => <Input {...control} {...register('noTaxReason')} maxLength={200} autoComplete="off" />}
      </Field>
      <Field
        label="Support email"
        hint="Where customers write to. Defaults to your sign-in email."
        error={errors.supportEmail?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('supportEmail')}
            type="email"
            maxLength={254}
            spellCheck={false}
            autoComplete="email"
          />
        )}
      </Field>
      <Field label="Phone" hint="Only in e-invoices" error={errors.phone?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('phone')}
            type="tel"
            maxLength={MAX_PHONE_CHARACTERS}
            autoComplete="tel"
          />
        )}
      </Field>
      <Field label="Notes and terms" hint="At the end of every invoice" error={errors.notes?.message}>
        {(control) => <TextArea {...control} {...register('notes')} rows={4} maxLength={2000} />}
      </Field>
    </SettingsForm>
  )
}

function NumberingForm({ mode, numbering, isReadOnly }: NumberingFormProps) {
  const set = useSetNumbering(mode)
  const toast = useToast()
  const { register, handleSubmit, watch, reset, formState } = useForm<NumberingFields>({
    resolver: schemaResolver(numberingFields),
    defaultValues: numbering,
  })
  useUnsavedGuard(formState.isDirty)
  const input = numberingFields.safeParse(watch())
  const submit = useSingleFlight(async (fields: NumberingFields) => {
    try {
      await set.mutateAsync(fields)
      reset(fields)
      toast('Invoice numbers saved')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Invoice numbers"
      description={`For invoices in ${mode} mode. Existing invoices keep their numbers.`}
      action="Save"
      refusal={set.error && failureMessage(set.error)}
      pending={set.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      <Field label="Prefix" error={formState.errors.prefix?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('prefix')}
            maxLength={16}
            spellCheck={false}
            autoComplete="off"
            placeholder="INV-"
          />
        )}
      </Field>
      <Field
        label="Next number"
        hint={
          input.success
            ? `The next invoice is ${invoiceNumber(input.data)}`
            : 'Can be raised, never lowered: no number is used twice'
        }
        error={formState.errors.next?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('next', { valueAsNumber: true })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            className="tabular"
          />
        )}
      </Field>
    </SettingsForm>
  )
}
