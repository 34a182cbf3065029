'use client'

import { useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useEffect, useState } from 'react'
import { Combobox, type ComboboxOption } from '@/components/ui/combobox'
import type { Mode } from '@/lib/auth/mode'
import type { CustomerRow } from '@/lib/customers/customer-list'
import { customerSearchQuery } from './customer-queries'

/** A customer of the account; `id` is null for an email without a customer. */
export type CustomerChoice = {
  id: string | null
  email: string
  name: string
  /** Unknown for an email without a customer. */
  taxTreatment?: CustomerRow['taxTreatment'] | undefined
}

type CustomerComboboxProps = {
  mode: Mode
  value: CustomerChoice | null
  onChange: (customer: CustomerChoice | null) => void
  /** True if an email that no customer has yet can be chosen. */
  allowsNew: boolean
  /** The input, so that the form can focus it. */
  ref?: Ref<HTMLInputElement>
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
}

const MAX_OPTIONS = 8
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Finds a customer by the beginning of its name or email. A customer’s whole email chooses it. */
export function CustomerCombobox({ mode, value, onChange, allowsNew, ref, control }: CustomerComboboxProps) {
  const [text, setText] = useState(value ? labelOf(value) : '')
  const [isOpen, setOpen] = useState(false)
  const [hasTyped, setTyped] = useState(false)
  const query = useDeferredValue(value?.id ? '' : text.trim().slice(0, 200))
  const { data } = useQuery({ ...customerSearchQuery(mode, query), enabled: isOpen })
  const customer = hasTyped && !value?.id ? customerOfEmail(text, data?.rows ?? []) : null
  // The text stays as it is: there may be more to type.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each customer who has the email.
  useEffect(() => {
    if (!customer) return
    setOpen(false)
    onChange(customer)
  }, [customer?.id])
  const options = optionsOf(data?.rows ?? [], text, allowsNew && !value)
  const choose = ({ customer }: { customer: CustomerChoice }) => {
    setText(labelOf(customer))
    setOpen(false)
    onChange(customer)
  }
  const type = (text: string) => {
    setText(text)
    setTyped(true)
    setOpen(true)
    // Typing clears the choice; a complete email counts as one.
    const email = text.trim()
    onChange(allowsNew && EMAIL.test(email) ? { id: null, email, name: email } : null)
  }
  return (
    <Combobox
      {...(ref ? { ref } : {})}
      control={control}
      label="Customers"
      text={text}
      options={options}
      isOpen={isOpen}
      onOpen={(opens) => setOpen(opens && !value)}
      onType={type}
      onChoose={choose}
      maxLength={254}
      placeholder={allowsNew ? 'Name, or a new customer’s email' : 'Name or email'}
    />
  )
}

type CustomerMatch = Pick<CustomerRow, 'id' | 'email' | 'name' | 'taxTreatment'>

function customerOfEmail(text: string, matches: CustomerMatch[]): CustomerChoice | null {
  const email = text.trim().toLowerCase()
  const match = matches.find((customer) => customer.email.toLowerCase() === email)
  return match ? choiceOf(match) : null
}

function choiceOf({ id, email, name, taxTreatment }: CustomerMatch): CustomerChoice {
  return { id, email, name, taxTreatment }
}

type CustomerOption = ComboboxOption & { customer: CustomerChoice }

function optionsOf(matches: CustomerMatch[], text: string, withNew: boolean): CustomerOption[] {
  const email = text.trim()
  const options = matches.slice(0, MAX_OPTIONS).map((match) => ({
    key: match.id,
    title: match.name,
    detail: match.email === match.name ? null : match.email,
    customer: choiceOf(match),
  }))
  if (!withNew || !EMAIL.test(email) || customerOfEmail(text, matches)) return options
  return [
    ...options,
    { key: 'new', title: `New customer: ${email}`, customer: { id: null, email, name: email } },
  ]
}

function labelOf({ name, email }: CustomerChoice): string {
  return name === email ? email : `${name} (${email})`
}
