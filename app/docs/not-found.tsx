import { SearchX } from 'lucide-react'
import { DocsFrame } from '@/components/docs/docs-page'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { DOCS_GROUPS } from './pages'

export default function DocsNotFound() {
  return (
    <DocsFrame title="Page not found" groups={DOCS_GROUPS} current="" sections={[]}>
      <EmptyState
        Icon={SearchX}
        title={<h1 className="text-base">Page not found</h1>}
        action={
          <Link href="/docs" className={buttonStyle({ variant: 'secondary' })}>
            Go to the documentation
          </Link>
        }
      >
        This documentation page doesn’t exist.
      </EmptyState>
    </DocsFrame>
  )
}
