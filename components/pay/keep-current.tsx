'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Reads the page again when the buyer comes back to it, from another tab or by the Back button: the invoice
 * may have been paid meanwhile. With `everyMs` also while the buyer waits for the bank.
 */
export function KeepCurrent({ everyMs }: { everyMs: number | null }) {
  const router = useRouter()
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && router.refresh()
    // Out of the browser's memory the page comes back as it was left, form, busy button and all.
    const comeBack = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', comeBack)
    const timer = everyMs === null ? null : setInterval(look, everyMs)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', comeBack)
      if (timer !== null) clearInterval(timer)
    }
  }, [router, everyMs])
  return null
}
