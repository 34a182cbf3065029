import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton } from '@/components/ui/skeleton'

export default function InvoiceLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription action="w-36" />
      <CardSkeleton lines={2} className="h-58" />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <CardSkeleton lines={6} className="h-98 sm:h-66" />
          <CardSkeleton lines={3} className="h-78 sm:h-54" />
        </div>
        <CardSkeleton lines={8} className="h-80" />
      </div>
    </LoadingPage>
  )
}
