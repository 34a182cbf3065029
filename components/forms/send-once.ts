'use client'
import { useRef, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and until React has taken the page over: what needs a script can't be used before. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * The work, one call at a time: a call while another is under way does nothing. State would be too late
 * for that, since both clicks of a double click come before anything is drawn again.
 */
export function useSingleFlight<Arguments extends unknown[]>(
  work: (...given: Arguments) => Promise<unknown>,
): (...given: Arguments) => Promise<void> {
  const busy = useRef(false)
  return async (...given) => {
    if (busy.current) return
    busy.current = true
    try {
      await work(...given)
    } finally {
      busy.current = false
    }
  }
}

/**
 * A new Idempotency-Key for what a form sends. By random bytes, since `randomUUID` is kept from pages that
 * came over plain HTTP.
 */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `form-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
