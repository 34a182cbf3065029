'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { failureMessage, RequestFailure } from '@/components/browser/request'
import { CountryOptions } from '@/components/forms/country-options'
import { CurrencyField } from '@/components/forms/currency-field'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Input, Select } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import type { Mode } from '@/lib/auth/mode'
import { MAX_COPIES } from '@/lib/customers/copy-emails'
import { customerFields, TAX_TREATMENTS } from '@/lib/customers/customer-fields'
import type { CustomerFields } from '@/lib/home/customer-overview'
import type { CountryChoice } from '@/lib/i18n/countries'
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locale'
import { MAX_PHONE_CHARACTERS } from '@/lib/i18n/phone'
import { taxIdDoubt } from '@/lib/money/tax-id'
import { Button, buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { useToast } from '../ui/toast'
import { changedFieldsOf } from './customer-edits'
import { useSaveCustomer } from './customer-queries'

const NO_CUSTOMER: CustomerFields = {
  name: '',
  email: '',
  phone: '',
  copy_emails: '',
  group: '',
  preferred_currency: 'USD',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  language: 'auto',
  tax_id: '',
  tax_treatment: 'taxed',
  tax_exemption_reason: '',
  buyer_reference: '',
}

type FieldShape = {
  name: keyof CustomerFields
  label: string
  hint?: ReactNode
  type?: 'email' | 'tel'
  maxLength?: number
  className?: string
}

const MAIN: FieldShape[] = [
  { name: 'name', label: 'Name' },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    hint: 'Where invoices and receipts are sent. Each customer needs a different email.',
  },
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: MAX_PHONE_CHARACTERS },
  {
    name: 'copy_emails',
    label: 'Copies to',
    hint: `Others who get every email about an invoice: up to ${MAX_COPIES} addresses, separated by commas`,
    maxLength: MAX_COPIES * 256,
  },
  { name: 'group', label: 'Group', hint: 'To organize your customers, such as “Retainer” or “Wholesale”' },
]

const ADDRESS: FieldShape[] = [
  { name: 'address_line1', label: 'Address', className: 'sm:col-span-2' },
  { name: 'address_line2', label: 'Address line 2', className: 'sm:col-span-2' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'zip', label: 'Postcode' },
]

const EXEMPTION: FieldShape = {
  name: 'tax_exemption_reason',
  label: 'Reason for the exemption',
  hint: 'Printed on invoices, such as “VAT exempt under Article 132”',
}

const BUYER_REFERENCE: FieldShape = {
  name: 'buyer_reference',
  label: 'Buyer reference',
  hint: 'What they ask for in e-invoices, such as a Leitweg-ID',
}

const TAX_ID: FieldShape = { name: 'tax_id', label: 'Tax ID', hint: 'Such as a VAT number' }

type CustomerFormProps = {
  mode: Mode
  /** Null for a new customer. */
  customer: { id: string; fields: CustomerFields } | null
  /** Codes of all currencies. */
  currencies: string[]
  countries: CountryChoice[]
}

export function CustomerForm({ mode, customer, currencies, countries }: CustomerFormProps) {
  const id = customer?.id ?? null
  // Of the first render: the page may be read again while the form is open.
  const [initial] = useState(customer?.fields ?? NO_CUSTOMER)
  const [refusal, setRefusal] = useState<string | null>(null)
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const save = useSaveCustomer(mode, id)
  const form = useForm({
    resolver: schemaResolver(customerFields),
    defaultValues: initial,
  })
  const { register, control, handleSubmit, setError, formState } = form
  const { errors, isDirty } = formState
  const treatment = useWatch({ control, name: 'tax_treatment' })
  useUnsavedGuard(isDirty && !save.isSuccess)

  const submit = useSingleFlight(async (fields: CustomerFields) => {
    setRefusal(null)
    try {
      const saved = await save.mutateAsync(id ? changedFieldsOf(initial, fields) : fields)
      toast(id ? 'Customer updated' : 'Customer created')
      router.push(`/customers/${saved.id}`)
      router.refresh()
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 409) {
        setError('email', { message: 'Another customer already has this email' }, { shouldFocus: true })
      } else setRefusal(failureMessage(error))
    }
  })

  const [taxId, country] = useWatch({ control, name: ['tax_id', 'country'] })
  const doubt = taxIdDoubt(taxId, country)
  const taxIdHint = doubt && <span className="text-warning">This doesn’t look like {doubt}</span>

  const field = ({ name, label, hint, className, ...input }: FieldShape) => (
    <Field
      key={name}
      label={label}
      hint={hint}
      error={errors[name]?.message}
      {...(className ? { className } : {})}
    >
      {(props) => (
        <Input
          {...props}
          maxLength={255}
          {...register(name)}
          {...input}
          defaultValue={initial[name]}
          autoComplete="off"
        />
      )}
    </Field>
  )
  return (
    <form data-narrow method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-6">
      <Card aria-labelledby="customer-main">
        <CardHeader id="customer-main" title="Customer" />
        <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
          {MAIN.map(field)}
          <Field label="Currency" error={errors.preferred_currency?.message}>
            {(props) => (
              <Controller
                control={control}
                name="preferred_currency"
                render={({ field: { value, onChange } }) => (
                  <CurrencyField {...{ value, onChange, currencies }} control={props} />
                )}
              />
            )}
          </Field>
          <Field
            label="Language"
            hint="For emails and PDFs, until they pay in another language"
            error={errors.language?.message}
          >
            {(props) => (
              <Select {...props} {...register('language')} defaultValue={initial.language}>
                <option value="auto">From their browser</option>
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale} lang={locale}>
                    {LOCALE_NAMES[locale]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </Card>
      <Card aria-labelledby="customer-address">
        <CardHeader
          id="customer-address"
          title="Address and tax"
          description="Shown on invoices. Optional."
        />
        <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
          {ADDRESS.map(field)}
          <Field label="Country" error={errors.country?.message}>
            {(props) => (
              <Select {...props} {...register('country')} defaultValue={initial.country} autoComplete="off">
                <option value="">Not specified</option>
                <CountryOptions countries={countries} kept={initial.country} />
              </Select>
            )}
          </Field>
          {field({ ...TAX_ID, hint: taxIdHint ?? TAX_ID.hint })}
          <Field label="Tax" hint="Applies to invoices from now on" error={errors.tax_treatment?.message}>
            {(props) => (
              <Select {...props} {...register('tax_treatment')} defaultValue={initial.tax_treatment}>
                {Object.entries(TAX_TREATMENTS).map(([treatment, label]) => (
                  <option key={treatment} value={treatment}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {treatment === 'exempt' && field(EXEMPTION)}
          {field(BUYER_REFERENCE)}
        </div>
      </Card>
      {/* Beside the button, because the top of the form may be out of sight. */}
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" pending={save.isPending || save.isSuccess} disabled={!isHydrated}>
          {id ? 'Save changes' : 'Create customer'}
        </Button>
        <Link href={id ? `/customers/${id}` : '/customers'} className={buttonStyle({ variant: 'secondary' })}>
          Cancel
        </Link>
      </div>
    </form>
  )
}
