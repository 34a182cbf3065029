import { Card } from '../ui/card'
import { HeaderSkeleton, LinesSkeleton, LoadingPage, Skeleton } from '../ui/skeleton'

/** A page that is a title, a list of details and what was sent. */
export function DetailsSkeleton() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink />
      <Card>
        <LinesSkeleton count={6} />
      </Card>
      <Card className="space-y-3 p-4 sm:p-5">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-64 w-full" />
      </Card>
    </LoadingPage>
  )
}
