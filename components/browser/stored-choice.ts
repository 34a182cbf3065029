import { useSyncExternalStore } from 'react'

/* A choice that this browser keeps, such as the language of samples. */

/** Dispatched on `window` after a choice: the browser's own event is of other tabs. */
const CHOICE_EVENT = 'counterfoil-choice'

/** What is kept under the name; null for nothing, and on the server. */
export function useStoredChoice(name: string): string | null {
  return useSyncExternalStore(
    watchChoices,
    () => storedChoice(name),
    () => null,
  )
}

export function storedChoice(name: string): string | null {
  return window.localStorage.getItem(name)
}

/** Keeps the choice; null for none. */
export function storeChoice(name: string, choice: string | null): void {
  if (choice === null) window.localStorage.removeItem(name)
  else window.localStorage.setItem(name, choice)
  window.dispatchEvent(new Event(CHOICE_EVENT))
}

function watchChoices(onChange: () => void): () => void {
  const types = ['storage', CHOICE_EVENT]
  for (const type of types) window.addEventListener(type, onChange)
  return () => {
    for (const type of types) window.removeEventListener(type, onChange)
  }
}
