import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton, LinesSkeleton, Skeleton } from '@/components/ui/skeleton'

export default function NewPayoutLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink />
      <div className="max-w-2xl space-y-6">
        <Skeleton className="h-5 w-72" />
        <Card>
          <LinesSkeleton count={7} />
        </Card>
      </div>
    </LoadingPage>
  )
}
