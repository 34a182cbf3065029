'use client'

import { useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useState } from 'react'
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

/** Finds a customer by the beginning of its name or email. */
export function CustomerCombobox({ mode, value, onChange, allowsNew, ref, control }: CustomerComboboxProps) {
  const [text, setText] = useState(value ? labelOf(value) : '')
  const [isOpen, setOpen] = useState(false)
  const query = useDeferredValue(value ? '' : text.trim().slice(0, 200))
  const { data } = useQuery({ ...customerSearchQuery(mode, query), enabled: isOpen })
  const options = optionsOf(data?.rows ?? [], text, allowsNew && !value)
  const choose = ({ customer }: { customer: CustomerChoice }) => {
    setText(labelOf(customer))
    setOpen(false)
    onChange(customer)
  }
  const type = (text: string) => {
    setText(text)
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

type CustomerOption = ComboboxOption & { customer: CustomerChoice }

function optionsOf(
  matches: Pick<CustomerRow, 'id' | 'email' | 'name' | 'taxTreatment'>[],
  text: string,
  withNew: boolean,
): CustomerOption[] {
  const email = text.trim()
  const isThere = matches.some((customer) => customer.email.toLowerCase() === email.toLowerCase())
  const options = matches.slice(0, MAX_OPTIONS).map(({ id, email: theirs, name, taxTreatment }) => ({
    key: id,
    title: name,
    detail: theirs === name ? null : theirs,
    customer: { id, email: theirs, name, taxTreatment },
  }))
  if (!withNew || !EMAIL.test(email) || isThere) return options
  return [
    ...options,
    { key: 'new', title: `New customer: ${email}`, customer: { id: null, email, name: email } },
  ]
}

function labelOf({ name, email }: CustomerChoice): string {
  return name === email ? email : `${name} (${email})`
}
