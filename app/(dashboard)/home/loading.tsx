import { Card } from '@/components/ui/card'
import { LoadingPage, Skeleton } from '@/components/ui/skeleton'

const ENTRIES = [1, 2, 3, 4, 5, 6]

export default function HomeLoading() {
  return (
    <LoadingPage>
      <div className="flex items-center justify-between">
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-9 w-28" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <Card className="px-4 py-4 sm:px-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-2 h-8 w-36" />
          <Skeleton className="mt-4 h-32 w-full" />
        </Card>
        <Card className="px-4 py-4 sm:px-5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-2 h-8 w-36" />
          <Skeleton className="mt-4 h-5 w-full" />
        </Card>
      </div>
      <Card className="px-4 py-4 sm:px-5">
        <Skeleton className="h-5 w-32" />
        {ENTRIES.map((entry) => (
          <Skeleton key={entry} className="mt-4 h-5 w-full" />
        ))}
      </Card>
    </LoadingPage>
  )
}
