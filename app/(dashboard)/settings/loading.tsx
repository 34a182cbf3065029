import { Card } from '@/components/ui/card'
import { LoadingPage, Skeleton } from '@/components/ui/skeleton'

const CARDS = [1, 2]

export default function SettingsLoading() {
  return (
    <LoadingPage>
      <div className="space-y-2">
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-5 w-full max-w-96" />
      </div>
      {CARDS.map((card) => (
        <Card key={card} className="space-y-4 p-4 sm:p-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-9 w-full max-w-md" />
          <Skeleton className="h-9 w-full max-w-md" />
          <Skeleton className="h-9 w-32" />
        </Card>
      ))}
    </LoadingPage>
  )
}
