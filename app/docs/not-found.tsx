import { SearchX } from 'lucide-react'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'

export default function DocsNotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center px-4">
      <EmptyState
        Icon={SearchX}
        title={<h1 className="text-base">Page not found</h1>}
        action={
          <Link href="/docs" className={buttonStyle({ variant: 'secondary' })}>
            Go to the documentation
          </Link>
        }
      >
        This page of the documentation doesn’t exist.
      </EmptyState>
    </main>
  )
}
