import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton, LinesSkeleton } from '@/components/ui/skeleton'

export default function VendorLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription action="w-28" />
      <Card>
        <LinesSkeleton count={5} />
      </Card>
      <Card>
        <LinesSkeleton count={7} />
      </Card>
      <Card>
        <LinesSkeleton count={3} />
      </Card>
    </LoadingPage>
  )
}
