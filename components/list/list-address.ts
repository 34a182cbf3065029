'use client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import { type ListView, LOOK_PARAMETERS } from '@/lib/lists/list-query'

const PLACE = ['after', 'before']

/**
 * What the list shows, kept in the page's address: a reload, a bookmark and the Back button find it
 * again. Any change but that of the page begins at the first page.
 */
export function useListAddress() {
  const params = useSearchParams()
  const asked = new URLSearchParams(params)
  for (const name of LOOK_PARAMETERS) asked.delete(name)

  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(window.location.search)
    if (!Object.keys(changes).every((name) => LOOK_PARAMETERS.includes(name))) {
      for (const name of PLACE) next.delete(name)
    }
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const search = next.toString()
    // Next.js follows the address; a navigation of its own would draw the whole page again.
    window.history.pushState(null, '', search ? `?${search}` : window.location.pathname)
  }

  return { params, search: asked.toString(), change }
}

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

/** A page of a list of the dashboard. `search` is the query that the list's operation reads. */
export const listQuery = <Row>(mode: Mode, path: string, search: string) =>
  queryOptions({
    queryKey: [mode, 'list', path, search],
    queryFn: ({ signal }) => requestJson<ListView<Row>>(listUrl(mode, path, search), { signal }),
    // The page before stays until the next one is there.
    placeholderData: keepPreviousData,
  })

export function listUrl(mode: Mode, path: string, search: string): string {
  return `${path}?mode=${mode}${search ? `&${search}` : ''}`
}
