import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton } from '@/components/ui/skeleton'

export default function HealthLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasDescription />
      <div className="grid gap-6 lg:grid-cols-2">
        <CardSkeleton lines={5} />
        <CardSkeleton lines={3} />
      </div>
      <CardSkeleton lines={8} />
    </LoadingPage>
  )
}
