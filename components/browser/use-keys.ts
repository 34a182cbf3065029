'use client'

import { useEffect, useRef } from 'react'
import { storeChoice, storedChoice, useStoredChoice } from './stored-choice'

/** The second key of a sequence must follow the first within this time. */
const SEQUENCE_MS = 1200

/** Set to `off` in the browser where single characters are no shortcuts. */
const STORED_AS = 'letter-keys'

/**
 * Whether single characters are shortcuts. Some people set them off by accident, above all who speak to the computer
 * (WCAG 2.1.4), so they can be turned off.
 */
export function useLetterKeys(): boolean {
  return useStoredChoice(STORED_AS) !== 'off'
}

export function chooseLetterKeys(isOn: boolean): void {
  storeChoice(STORED_AS, isOn ? null : 'off')
}

/** The keys of all that is on the page. */
const mounted = new Set<{ current: Record<string, () => void> }>()

/** True if something on the page acts on the key. */
export function isKeyInUse(key: string): boolean {
  return [...mounted].some(({ current }) => key in current)
}

/**
 * Runs the action bound to a key or a two-key sequence (`g i`). Ignores keys while the user types, while a
 * dialog is open and while a modifier is held, so that the browser's own shortcuts keep working.
 */
export function useKeys(keys: Record<string, () => void>): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    let before: { key: string; at: number } | null = null
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
      if (storedChoice(STORED_AS) === 'off') return
      const sequence = before && event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${event.key}` : ''
      const run = current.current[sequence] ?? current.current[event.key]
      before = { key: event.key, at: event.timeStamp }
      if (!run) return
      before = null
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    mounted.add(current)
    return () => {
      document.removeEventListener('keydown', press)
      mounted.delete(current)
    }
  }, [])
}

function isTaken({ target }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  return (
    Boolean(isTyping) || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}
