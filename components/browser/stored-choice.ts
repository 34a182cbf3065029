import { useSyncExternalStore } from 'react'

/* A choice that this browser keeps, such as the language of samples. */

/** Dispatched on `window` after a choice: the browser's `storage` event reaches only other tabs. */
const CHOICE_EVENT = 'counterfoil-choice'

/** The choice that this browser keeps under the name; null without one, and on the server. */
export function useStoredChoice(name: string): string | null {
  return useSyncExternalStore(
    watchChoices,
    () => storedChoice(name),
    () => null,
  )
}

/** The choices of this visit, for a browser that keeps nothing for us and throws instead. */
const choices = new Map<string, string | null>()

export function storedChoice(name: string): string | null {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return choices.get(name) ?? null
  }
}

/** Keeps the choice; null for none. */
export function storeChoice(name: string, choice: string | null): void {
  choices.set(name, choice)
  try {
    if (choice === null) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, choice)
  } catch {
    // It holds for this visit.
  }
  window.dispatchEvent(new Event(CHOICE_EVENT))
}

function watchChoices(onChange: () => void): () => void {
  const types = ['storage', CHOICE_EVENT]
  for (const type of types) window.addEventListener(type, onChange)
  return () => {
    for (const type of types) window.removeEventListener(type, onChange)
  }
}
