import { CountryOptions } from '@/components/forms/country-options'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { BankDetailsInput, BankDetailsProblem } from '@/lib/bank-accounts/bank-details-form'
import { type CountryChoice, US_STATES } from '@/lib/i18n/countries'
import { HolderFields, RoutingNumberField } from './bank-details-fields'
import type { PayTexts } from './texts/pay-texts'

type BankDetailsFormProps = {
  token: string
  vendor: string
  texts: PayTexts['bankDetails']
  input: BankDetailsInput
  /** By their names in the reader's language. */
  countries: CountryChoice[]
  problem: BankDetailsProblem | null
}

const LIMIT = 255

/** A plain form, so that it works without JavaScript; with it, slips are pointed out while they are typed. */
export function BankDetailsForm({ token, vendor, texts, input, countries, problem }: BankDetailsFormProps) {
  const errorOf = (name: BankDetailsProblem) => (problem === name ? texts.problems[name] : undefined)
  return (
    <form method="post" action={`/api/pay/bank-details/${token}`} className="group space-y-6">
      <div>
        <h1 className="wrap-anywhere font-semibold text-lg">{texts.heading({ vendor })}</h1>
        <p className="mt-1 text-muted-foreground">{texts.intro({ vendor })}</p>
      </div>
      {problem && (
        <Notice kind="danger" role="alert" title={texts.problem}>
          {texts.problems[problem]}
        </Notice>
      )}
      <HolderFields texts={holderTextsOf(texts)} input={input} />
      <fieldset className="space-y-4">
        <legend className="mb-3 font-semibold">{texts.account}</legend>
        <Field label={texts.bankName}>
          {(control) => (
            <Input {...control} name="bank_name" defaultValue={input.bank_name} required maxLength={LIMIT} />
          )}
        </Field>
        <RoutingNumberField
          label={texts.routingNumber}
          hint={texts.routingHint}
          wrong={texts.problems.routing_number}
          start={input.routing_number ?? ''}
          isWrong={problem === 'routing_number'}
        />
        {/* Never filled in again: it goes nowhere but into its encrypted column. */}
        <Field label={texts.accountNumber} hint={texts.accountHint} error={errorOf('account_number')}>
          {(control) => (
            <Input
              {...control}
              name="account_number"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              required
              pattern="[ \-]*([0-9][ \-]*){4,17}"
              title={texts.accountHint}
              maxLength={40}
              className="tabular font-mono"
            />
          )}
        </Field>
        <Field label={texts.category}>
          {(control) => (
            <Select {...control} name="account_category" defaultValue={input.account_category ?? 'Checking'}>
              <option value="Checking">{texts.checking}</option>
              <option value="Savings">{texts.savings}</option>
            </Select>
          )}
        </Field>
      </fieldset>
      <fieldset className="space-y-4">
        <legend className="mb-3 font-semibold">{texts.address}</legend>
        <AddressFields texts={texts} input={input} countries={countries} countryError={errorOf('country')} />
      </fieldset>
      <Button type="submit" size="large" className="w-full ring-1 ring-foreground/15 ring-inset">
        {texts.save}
      </Button>
      <p className="text-[0.8125rem] text-muted-foreground">{texts.next({ vendor })}</p>
    </form>
  )
}

/** Only texts reach a client component; the others are functions. */
function holderTextsOf(texts: PayTexts['bankDetails']) {
  const { holder, person, company, firstName, lastName, companyName, nameHint } = texts
  return { holder, person, company, firstName, lastName, companyName, nameHint }
}

type AddressFieldsProps = Pick<BankDetailsFormProps, 'texts' | 'input' | 'countries'> & {
  countryError: string | undefined
}

function AddressFields({ texts, input, countries, countryError }: AddressFieldsProps) {
  return (
    <>
      <Field label={texts.street}>
        {(control) => (
          <Input
            {...control}
            name="street_address"
            defaultValue={input.street_address}
            autoComplete="street-address"
            required
            maxLength={LIMIT}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.city}>
          {(control) => (
            <Input
              {...control}
              name="city"
              defaultValue={input.city}
              autoComplete="address-level2"
              required
              maxLength={LIMIT}
            />
          )}
        </Field>
        <Field label={texts.state}>
          {(control) => (
            <>
              <Input
                {...control}
                name="state"
                defaultValue={input.state}
                autoComplete="address-level1"
                list="us-states"
                required
                maxLength={LIMIT}
              />
              {/* Suggestions: a payee's address may be in any country. */}
              <datalist id="us-states">
                {Object.entries(US_STATES).map(([code, name]) => (
                  <option key={code} value={code} label={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label={texts.postcode}>
          {(control) => (
            <Input
              {...control}
              name="postcode"
              defaultValue={input.postcode}
              autoComplete="postal-code"
              required
              maxLength={LIMIT}
            />
          )}
        </Field>
        <Field label={texts.country} error={countryError}>
          {(control) => (
            <Select
              {...control}
              name="country_code"
              defaultValue={(input.country_code ?? 'US').toUpperCase()}
              autoComplete="country"
            >
              <CountryOptions countries={countries} />
            </Select>
          )}
        </Field>
      </div>
    </>
  )
}
