import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton, Skeleton } from '@/components/ui/skeleton'

export default function CustomerLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription action="w-74" />
      <Card className="grid grid-cols-2 gap-4 px-4 py-4 sm:grid-cols-4 sm:px-5">
        {[1, 2, 3, 4].map((total) => (
          <div key={total} className="space-y-2 py-0.5">
            <Skeleton className="h-4 w-16" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </Card>
      <div data-wide className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <CardSkeleton lines={8} className="h-86 xl:col-start-2" />
        <div className="space-y-6 xl:col-start-1 xl:row-start-1">
          <CardSkeleton lines={5} />
          <CardSkeleton lines={5} />
        </div>
      </div>
    </LoadingPage>
  )
}
