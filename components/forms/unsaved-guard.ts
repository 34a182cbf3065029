'use client'

import { useEffect, useRef } from 'react'
import { stayOffline } from '@/components/browser/connection'

/** Asks the user whether to leave; set by the dialog that is on every page of the dashboard. */
type AskToLeave = () => Promise<boolean>

let ask: AskToLeave | null = null
let answer: Promise<boolean> | null = null

/** The forms on the page with unsaved changes: how each saves itself, or null if only the user can do that. */
const unsavedForms = new Set<{ save: SaveNow | null }>()

/** Saves a form at once, as it stands; false if that failed. */
type SaveNow = () => Promise<boolean>

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
 * Asks before a shortcut, the palette or the mode switch leaves the page. True when nothing is unsaved, forms that save
 * themselves have done so, or the user agrees to lose it; false without a network, since no page would come. Several ways
 * out at once ask once.
 */
export async function mayLeave(): Promise<boolean> {
  if (stayOffline()) return false
  if (unsavedForms.size === 0) return true
  answer ??= askUnlessSaved().finally(() => {
    answer = null
  })
  return answer
}

async function askUnlessSaved(): Promise<boolean> {
  const results = await Promise.all([...unsavedForms].map(({ save }) => save?.() ?? false))
  return results.every((isSaved) => isSaved) || !ask || ask()
}

/**
 * Asks before the user leaves a page with unsaved changes: by a link in the same tab, and by Back and Forward where
 * the browser lets a page block them; closing or reloading is asked about by the browser itself. Code that navigates
 * has to call `mayLeave` first. A form that saves itself gives the way to do so now, and is asked about only if that fails.
 */
export function useUnsavedGuard(isUnsaved: boolean, save: SaveNow | null = null): void {
  const saveNow = useRef(save)
  saveNow.current = save
  useEffect(() => {
    if (!isUnsaved) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const { navigation } = window
    const form = { save: saveNow.current && (() => saveNow.current?.() ?? Promise.resolve(false)) }
    unsavedForms.add(form)
    window.addEventListener('beforeunload', stay)
    // In the capture phase, before the link's own handler starts the navigation.
    document.addEventListener('click', holdClick, { capture: true })
    // `popstate` would be too late: Next.js handles it first and renders the other page.
    navigation?.addEventListener('navigate', holdTraversal)
    return () => {
      unsavedForms.delete(form)
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
