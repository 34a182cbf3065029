'use client'

import { useSearchParams } from 'next/navigation'
import { LOOK_PARAMETERS } from '@/lib/list-look'

const PLACE = ['after', 'before']

/**
 * What the list shows, kept in the page's address: a reload, a bookmark and the Back button find it
 * again. Any change but that of the page begins at the first page.
 */
export function useListAddress() {
  const params = useSearchParams()
  const asked = new URLSearchParams(params)
  for (const name of LOOK_PARAMETERS) asked.delete(name)

  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(window.location.search)
    if (!Object.keys(changes).every((name) => LOOK_PARAMETERS.includes(name))) {
      for (const name of PLACE) next.delete(name)
    }
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const search = next.toString()
    // Next.js follows the address; a navigation of its own would draw the whole page again.
    window.history.pushState(null, '', search ? `?${search}` : window.location.pathname)
  }

  return { params, search: asked.toString(), change }
}
