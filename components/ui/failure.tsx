'use client'

import { CloudAlert } from 'lucide-react'
import { Button } from './button'
import { EmptyState } from './notice'

/** The digest is what the server's log calls the error. */
type FailureProps = { error: unknown; retry: () => void }

/** A page that could not be shown: says so, and tries again on demand. */
export function Failure({ error, retry }: FailureProps) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <EmptyState
      Icon={CloudAlert}
      title={<h1 className="text-base">Something went wrong</h1>}
      action={<Button onClick={retry}>Try again</Button>}
    >
      This page could not be displayed. Nothing was changed.
      {digest && <span className="mt-1 block font-mono text-xs">Reference: {digest}</span>}
    </EmptyState>
  )
}
