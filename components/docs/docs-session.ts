'use client'

import { useSyncExternalStore } from 'react'

/*
 * The test key and the ids of earlier answers, which samples and requests in the page use. They are in session
 * storage, so they belong to one tab and end with it.
 */

export type DocsSession = {
  /** A test key; null until one is created or pasted. */
  key: string | null
  /** The latest id of each kind, by its placeholder: `CUSTOMER_ID`. */
  ids: Readonly<Record<string, string>>
}

const STORED_AS = 'docs-session'
const CHANGED = 'docs-session-changed'
const EMPTY: DocsSession = { key: null, ids: {} }

/** The same object until something changes, as React asks of a store. */
let read: { text: string | null; session: DocsSession } = { text: null, session: EMPTY }

export function useDocsSession(): DocsSession {
  return useSyncExternalStore(subscribe, docsSession, () => EMPTY)
}

export function docsSession(): DocsSession {
  const text = sessionStorage.getItem(STORED_AS)
  if (text !== read.text) read = { text, session: text === null ? EMPTY : (JSON.parse(text) as DocsSession) }
  return read.session
}

/** A key of another account knows none of the ids. */
export function keepTestKey(key: string): void {
  store({ key, ids: {} })
}

/** Also on signing out, so that nobody after finds the key in this tab. */
export function forgetTestKey(): void {
  sessionStorage.removeItem(STORED_AS)
  window.dispatchEvent(new Event(CHANGED))
}

/** Keeps the ids of the objects in an answer: `customer.id` becomes `CUSTOMER_ID`. */
export function keepIds(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return
  const entries = Object.entries(answer).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? [[`${name.toUpperCase()}_ID`, value.id] as const]
      : [],
  )
  if (entries.length === 0) return
  const session = docsSession()
  store({ ...session, ids: { ...session.ids, ...Object.fromEntries(entries) } })
}

/** Puts what the tab knows in place of the placeholders. */
export function filledIn(text: string, { key, ids }: DocsSession): string {
  const values: DocsSession['ids'] = { ...ids, ...(key ? { YOUR_API_KEY: key } : {}) }
  return text.replace(/[A-Z_]+/g, (name) => values[name] ?? name)
}

function store(session: DocsSession): void {
  sessionStorage.setItem(STORED_AS, JSON.stringify(session))
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  return () => window.removeEventListener(CHANGED, onChange)
}
