import { Card } from '@/components/ui/card'
import { LoadingPage, Skeleton } from '@/components/ui/skeleton'

export default function PayoutLoading() {
  return (
    <LoadingPage>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-7 w-56" />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="space-y-3 p-5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-60" />
        </Card>
        <Card className="space-y-4 p-5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
        </Card>
      </div>
    </LoadingPage>
  )
}
