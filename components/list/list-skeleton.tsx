import { Card } from '../ui/card'
import { LoadingPage, Skeleton } from '../ui/skeleton'

const ROWS = Array.from({ length: 10 }, (_, index) => index)

export function RowSkeletons() {
  return (
    <div>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 border-t px-4 py-3.5 sm:px-5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="hidden h-4 w-16 sm:block" />
          <Skeleton className="hidden h-4 w-24 md:block" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  )
}

/** A page that is a title, its action and a list. */
export function ListPageSkeleton() {
  return (
    <LoadingPage>
      <div className="flex items-center justify-between">
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-9 w-32" />
      </div>
      <Card>
        <div className="flex gap-2 p-4 sm:px-5">
          <Skeleton className="h-9 w-full max-w-72" />
          <Skeleton className="ml-auto h-9 w-24" />
        </div>
        <RowSkeletons />
      </Card>
    </LoadingPage>
  )
}
