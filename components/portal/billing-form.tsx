import { CountryOptions } from '@/components/forms/country-options'
import type { PayTexts } from '@/components/pay/texts/pay-texts'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { MAX_TAX_ID_CHARACTERS } from '@/lib/customers/customer-fields'
import type { CountryChoice } from '@/lib/i18n/countries'
import { MAX_PHONE_CHARACTERS } from '@/lib/i18n/phone'
import { taxIdDoubt } from '@/lib/money/tax-id'
import type { BillingFields } from '@/lib/portal/billing-details'

type BillingFormProps = {
  portalKey: string
  vendor: string
  fields: BillingFields
  countries: CountryChoice[]
  /** True once they are saved, where something is to be checked. */
  isSaved: boolean
  /** What the server refused. */
  problem: 'text' | 'too_many' | null
  texts: PayTexts
}

const LIMIT = 255
const LIMITS: Partial<Record<keyof BillingFields, number>> = {
  tax_id: MAX_TAX_ID_CHARACTERS,
  phone: MAX_PHONE_CHARACTERS,
}

/** The customer’s own address, tax ID and phone. A plain form, so that it works without JavaScript. */
export function BillingForm({
  portalKey,
  vendor,
  fields,
  countries,
  isSaved,
  problem,
  texts,
}: BillingFormProps) {
  const words = texts.portal.details
  const doubt = taxIdDoubt(fields.tax_id, fields.country) && (
    <span className="text-warning">{words.taxIdDoubt}</span>
  )
  const text = (name: keyof BillingFields, label: string, autoComplete: string, className?: string) => (
    <Field label={label} hint={name === 'tax_id' ? doubt : undefined} {...(className ? { className } : {})}>
      {(control) => (
        <Input
          {...control}
          name={name}
          {...(name === 'phone' ? { type: 'tel' } : {})}
          defaultValue={fields[name]}
          maxLength={LIMITS[name] ?? LIMIT}
          autoComplete={autoComplete}
        />
      )}
    </Field>
  )
  return (
    <form method="post" action={`/api/pay/portal/${portalKey}/details`} className="space-y-5">
      <div>
        <h1 className="font-semibold text-lg">{words.title}</h1>
        <p className="wrap-anywhere mt-1 text-muted-foreground">{words.intro({ vendor })}</p>
      </div>
      {problem && (
        <Notice kind="danger" role="alert">
          {texts.bankDetails.problems[problem]}
        </Notice>
      )}
      {isSaved && (
        <Notice kind="success" role="status">
          {words.saved}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('address_line1', words.line1, 'address-line1', 'sm:col-span-2')}
        {text('address_line2', words.line2, 'address-line2', 'sm:col-span-2')}
        {text('city', words.city, 'address-level2')}
        {text('state', words.state, 'address-level1')}
        {text('zip', words.postcode, 'postal-code')}
        <Field label={words.country}>
          {(control) => (
            <Select {...control} name="country" defaultValue={fields.country} autoComplete="country">
              <option value="">{words.notGiven}</option>
              <CountryOptions countries={countries} kept={fields.country} />
            </Select>
          )}
        </Field>
        {text('tax_id', texts.summary.taxId, 'off')}
        {text('phone', words.phone, 'tel')}
      </div>
      <Button type="submit" size="large" className="ring-1 ring-foreground/15 ring-inset">
        {words.save}
      </Button>
    </form>
  )
}
