'use client'

import { HydrationSignal } from '@/components/shell/early-clicks'
import { fontVariables } from '@/components/shell/fonts'
import { Failure } from '@/components/ui/failure'
import './globals.css'

/** For an error in the root layout itself, which this page replaces. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" className={`follows-system ${fontVariables}`}>
      <body className="flex min-h-dvh items-center justify-center px-4 font-sans">
        <title>Something went wrong · Counterfoil</title>
        <main>
          <Failure error={error} retry={retry} />
        </main>
        <HydrationSignal />
      </body>
    </html>
  )
}
