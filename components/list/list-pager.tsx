import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ListView } from '@/lib/api/dashboard/list-query'
import { Button } from '../ui/button'

type ListPagerProps = {
  label: string
  page: ListView<unknown>
  change: (changes: Record<string, string | null>) => void
}

export function ListPager({ label, page, change }: ListPagerProps) {
  const { rows, nextCursor, previousCursor } = page
  return (
    <nav
      aria-label={`Pages of ${label.toLowerCase()}`}
      className="flex items-center justify-between gap-3 border-t px-4 py-2.5 sm:px-5"
    >
      <p role="status" className="tabular text-[0.8125rem] text-muted-foreground">
        {rows.length === 1 ? '1 row' : `${rows.length} rows`}
        {nextCursor || previousCursor ? ' on this page' : ''}
      </p>
      {(nextCursor || previousCursor) && (
        <div className="flex gap-2">
          <PageButton
            isThere={previousCursor !== null}
            onClick={() => change({ before: previousCursor, after: null })}
          >
            <ChevronLeft aria-hidden className="size-4" />
            Previous
          </PageButton>
          <PageButton
            isThere={nextCursor !== null}
            onClick={() => change({ after: nextCursor, before: null })}
          >
            Next
            <ChevronRight aria-hidden className="size-4" />
          </PageButton>
        </div>
      )}
    </nav>
  )
}

type PageButtonProps = { isThere: boolean; onClick: () => void; children: React.ReactNode }

/** It stays focusable at the end of the list, so that the focus is not lost there. */
function PageButton({ isThere, onClick, children }: PageButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      aria-disabled={!isThere || undefined}
      onClick={() => isThere && onClick()}
    >
      {children}
    </Button>
  )
}
