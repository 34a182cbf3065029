'use client'
import { useRef, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and until hydration, so that controls that need JavaScript start out disabled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * Runs the work one call at a time and ignores calls while one is running. A ref rather than state, because
 * both clicks of a double click arrive before the next render.
 */
export function useSingleFlight<Arguments extends unknown[]>(
  work: (...args: Arguments) => Promise<unknown>,
): (...args: Arguments) => Promise<void> {
  const busy = useRef(false)
  return async (...args) => {
    if (busy.current) return
    busy.current = true
    try {
      await work(...args)
    } finally {
      busy.current = false
    }
  }
}

/**
 * The same for the action of a dialog. A refusal, which the dialog shows from its mutation's state, skips the steps
 * that follow the mutation, and goes no further.
 */
export function useDialogAction<Arguments extends unknown[]>(
  work: (...args: Arguments) => Promise<unknown>,
): (...args: Arguments) => Promise<void> {
  return useSingleFlight((...args: Arguments) => work(...args).catch(() => undefined))
}

/**
 * A new Idempotency-Key for a form. Built from random bytes because `randomUUID` is unavailable to pages
 * loaded over plain HTTP.
 */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `form-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A new UUID, from random bytes for the same reason. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
