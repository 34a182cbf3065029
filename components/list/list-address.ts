'use client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import { type ListView, VIEW_PARAMETERS } from '@/lib/lists/list-view'

const CURSORS = ['after', 'before']

/**
 * The list's state, kept in the page's URL, so that reloading, bookmarks and Back restore it. Any change but
 * that of the page returns to the first page.
 */
export function useListAddress() {
  const params = useSearchParams()
  const query = new URLSearchParams(params)
  for (const name of VIEW_PARAMETERS) query.delete(name)

  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(window.location.search)
    if (!Object.keys(changes).every((name) => VIEW_PARAMETERS.includes(name))) {
      for (const name of CURSORS) next.delete(name)
    }
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const search = next.toString()
    // Next.js picks up the new URL; `router.push` would render the whole page again.
    window.history.pushState(null, '', search ? `?${search}` : window.location.pathname)
  }

  return { params, search: query.toString(), change }
}

/** Shows the first page of a list, if the page has one: a cursor belongs to the list of one account. */
export function leaveListPage(): void {
  const params = new URLSearchParams(window.location.search)
  if (!CURSORS.some((name) => params.has(name))) return
  for (const name of CURSORS) params.delete(name)
  window.history.replaceState(null, '', `?${params}`)
}

type AddressField = {
  /** The text shown in the field. */
  text: string
  type: (text: string) => void
  /** Writes the text to the URL without waiting for more input. */
  put: (text: string) => void
}

type AddressFieldOptions = {
  name: string
  /** The value from the URL. */
  value: string
  change: (changes: Record<string, string | null>) => void
  /** Delay from the last keystroke to the change of the URL; none by default. */
  delayMs?: number
}

/**
 * A field whose text is kept in the page's URL. The page lags behind the URL and both lag behind a fast
 * typist, so the typed text stands until they have caught up.
 */
export function useAddressField({ name, value, change, delayMs = 0 }: AddressFieldOptions): AddressField {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back changes the URL without a keystroke here.
  useEffect(() => {
    if (timer.current === undefined && textInAddress(name) === value) setText(value)
  }, [name, value])

  const put = (text: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (text.trim() !== textInAddress(name)) change({ [name]: text.trim() || null })
  }
  const type = (text: string) => {
    setText(text)
    clearTimeout(timer.current)
    if (delayMs > 0) timer.current = setTimeout(put, delayMs, text)
    else put(text)
  }
  return { text, type, put }
}

function textInAddress(name: string): string {
  return new URLSearchParams(window.location.search).get(name) ?? ''
}

/** One page of a list. `search` is the query string that the list's operation reads. */
export const listQuery = <Row>(mode: Mode, path: string, search: string) =>
  queryOptions({
    queryKey: [mode, 'list', path, search],
    queryFn: ({ signal }) => requestJson<ListView<Row>>(listUrl(mode, path, search), { signal }),
    // Keep showing the previous page until the next one arrives.
    placeholderData: keepPreviousData,
  })

export function listUrl(mode: Mode, path: string, search: string): string {
  return `${path}?mode=${mode}${search ? `&${search}` : ''}`
}
