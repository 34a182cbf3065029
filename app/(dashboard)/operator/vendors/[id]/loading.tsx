import { LoadingPage } from '@/components/ui/loading-page'
import { CardSkeleton, HeaderSkeleton } from '@/components/ui/skeleton'

export default function VendorLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription action="w-28" />
      <CardSkeleton lines={5} />
      <CardSkeleton lines={7} />
      <CardSkeleton lines={3} />
    </LoadingPage>
  )
}
