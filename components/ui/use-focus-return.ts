'use client'

import { useRef } from 'react'

type FocusReturn = { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void }

/**
 * For a window that opens by state, without a trigger of its own: the focus goes back to where it was, or
 * to the page where that is gone by then.
 */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const isThere = opener.current?.isConnected && opener.current !== document.body
      const target = isThere ? opener.current : document.getElementById('main')
      if (target instanceof HTMLElement) target.focus()
    },
  }
}
