'use client'

import { useEffect } from 'react'

const QUESTION = 'Leave this page? Your changes are not saved.'

/** How many forms on the page have unsaved changes. */
let unsavedCount = 0

/**
 * Asks before a shortcut, the palette or the mode switch leaves the page. True when nothing is unsaved or the
 * user agrees to lose it.
 */
export function mayLeave(): boolean {
  return unsavedCount === 0 || window.confirm(QUESTION)
}

/**
 * Asks before the user leaves a page with unsaved changes: by closing or reloading it, by a link in the same
 * tab, and by Back and Forward where the browser lets a page block them. Code that navigates has to call
 * `mayLeave` first.
 */
export function useUnsavedGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const ask = (event: MouseEvent) => {
      if (!leadsAway(event) || window.confirm(QUESTION)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const { navigation } = window
    unsavedCount += 1
    window.addEventListener('beforeunload', stay)
    // In the capture phase, before the link's own handler starts the navigation.
    document.addEventListener('click', ask, { capture: true })
    // `popstate` would be too late: Next.js handles it first and renders the other page.
    navigation?.addEventListener('navigate', askOnTheWay)
    return () => {
      unsavedCount -= 1
      window.removeEventListener('beforeunload', stay)
      document.removeEventListener('click', ask, { capture: true })
      navigation?.removeEventListener('navigate', askOnTheWay)
    }
  }, [isUnsaved])
}

function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return false
  const { origin, pathname } = window.location
  // For other sites the browser asks by itself.
  return link.origin === origin && link.pathname !== pathname
}

/** For a step to another document the browser asks by itself. */
function askOnTheWay(event: NavigateEvent): void {
  const { destination, navigationType, cancelable } = event
  if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
  if (new URL(destination.url).pathname === window.location.pathname) return
  if (!window.confirm(QUESTION)) event.preventDefault()
}
