import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton } from '@/components/ui/skeleton'

export default function PayoutLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription />
      <div className="grid gap-6 lg:grid-cols-2">
        <CardSkeleton lines={7} className="h-100 sm:h-74" />
        <CardSkeleton lines={7} className="h-74" />
      </div>
      <CardSkeleton lines={4} className="h-57" />
    </LoadingPage>
  )
}
