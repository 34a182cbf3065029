import { Card } from '../ui/card'
import { LoadingPage, Skeleton } from '../ui/skeleton'

/** A page that is a title, a list of details and what was sent. */
export function DetailsSkeleton() {
  return (
    <LoadingPage>
      <div className="space-y-2">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-7 w-64" />
      </div>
      <Card className="space-y-3 p-4 sm:p-5">
        <Skeleton className="h-5 w-20" />
        {['w-72', 'w-56', 'w-40', 'w-48'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width} max-w-full`} />
        ))}
      </Card>
      <Card className="space-y-3 p-4 sm:p-5">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-64 w-full" />
      </Card>
    </LoadingPage>
  )
}
