import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Notice } from '../ui/notice'

const SHOW_ALL = (
  <a href="?" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
    Show all
  </a>
)

/** The address asks for something that is no list, or the service gave none. */
export function ListRefusal({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-3 p-4 sm:p-5">
      <Notice kind="danger" title="This list can’t be shown" role="alert">
        {children}
      </Notice>
      {SHOW_ALL}
    </div>
  )
}

export function NothingFound() {
  return (
    <EmptyState Icon={SearchX} title="Nothing matches" action={SHOW_ALL}>
      No row has all of what the search and the filters ask for.
    </EmptyState>
  )
}
