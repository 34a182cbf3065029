import { Card } from '@/components/ui/card'
import { LoadingPage, Skeleton } from '@/components/ui/skeleton'

export default function CustomerLoading() {
  return (
    <LoadingPage>
      <Skeleton className="h-4 w-24" />
      <div className="flex items-center justify-between gap-4">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-9 w-28" />
      </div>
      <Card className="flex justify-between p-5">
        <Skeleton className="h-10 w-24" />
        <Skeleton className="h-10 w-24" />
        <Skeleton className="hidden h-10 w-24 sm:block" />
        <Skeleton className="hidden h-10 w-24 sm:block" />
      </Card>
      <Card className="space-y-3 p-5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-4 w-72" />
        <Skeleton className="h-4 w-40" />
      </Card>
      <Card className="space-y-3 p-5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </Card>
    </LoadingPage>
  )
}
