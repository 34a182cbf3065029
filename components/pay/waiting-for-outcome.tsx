'use client'

import { LoaderCircle } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const REFRESH_MS = 3000

/** The provider has not said yet: looks again every few seconds, until the page shows something else. */
export function WaitingForOutcome() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [router])
  return (
    <div role="status" className="flex gap-3">
      <LoaderCircle
        aria-hidden
        className="mt-0.5 size-5 shrink-0 animate-spin motion-reduce:animate-none text-accent-text"
      />
      <div>
        <h2 className="font-semibold text-base">Your payment is being processed</h2>
        <p className="mt-1 text-muted-foreground">
          The bank has not answered yet. This page shows the outcome by itself; you don’t need to pay again,
          and you can’t be charged twice.
        </p>
      </div>
    </div>
  )
}
