'use client'

import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useDeferredValue, useId, useState } from 'react'
import { Input } from '@/components/ui/field'
import type { Mode } from '@/lib/auth/mode'
import { classNames } from '../ui/class-names'
import { customerSearchQuery } from './customer-queries'

/** A customer of the account; `id` is null for an email without a customer. */
export type ChosenCustomer = { id: string | null; email: string; name: string }

type CustomerComboboxProps = {
  mode: Mode
  value: ChosenCustomer | null
  onChange: (customer: ChosenCustomer | null) => void
  /** Whether an email without a customer can be chosen. */
  allowsNew: boolean
  /** The input, so that the form can focus it. */
  ref?: Ref<HTMLInputElement>
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
}

const MOST_SHOWN = 8
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Finds a customer by the beginning of its name or email (WAI-ARIA combobox with a listbox). */
export function CustomerCombobox({ mode, value, onChange, allowsNew, ref, control }: CustomerComboboxProps) {
  const [text, setText] = useState(value ? labelOf(value) : '')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const searched = useDeferredValue(value ? '' : text.trim().slice(0, 200))
  const { data } = useQuery({ ...customerSearchQuery(mode, searched), enabled: isOpen })
  const options = optionsOf(data?.rows ?? [], text, allowsNew && !value)
  const choose = (option: ChosenCustomer) => {
    setText(labelOf(option))
    setOpen(false)
    onChange(option)
  }
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
    setOpen(true)
    // Typing clears the choice; a complete email counts as one.
    const email = typed.trim()
    onChange(allowsNew && EMAIL.test(email) ? { id: null, email, name: email } : null)
  }
  const press = (event: KeyboardEvent) => {
    const option = isOpen ? options[active] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(isOpen ? (active + step + options.length) % Math.max(options.length, 1) : 0)
      setOpen(true)
    } else if (event.key === 'Enter' && option) {
      event.preventDefault()
      choose(option)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <div className="relative">
      <Input
        {...control}
        ref={ref}
        role="combobox"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[active] ? `${listId}-${active}` : undefined}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        // Opens on click rather than focus, so that the list does not cover the error below the field.
        onClick={() => setOpen(!value)}
        onBlur={() => setOpen(false)}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        placeholder={allowsNew ? 'Name, or a new customer’s email' : 'Name or email'}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Customers"
        hidden={!isOpen || options.length === 0}
        className="appear absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-xl border bg-surface p-1.5 shadow-float"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
          <div
            key={option.id ?? 'new'}
            id={`${listId}-${index}`}
            ref={index === active ? scrollIntoList : null}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The input keeps the focus: a blur would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(option)}
            className={classNames('cursor-default rounded-md px-2.5 py-1.5', index === active && 'bg-muted')}
          >
            <span className="block truncate">
              {option.id ? option.name : `New customer: ${option.email}`}
            </span>
            {option.id && option.email !== option.name && (
              <span className="block truncate text-[0.8125rem] text-muted-foreground">{option.email}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Keeps the active option in view when the arrow keys move past the visible ones. */
function scrollIntoList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

function optionsOf(
  found: { id: string; email: string; name: string }[],
  text: string,
  withNew: boolean,
): ChosenCustomer[] {
  const email = text.trim()
  const isThere = found.some((customer) => customer.email.toLowerCase() === email.toLowerCase())
  const fresh = withNew && EMAIL.test(email) && !isThere ? [{ id: null, email, name: email }] : []
  return [
    ...found.slice(0, MOST_SHOWN).map(({ id, email: known, name }) => ({ id, email: known, name })),
    ...fresh,
  ]
}

function labelOf({ name, email }: ChosenCustomer): string {
  return name === email ? email : `${name} (${email})`
}
