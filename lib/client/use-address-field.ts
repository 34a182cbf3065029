import { useEffect, useRef, useState } from 'react'

type AddressField = {
  /** What the field shows. */
  typed: string
  type: (text: string) => void
  /** Takes a text into the address without waiting for more of it. */
  put: (text: string) => void
}

type AddressFieldOptions = {
  name: string
  /** What the page has from the address. */
  value: string
  change: (changes: Record<string, string | null>) => void
  /** How long after the last letter the address changes; at once without it. */
  delayMs?: number
}

/**
 * A field whose text is kept in the page's address. The page follows the address a moment later, and who
 * types fast is ahead of both: what was typed stands until they have caught up with it.
 */
export function useAddressField({ name, value, change, delayMs = 0 }: AddressFieldOptions): AddressField {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The Back button changes the address without a key pressed here.
  useEffect(() => {
    if (timer.current === undefined && textInAddress(name) === value) setTyped(value)
  }, [name, value])

  const put = (text: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (text.trim() !== textInAddress(name)) change({ [name]: text.trim() || null })
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    if (delayMs > 0) timer.current = setTimeout(put, delayMs, text)
    else put(text)
  }
  return { typed, type, put }
}

function textInAddress(name: string): string {
  return new URLSearchParams(window.location.search).get(name) ?? ''
}
