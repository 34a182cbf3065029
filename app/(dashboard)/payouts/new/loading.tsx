import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton, Skeleton } from '@/components/ui/skeleton'

export default function NewPayoutLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink />
      <div className="max-w-2xl space-y-6">
        <Skeleton className="h-5 w-72" />
        <CardSkeleton lines={7} />
      </div>
    </LoadingPage>
  )
}
