import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton } from '@/components/ui/skeleton'

export default function ApprovalLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CardSkeleton lines={9} className="h-116 sm:h-100" />
        <CardSkeleton lines={3} className="h-37" />
      </div>
    </LoadingPage>
  )
}
