'use client'

import { useRef } from 'react'

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
