'use client'

import { useEffect } from 'react'
import { HYDRATED_EVENT } from './early-clicks'

/** Tells the script of early clicks that React has hydrated the page. */
export function HydrationSignal() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED_EVENT))
  }, [])
  return null
}
