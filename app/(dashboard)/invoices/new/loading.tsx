import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton, Skeleton } from '@/components/ui/skeleton'

export default function NewInvoiceLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-6">
          <Card className="space-y-4 p-4 sm:p-5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-9 w-full" />
            <Skeleton className="h-9 w-full" />
          </Card>
          <Card className="space-y-4 p-4 sm:p-5">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="h-9 w-full" />
          </Card>
        </div>
        <Card className="space-y-3 p-4 sm:p-5">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-6 w-full" />
        </Card>
      </div>
    </LoadingPage>
  )
}
