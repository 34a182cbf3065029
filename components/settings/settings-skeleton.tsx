import { Card } from '../ui/card'
import { HeaderSkeleton, LoadingPage, Skeleton } from '../ui/skeleton'

const CARDS = [1, 2]

/** A page of forms, each in a card. */
export function SettingsSkeleton() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasDescription />
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
