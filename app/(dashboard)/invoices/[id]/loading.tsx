import { Card } from '@/components/ui/card'
import { LoadingPage, Skeleton } from '@/components/ui/skeleton'

const LINES = ['w-72', 'w-56', 'w-40', 'w-48']

export default function InvoiceLoading() {
  return (
    <LoadingPage>
      <div className="space-y-3">
        <Skeleton className="h-4 w-20" />
        <div className="flex items-center justify-between gap-4">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-9 w-44" />
        </div>
      </div>
      <Card className="space-y-3 p-4 sm:p-5">
        <Skeleton className="h-5 w-16" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="ml-auto h-16 w-full max-w-sm" />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {['Details', 'Timeline'].map((card) => (
          <Card key={card} className="space-y-3 p-4 sm:p-5">
            <Skeleton className="h-5 w-24" />
            {LINES.map((width) => (
              <Skeleton key={width} className={`h-4 ${width} max-w-full`} />
            ))}
          </Card>
        ))}
      </div>
    </LoadingPage>
  )
}
