'use client'

import { CloudAlert } from 'lucide-react'
import { Button } from './button'
import { EmptyState } from './notice'

/** The digest identifies the error in the server's log. */
type FailureProps = { error: unknown; retry: () => void }

/** Shown when a page fails to render, with a button to retry. */
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
