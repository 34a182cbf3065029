'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, Suspense, use, useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardSkeleton, Skeleton, SkeletonLines } from '@/components/ui/skeleton'
import { skeletonDelay } from './skeleton-delay'

/**
 * Around each page of the dashboard. A page that comes with its document is in the HTML as it is: React would put
 * anything in a boundary (such as Next.js makes of a `loading.tsx`) behind its skeleton, and keep that for 300 ms after
 * the first paint. A page that the browser goes to later has a skeleton, in case it is slow.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const path = usePathname()
  const [pathOfDocument] = useState(path)
  if (path === pathOfDocument) return children
  return (
    <Suspense key={path} fallback={<PageSkeleton path={path} />}>
      {children}
    </Suspense>
  )
}

/** Stands in for a slow page with the outline of its kind; screen readers hear "Loading…". */
function PageSkeleton({ path }: { path: string }) {
  use(skeletonDelay())
  return (
    <div
      role="status"
      data-loading
      data-wide={isWide(path) || undefined}
      data-narrow={isNarrow(path) || undefined}
      className="space-y-6"
    >
      <span className="sr-only">Loading…</span>
      <div className="flex h-9 items-center justify-between">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-9 w-28" />
      </div>
      {isList(path) ? (
        <Card>
          <div className="flex items-center justify-between gap-2 border-b p-4 sm:px-5">
            <Skeleton className="h-10 w-full sm:h-9 sm:max-w-80" />
            <Skeleton className="hidden h-9 w-44 sm:block" />
          </div>
          <SkeletonLines lines={12} className="space-y-6 p-4 sm:px-5" />
        </Card>
      ) : (
        <>
          <CardSkeleton lines={4} />
          <CardSkeleton lines={8} />
        </>
      )}
    </div>
  )
}

/** Pages of one object, such as `/payouts/01a2…`, of forms and of settings are cards; all others list rows. */
function isList(path: string): boolean {
  if (path.startsWith('/settings/')) return path === '/settings/audit-log'
  return !/\d|^\/home$|\/(new|edit|import|ledger|reconciliation|health)$/.test(path)
}

/** An invoice is written on its paper. */
const PAPER = /^\/invoices\/(recurring\/)?([^/]+\/edit|new)$/

function isWide(path: string): boolean {
  return isList(path) || path === '/home' || PAPER.test(path)
}

function isNarrow(path: string): boolean {
  return /\/(new|edit)$/.test(path) && !PAPER.test(path)
}
