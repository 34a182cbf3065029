import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, Skeleton } from '@/components/ui/skeleton'

export default function HomeLoading() {
  return (
    <LoadingPage>
      <div className="flex items-center justify-between">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-9 w-28" />
      </div>
      <div data-wide className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="space-y-4 lg:col-start-2 lg:row-start-1">
          <Card className="px-4 py-4 sm:px-5">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-1 h-8 w-36" />
            <Skeleton className="mt-3 h-8 w-full" />
          </Card>
          <CardSkeleton lines={2} />
        </div>
        <div className="space-y-4 lg:col-start-1 lg:row-start-1">
          <Skeleton className="h-8 w-72" />
          <Card className="h-101 px-4 py-4 sm:px-5">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-4 h-16 w-full" />
            <Skeleton className="mt-10 h-44 w-full" />
          </Card>
          <CardSkeleton lines={10} />
        </div>
      </div>
    </LoadingPage>
  )
}
