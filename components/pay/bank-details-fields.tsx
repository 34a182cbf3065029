'use client'

import { useState } from 'react'
import { useHydrated } from '@/components/forms/send-once'
import { Field, Input, Radio } from '@/components/ui/field'
import { isRoutingNumber } from '@/lib/money/routing-number'

/* The fields that are checked while they are typed. Without JavaScript, the server checks them alone. */

type HolderTexts = Record<
  'holder' | 'person' | 'company' | 'firstName' | 'lastName' | 'companyName' | 'nameHint',
  string
>

type HolderFieldsProps = {
  texts: HolderTexts
  input: { entity_type?: string; first_name?: string; last_name?: string; company_name?: string }
}

const NAME_CHARACTERS = 120

export function HolderFields({ texts, input }: HolderFieldsProps) {
  const [kind, setKind] = useState(input.entity_type === 'COMPANY' ? 'COMPANY' : 'PERSONAL')
  const isHydrated = useHydrated()
  const choice = (value: string, label: string) => (
    <label className="flex items-center gap-2">
      <Radio
        name="entity_type"
        value={value}
        id={value === 'COMPANY' ? 'company' : undefined}
        defaultChecked={kind === value}
        onChange={() => setKind(value)}
      />
      {label}
    </label>
  )
  // Both are in the page, and the style shows the one that is chosen.
  return (
    <fieldset className="space-y-4">
      <legend className="mb-3 font-semibold">{texts.holder}</legend>
      <div className="flex gap-6">
        {choice('PERSONAL', texts.person)}
        {choice('COMPANY', texts.company)}
      </div>
      <div className="grid gap-4 group-has-[#company:checked]:hidden sm:grid-cols-2">
        <NameField
          name="first_name"
          label={texts.firstName}
          hint={texts.nameHint}
          start={input.first_name}
          autoComplete="given-name"
          required={isHydrated && kind === 'PERSONAL'}
          mayHaveDigits={false}
        />
        <NameField
          name="last_name"
          label={texts.lastName}
          hint={texts.nameHint}
          start={input.last_name}
          autoComplete="family-name"
          required={isHydrated && kind === 'PERSONAL'}
          mayHaveDigits={false}
        />
      </div>
      <div className="hidden group-has-[#company:checked]:block">
        <NameField
          name="company_name"
          label={texts.companyName}
          hint={texts.nameHint}
          start={input.company_name}
          autoComplete="organization"
          required={isHydrated && kind === 'COMPANY'}
          mayHaveDigits
        />
      </div>
    </fieldset>
  )
}

type NameFieldProps = {
  name: string
  label: string
  hint: string
  start: string | undefined
  autoComplete: string
  required: boolean
  /** As some companies’ names do. */
  mayHaveDigits: boolean
}

/** An email or a number in a name’s place is a slip, which the bank would refuse days later. */
function isStrange(name: string, mayHaveDigits: boolean): boolean {
  return name.includes('@') || (!mayHaveDigits && /\p{Nd}/u.test(name))
}

function NameField({ name, label, hint, start = '', mayHaveDigits, ...props }: NameFieldProps) {
  const [text, setText] = useState(start)
  const error = isStrange(text, mayHaveDigits) ? hint : undefined
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          {...props}
          name={name}
          defaultValue={start}
          maxLength={NAME_CHARACTERS}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Field>
  )
}

type RoutingNumberFieldProps = { label: string; hint: string; wrong: string; start: string; isWrong: boolean }

const DIGITS = 9

/** Says that the check digit is wrong as soon as there are nine. */
export function RoutingNumberField({ label, hint, wrong, start, isWrong }: RoutingNumberFieldProps) {
  const [text, setText] = useState(start)
  const isSlip = text.length >= DIGITS && !isRoutingNumber(text, { checksum: true })
  const error = isSlip || (isWrong && text === start) ? wrong : undefined
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          name="routing_number"
          defaultValue={start}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          required
          pattern="[0-9]{9}"
          title={hint}
          maxLength={DIGITS}
          className="tabular font-mono"
          onChange={(event) => {
            const { value } = event.target
            setText(value)
            const isBad = value.length === DIGITS && !isRoutingNumber(value, { checksum: true })
            event.target.setCustomValidity(isBad ? wrong : '')
          }}
        />
      )}
    </Field>
  )
}
