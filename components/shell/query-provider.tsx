'use client'

import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RequestFailure } from '@/components/browser/request'
import { returnPathOf } from '@/lib/auth/return-path'

/** An answer counts as fresh for this long, so that a page the server just rendered is not fetched again. */
const FRESH_MS = 15_000

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    defaultOptions: {
      // A change fails at once without a network; kept for later, it would look as if it were under way.
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < 2 && !(error instanceof RequestFailure && error.status < 500),
      },
    },
  })
}

/** The session ended while the page was open. */
function signInAgain(error: Error): void {
  if (!(error instanceof RequestFailure) || error.status !== 401) return
  const { pathname, search } = window.location
  window.location.assign(`/sign-in?next=${encodeURIComponent(returnPathOf(pathname + search))}`)
}
