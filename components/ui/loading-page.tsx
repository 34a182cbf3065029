'use client'

import { type ReactNode, use } from 'react'
import { skeletonDelay } from './skeleton-delay'

/** A page's skeleton, which screen readers hear as loading. In a navigation it shows only if the page is slow. */
export function LoadingPage({ children }: { children: ReactNode }) {
  // Nothing was there before a document.
  if (typeof window !== 'undefined') use(skeletonDelay())
  return (
    <div role="status" data-loading className="space-y-6">
      <span className="sr-only">Loading…</span>
      {children}
    </div>
  )
}
