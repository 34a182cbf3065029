import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton, Skeleton } from '@/components/ui/skeleton'

export default function BrandingLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasDescription />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-6">
          <Card className="space-y-4 p-4 sm:p-5">
            <Skeleton className="h-8 w-60 max-w-full" />
            <Skeleton className="size-16" />
          </Card>
          <CardSkeleton lines={8} />
        </div>
        <Card className="space-y-4 p-4 sm:p-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-60 w-full" />
        </Card>
      </div>
    </LoadingPage>
  )
}
