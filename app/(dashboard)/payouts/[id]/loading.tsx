import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton, LinesSkeleton } from '@/components/ui/skeleton'

export default function PayoutLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription />
      <div className="grid gap-6 lg:grid-cols-2">
        <Card className="h-100 sm:h-74">
          <LinesSkeleton count={7} />
        </Card>
        <Card className="h-74">
          <LinesSkeleton count={7} />
        </Card>
      </div>
      <Card className="h-57">
        <LinesSkeleton count={4} />
      </Card>
    </LoadingPage>
  )
}
