'use client'

import { useSyncExternalStore } from 'react'

/** The class of the document, by which the styles go; also what the cookie keeps. */
export type Theme = 'light' | 'dark' | 'follows-system'

const CLASSES: Theme[] = ['light', 'dark', 'follows-system']
const YEAR_S = 365 * 24 * 60 * 60

/** The theme of the document. The server renders it from the cookie, so no script has to run before the first paint. */
export function useTheme(): Theme {
  return useSyncExternalStore(watchClass, currentTheme, () => 'follows-system')
}

function currentTheme(): Theme {
  const { classList } = document.documentElement
  return CLASSES.find((name) => classList.contains(name)) ?? 'follows-system'
}

function watchClass(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** Shows the theme and keeps it, in the cookie that `SiteDocument` reads. */
export function chooseTheme(theme: Theme): void {
  const { classList } = document.documentElement
  classList.remove(...CLASSES)
  classList.add(theme)
  const [prefix, suffix] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${prefix}theme=${theme}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${suffix}`
}
