'use client'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { CountryOptions } from '@/components/forms/country-options'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, Select } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { type BankAccountFields, bankAccountFields } from '@/lib/bank-accounts/bank-account-fields'
import type { BankAccountStart } from '@/lib/bank-accounts/new-bank-account'
import type { CountryChoice } from '@/lib/i18n/countries'
import { useAddBankAccount } from './customer-queries'

type Form = UseFormReturn<BankAccountFields>
type FieldName = keyof BankAccountFields

type BankAccountFormProps = {
  mode: Mode
  /** Without an id, the vendor itself. */
  customer: { id: string | null; email: string }
  /** The known details of the account holder. */
  start: BankAccountStart
  countries: CountryChoice[]
  /** The page to return to after saving. */
  back: string
}

export function BankAccountForm({ mode, customer, start, countries, back }: BankAccountFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const add = useAddBankAccount(mode, customer.id)
  const resolver = useMemo(() => schemaResolver(bankAccountFields({ isLive: mode === 'live' })), [mode])
  const form: Form = useForm({ resolver, defaultValues: { ...EMPTY, ...start, email: customer.email } })

  useUnsavedGuard(form.formState.isDirty && !add.isSuccess)

  const submit = useSingleFlight(async (fields: BankAccountFields) => {
    setRefusal(null)
    try {
      await add.mutateAsync(bodyOf(fields))
      toast('Bank account added')
      router.push(back)
      router.refresh()
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })

  return (
    <form data-narrow method="post" noValidate onSubmit={form.handleSubmit(submit)} className="space-y-6">
      <Holder form={form} />
      <Bank form={form} mode={mode} />
      <Card aria-labelledby="holder-address">
        <CardHeader id="holder-address" title="Account holder’s address" />
        <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
          <TextField form={form} name="street_address" label="Street address" className="sm:col-span-2" />
          <TextField form={form} name="city" label="City" />
          <TextField form={form} name="state" label="State" />
          <TextField form={form} name="postcode" label="Postcode" />
          <Field label="Country" error={form.formState.errors.country_code?.message}>
            {(control) => (
              <Select {...control} {...form.register('country_code')} autoComplete="off">
                <CountryOptions countries={countries} />
              </Select>
            )}
          </Field>
        </div>
      </Card>
      {/* Beside the button, because the top of the form may be out of sight. */}
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" pending={add.isPending || add.isSuccess} disabled={!isHydrated}>
          Add bank account
        </Button>
        <Link href={back} className={buttonStyle({ variant: 'secondary' })}>
          Cancel
        </Link>
      </div>
    </form>
  )
}

const EMPTY: BankAccountFields = {
  entity_type: 'PERSONAL',
  first_name: '',
  last_name: '',
  date_of_birth: '',
  company_name: '',
  email: '',
  bank_name: '',
  account_name: '',
  routing_number: '',
  account_number: '',
  account_category: 'Checking',
  street_address: '',
  city: '',
  state: '',
  postcode: '',
  country_code: 'US',
}

/** The contract's body, with address and bank details as nested objects. */
function bodyOf(fields: BankAccountFields) {
  const { country_code, state, city, postcode, street_address, ...rest } = fields
  const { account_name, account_number, routing_number, bank_name, account_category, ...holder } = rest
  const isCompany = fields.entity_type === 'COMPANY'
  return {
    ...holder,
    // Fields of the other kind keep what was typed but are not sent.
    first_name: isCompany ? '' : holder.first_name,
    last_name: isCompany ? '' : holder.last_name,
    date_of_birth: isCompany ? '' : holder.date_of_birth,
    company_name: isCompany ? holder.company_name : '',
    address: { country_code, state, city, postcode, street_address },
    bank_details: { account_name, account_number, routing_number, bank_name, account_category },
  }
}

function Holder({ form }: { form: Form }) {
  const isCompany = form.watch('entity_type') === 'COMPANY'
  return (
    <Card aria-labelledby="holder">
      <CardHeader id="holder" title="Account holder" description="The name the bank has on file" />
      <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
        <Field label="Account holder type">
          {(control) => (
            <Select {...control} {...form.register('entity_type')}>
              <option value="PERSONAL">Individual</option>
              <option value="COMPANY">Company</option>
            </Select>
          )}
        </Field>
        <TextField form={form} name="email" label="Email" type="email" />
        {isCompany ? (
          <TextField form={form} name="company_name" label="Company name" className="sm:col-span-2" />
        ) : (
          <>
            <TextField form={form} name="first_name" label="First name" />
            <TextField form={form} name="last_name" label="Last name" />
            <TextField form={form} name="date_of_birth" label="Date of birth" type="date" hint="Optional" />
          </>
        )}
      </div>
    </Card>
  )
}

function Bank({ form, mode }: { form: Form; mode: Mode }) {
  return (
    <Card aria-labelledby="bank">
      <CardHeader id="bank" title="Bank account" description="A US bank account. Payouts are in USD." />
      <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
        <TextField form={form} name="account_name" label="Account holder name" />
        <TextField form={form} name="bank_name" label="Bank" />
        <TextField
          form={form}
          name="routing_number"
          label="Routing number"
          hint="9 digits (ABA)"
          inputMode="numeric"
        />
        <TextField
          form={form}
          name="account_number"
          label="Account number"
          hint="4 to 17 digits. Stored encrypted."
          inputMode="numeric"
        />
        <Field label="Account type">
          {(control) => (
            <Select {...control} {...form.register('account_category')}>
              <option value="Checking">Checking</option>
              <option value="Savings">Savings</option>
            </Select>
          )}
        </Field>
      </div>
      {mode === 'test' && (
        <SandboxAccounts
          onChoose={(number) => {
            form.setValue('account_number', number, { shouldDirty: true, shouldValidate: true })
            if (!form.getValues('routing_number')) form.setValue('routing_number', '021000021')
          }}
        />
      )}
    </Card>
  )
}

type TextFieldProps = {
  form: Form
  name: FieldName
  label: string
  hint?: string
  type?: 'email' | 'date'
  inputMode?: 'numeric'
  className?: string
}

function TextField({ form, name, label, hint, className, ...input }: TextFieldProps) {
  const error = form.formState.errors[name]?.message
  return (
    <Field label={label} hint={hint} error={error} {...(className ? { className } : {})}>
      {(control) => (
        <Input {...control} {...form.register(name)} {...input} maxLength={255} autoComplete="off" />
      )}
    </Field>
  )
}

const ACCOUNTS = [
  { number: '123456789012', outcome: 'Delivered immediately' },
  { number: '000777777771', outcome: 'Processing for a while, then delivered' },
  { number: '000666666661', outcome: 'Delivered, then returned by the bank' },
  { number: '000111111116', outcome: 'Refused: no such account' },
  { number: '000111111113', outcome: 'Refused: account closed' },
  { number: '000222222227', outcome: 'Refused: the provider has insufficient funds' },
  { number: '000444444440', outcome: 'Accepted, but the response is lost' },
  { number: '000555555559', outcome: 'Times out and is never accepted' },
]

/** Test account numbers and what a payout to each does; a click fills one in. */
function SandboxAccounts({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <details className="border-t px-4 py-3 sm:px-5">
      <summary className="cursor-pointer rounded font-medium text-[0.8125rem]">Test account numbers</summary>
      <p className="mt-1 text-[0.8125rem] text-muted-foreground">
        Each number gives its payouts this outcome. Any other number is delivered immediately. Click one to
        use it.
      </p>
      <ul className="-mx-2 mt-2">
        {ACCOUNTS.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onChoose(number)}
              className="flex w-full flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1.5 text-left text-[0.8125rem] hover:bg-muted"
            >
              <span className="tabular font-mono text-xs leading-5">{number}</span>
              <span className="text-muted-foreground">{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
