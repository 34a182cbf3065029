'use client'

import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { classNames } from './class-names'
import { Input } from './field'

export type ComboboxOption = { key: string; title: ReactNode; detail?: ReactNode }

type ComboboxProps<Option extends ComboboxOption> = {
  text: string
  options: Option[]
  /** Names the list of options. */
  label: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onType: (text: string) => void
  onChoose: (option: Option) => void
  onBlur?: () => void
  /** The input, so that the form can focus it. */
  ref?: Ref<HTMLInputElement>
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
  /** Pushes down what follows in place of covering it, within a dialog that would cut the list off. */
  isInline?: boolean
  /** Enter chooses nothing until an arrow key has: the text counts as it is. */
  isFree?: boolean
  /** Looks like a select, for a choice that always has a value. */
  hasArrow?: boolean
  maxLength: number
  placeholder: string
}

/** A text field with a list of suggestions (WAI-ARIA combobox with a listbox). */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { text, options, label, isOpen, onOpen, onType, onChoose, onBlur, ref, control, ...look } = props
  const { isInline, hasArrow, isFree, ...input } = look
  /** Below zero until the arrow keys or the mouse move. */
  const [moved, setActive] = useState(-1)
  const active = moved < 0 && !isFree ? 0 : moved
  const listId = useId()
  const press = (event: KeyboardEvent) => {
    const option = isOpen ? options[active] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = active < 0 && step < 0 ? options.length - 1 : active + step
      setActive(isOpen ? (next + options.length) % Math.max(options.length, 1) : 0)
      onOpen(true)
    } else if (event.key === 'Enter' && option) {
      event.preventDefault()
      onChoose(option)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      // The native event's too: a dialog around the field listens on the document.
      event.nativeEvent.stopImmediatePropagation()
      onOpen(false)
    }
  }
  return (
    <div className="relative">
      <Input
        {...control}
        {...input}
        ref={ref}
        role="combobox"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[active] ? `${listId}-${active}` : undefined}
        value={text}
        onChange={({ target }) => {
          setActive(-1)
          onType(target.value)
        }}
        onKeyDown={press}
        // Opens on click rather than focus, so that the list does not cover the error below the field.
        onClick={() => {
          setActive(-1)
          onOpen(true)
        }}
        onBlur={() => {
          onOpen(false)
          onBlur?.()
        }}
        autoComplete="off"
        spellCheck={false}
        {...(hasArrow ? { className: 'pr-9' } : {})}
      />
      {hasArrow && (
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-3 right-3 size-4 text-muted-foreground sm:top-2.5"
        />
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={!isOpen || options.length === 0}
        className={classNames(
          'appear mt-1 overflow-y-auto rounded-xl border bg-surface p-1.5',
          isInline ? 'max-h-48' : 'absolute inset-x-0 top-full z-20 max-h-72 shadow-float',
        )}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
          <div
            key={option.key}
            id={`${listId}-${index}`}
            ref={index === active ? scrollIntoList : null}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The input keeps the focus: a blur would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => onChoose(option)}
            className={classNames('cursor-default rounded-md px-2.5 py-1.5', index === active && 'bg-muted')}
          >
            <span className="block truncate">{option.title}</span>
            {option.detail && (
              <span className="block truncate text-[0.8125rem] text-muted-foreground">{option.detail}</span>
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
