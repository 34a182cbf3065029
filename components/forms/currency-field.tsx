'use client'

import { useState } from 'react'
import { Combobox, type ComboboxOption } from '@/components/ui/combobox'
import { currencyLabel, currencyName } from '@/components/ui/money'

type CurrencyFieldProps = {
  value: string
  onChange: (currency: string) => void
  /** ISO codes in any order. */
  currencies: string[]
  isInline?: boolean
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
}

/** Offered before a vendor has used any other. */
const COMMON = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY']
const RECENT_KEY = 'counterfoil-currencies'
const MAX_RECENT = 5

/** Finds a currency by its code or name, those used last first. */
export function CurrencyField({
  value,
  onChange,
  currencies,
  isInline = false,
  control,
}: CurrencyFieldProps) {
  const [search, setSearch] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const options = isOpen ? optionsFor(currencies, search ?? '') : []
  const close = () => {
    setOpen(false)
    setSearch(null)
  }
  return (
    <Combobox
      hasArrow
      control={control}
      label="Currencies"
      isInline={isInline}
      text={search ?? currencyLabel(value)}
      options={options}
      isOpen={isOpen}
      onOpen={(opens) => (opens ? setOpen(true) : close())}
      onType={(text) => {
        setSearch(text)
        setOpen(true)
        // A whole code needs no further key.
        const code = text.trim().toUpperCase()
        if (currencies.includes(code)) {
          onChange(code)
          remember(code)
        }
      }}
      onChoose={({ key }) => {
        onChange(key)
        remember(key)
        close()
      }}
      maxLength={40}
      placeholder="Code or name"
    />
  )
}

function optionsFor(currencies: string[], text: string): ComboboxOption[] {
  const first = [...recent(), ...COMMON].filter((code) => currencies.includes(code))
  const query = text.trim().toLowerCase()
  const words = (code: string) => [code, ...currencyName(code).split(' ')].map((word) => word.toLowerCase())
  return [...new Set([...first, ...currencies])]
    .filter(
      (code) =>
        query === '' ||
        currencyName(code).toLowerCase().includes(query) ||
        words(code).some((word) => word.startsWith(query)),
    )
    .sort((a, b) => Number(b.toLowerCase() === query) - Number(a.toLowerCase() === query))
    .map((code) => ({ key: code, title: currencyLabel(code) }))
}

function recent(): string[] {
  try {
    const codes: unknown = JSON.parse(window.localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
  } catch (error) {
    // Storage that is off or was written by something else: no recents.
    if (error instanceof DOMException || error instanceof SyntaxError) return []
    throw error
  }
}

function remember(code: string): void {
  try {
    window.localStorage.setItem(
      RECENT_KEY,
      JSON.stringify([...new Set([code, ...recent()])].slice(0, MAX_RECENT)),
    )
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
