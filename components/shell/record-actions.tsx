'use client'

import { useEffect, useSyncExternalStore } from 'react'

/** Something to do with the open record: a page to open, a text to copy, or what its page does itself. */
export type RecordAction = { text: string } & (
  | { href: string }
  | { copies: string }
  | { onSelect: () => void }
)

type OpenRecord = {
  title: string
  actions: RecordAction[]
  /** The action of the key `e`, for a member who may edit the record. */
  onEdit?: (() => void) | undefined
}

let open: OpenRecord | null = null
const listeners = new Set<() => void>()

/** The record whose page is open, for the palette and the keys. */
export function useOpenRecord(): OpenRecord | null {
  return useSyncExternalStore(
    watch,
    () => open,
    () => null,
  )
}

/** Offers the actions of the open record in the palette and by key, while its page is there. Renders nothing. */
export function RecordActions({ title, actions, onEdit }: OpenRecord) {
  useEffect(() => {
    const record = { title, actions, onEdit }
    change(record)
    return () => {
      if (open === record) change(null)
    }
  })
  return null
}

function change(record: OpenRecord | null): void {
  open = record
  for (const notify of listeners) notify()
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
