'use client'

import { useEffect } from 'react'

const QUESTION = 'Leave this page? Your changes are not saved.'

/** How many forms of the page hold something that is not saved. */
let unsavedCount = 0

/**
 * Whether the page may be left by a key, the palette or the mode switch, which no link stands for: nothing
 * is typed in it, or the person agrees to lose it.
 */
export function mayLeave(): boolean {
  return unsavedCount === 0 || window.confirm(QUESTION)
}

/**
 * Asks before a page with something typed in it is left: by closing or reloading it, by any link that leads
 * away from it in the same tab, and by Back and Forward where the browser lets a page hold them up. What
 * leads away by a script asks `mayLeave` first.
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
    // While it goes down, before the link's own handler has begun the navigation.
    document.addEventListener('click', ask, { capture: true })
    // A `popstate` would be too late: Next.js hears it first, and draws the other page.
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
  // Another site is left to the browser's own question.
  return link.origin === origin && link.pathname !== pathname
}

/** Of a step to another document the browser asks by itself. */
function askOnTheWay(event: NavigateEvent): void {
  const { destination, navigationType, cancelable } = event
  if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
  if (new URL(destination.url).pathname === window.location.pathname) return
  if (!window.confirm(QUESTION)) event.preventDefault()
}
