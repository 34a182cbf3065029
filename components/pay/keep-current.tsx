'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const LOOKED_AT_MS = 1000

/**
 * Reloads the data when the buyer returns from another tab or by Back, since the invoice may have been paid
 * meanwhile. Polls every `everyMs` while the bank decides.
 */
export function KeepCurrent({ everyMs }: { everyMs: number | null }) {
  const router = useRouter()
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && router.refresh()
    // The back/forward cache restores the page as it was left, including a busy button.
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

/** Tells the vendor that the invoice was opened, once somebody has looked at it for a moment. */
export function NoteView({ token }: { token: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', note)
      // Whether it comes through makes no difference to the buyer.
      const tell = () =>
        fetch(`/api/pay/${token}/opened`, { method: 'POST', keepalive: true }).catch(() => {})
      timer = setTimeout(tell, LOOKED_AT_MS)
    }
    document.addEventListener('visibilitychange', note)
    note()
    return () => {
      document.removeEventListener('visibilitychange', note)
      clearTimeout(timer)
    }
  }, [token])
  return null
}

/**
 * Takes a note, such as that a payment was canceled, out of the address, so that a reload or a copied link doesn't tell it
 * again. What the page shows stays.
 */
export function ForgetNote({ name }: { name: 'canceled' | 'problem' }) {
  useEffect(() => {
    // Next.js follows the address from an effect of its own, which comes after this one.
    queueMicrotask(() => {
      const url = new URL(window.location.href)
      url.searchParams.delete(name)
      window.history.replaceState(null, '', url)
    })
  }, [name])
  return null
}
