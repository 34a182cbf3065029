'use client'

import { useSyncExternalStore } from 'react'

/** Whether the browser knows of a network. False only if it surely has none. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchConnection, isOnline, () => true)
}

export function isOnline(): boolean {
  // Tests of what sends requests run without a browser.
  return globalThis.navigator?.onLine !== false
}

function watchConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Tells the user why the page stays. */
let tell: (() => void) | null = null

/** True without a network, and the user is told: for code that is about to leave the page. */
export function stayOffline(): boolean {
  if (isOnline()) return false
  tell?.()
  return true
}

/**
 * Keeps the open page while there is no network: the browser would put a page of its own in its place, and what was typed
 * would be gone. Returns what ends that.
 */
export function stayWhileOffline(onStay: () => void): () => void {
  const holdClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin !== window.location.origin || link.target === '_blank') return
    if ((link.pathname === window.location.pathname && link.hash) || !stayOffline()) return
    event.preventDefault()
    event.stopPropagation()
  }
  // A page that a program goes to: Next.js asks the server for it and, without an answer, loads the whole document.
  const holdDocument = (event: NavigateEvent) => {
    const { cancelable, destination, navigationType } = event
    if (!cancelable || destination.sameDocument || navigationType === 'traverse') return
    if (stayOffline()) event.preventDefault()
  }
  const { navigation } = window
  tell = onStay
  document.addEventListener('click', holdClick, { capture: true })
  navigation?.addEventListener('navigate', holdDocument)
  return () => {
    tell = null
    document.removeEventListener('click', holdClick, { capture: true })
    navigation?.removeEventListener('navigate', holdDocument)
  }
}
