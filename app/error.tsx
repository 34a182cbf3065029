'use client'

import { Failure } from '@/components/ui/failure'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="flex min-h-dvh items-center justify-center px-4">
      <Failure error={error} retry={retry} />
    </main>
  )
}
