import { SearchX } from 'lucide-react'
import Link from 'next/link'
import { buttonStyle } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center px-4">
      <title>Not found · Counterfoil</title>
      <EmptyState
        Icon={SearchX}
        title={<h1 className="text-base">Page not found</h1>}
        action={
          <Link href="/" className={buttonStyle({ variant: 'secondary' })}>
            Go to the start page
          </Link>
        }
      >
        There is nothing at this address.
      </EmptyState>
    </main>
  )
}
