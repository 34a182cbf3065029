'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and until React has taken the page over: what needs a script can't be used before. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
