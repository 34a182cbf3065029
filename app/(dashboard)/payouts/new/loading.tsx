import { Card } from '@/components/ui/card'
import { LoadingPage, Skeleton } from '@/components/ui/skeleton'

export default function NewPayoutLoading() {
  return (
    <LoadingPage>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="h-7 w-36" />
      <Card className="max-w-2xl space-y-4 p-5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </Card>
    </LoadingPage>
  )
}
