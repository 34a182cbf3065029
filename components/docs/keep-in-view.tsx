'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** A scrolling column that shows its current link, however long the list is. */
export function KeepInView({ className, children }: { className: string; children: ReactNode }) {
  const column = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = column.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!column.current || !current) return
    const isBelow = current.offsetTop + current.offsetHeight > column.current.clientHeight
    // Not scrollIntoView, which would scroll the page as well.
    if (isBelow) column.current.scrollTop = current.offsetTop - column.current.clientHeight / 3
  }, [])
  return (
    <aside ref={column} className={className}>
      {children}
    </aside>
  )
}
