'use client'

import { useEffect } from 'react'
import { stayOffline } from '@/components/browser/connection'

/** Asks the user whether to leave; set by the dialog that is on every page of the dashboard. */
type AskToLeave = () => Promise<boolean>

let ask: AskToLeave | null = null
let answer: Promise<boolean> | null = null

/** The number of forms on the page with unsaved changes. */
let unsavedCount = 0

/** Set while a navigation that the user agreed to is repeated. */
let isAgreed = false

/** Sets who asks the user; returns the function that takes that back. */
export function askToLeaveBy(handler: AskToLeave): () => void {
  ask = handler
  return () => {
    ask = null
  }
}

/**
 * Asks before a shortcut, the palette or the mode switch leaves the page. True when nothing is unsaved or the
 * user agrees to lose it; false without a network, since no page would come. Several ways out at once ask once.
 */
export async function mayLeave(): Promise<boolean> {
  if (stayOffline()) return false
  if (unsavedCount === 0 || !ask) return true
  answer ??= ask().finally(() => {
    answer = null
  })
  return answer
}

/**
 * Asks before the user leaves a page with unsaved changes: by a link in the same tab, and by Back and Forward where
 * the browser lets a page block them; closing or reloading is asked about by the browser itself. Code that navigates
 * has to call `mayLeave` first.
 */
export function useUnsavedGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const { navigation } = window
    unsavedCount += 1
    window.addEventListener('beforeunload', stay)
    // In the capture phase, before the link's own handler starts the navigation.
    document.addEventListener('click', holdClick, { capture: true })
    // `popstate` would be too late: Next.js handles it first and renders the other page.
    navigation?.addEventListener('navigate', holdTraversal)
    return () => {
      unsavedCount -= 1
      window.removeEventListener('beforeunload', stay)
      document.removeEventListener('click', holdClick, { capture: true })
      navigation?.removeEventListener('navigate', holdTraversal)
    }
  }, [isUnsaved])
}

function holdClick(event: MouseEvent): void {
  const link = linkAway(event)
  if (!link || isAgreed) return
  event.preventDefault()
  event.stopPropagation()
  mayLeave().then((leaves) => {
    if (!leaves) return
    isAgreed = true
    link.click()
    isAgreed = false
  })
}

function linkAway(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname } = window.location
  // For other sites the browser asks by itself.
  return link.origin === origin && link.pathname !== pathname ? link : null
}

/** For a step to another document the browser asks by itself. */
function holdTraversal(event: NavigateEvent): void {
  const { destination, navigationType, cancelable } = event
  if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument || isAgreed) return
  if (new URL(destination.url).pathname === window.location.pathname) return
  const steps = destination.index - (window.navigation.currentEntry?.index ?? destination.index)
  event.preventDefault()
  mayLeave().then((leaves) => {
    if (!leaves) return
    // The browser takes the step later, and then fires this event again.
    isAgreed = true
    window.addEventListener('popstate', endAgreement, { once: true })
    window.history.go(steps)
  })
}

function endAgreement(): void {
  isAgreed = false
}
