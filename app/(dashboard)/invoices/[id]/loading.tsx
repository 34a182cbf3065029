import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton, LinesSkeleton } from '@/components/ui/skeleton'

export default function InvoiceLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription action="w-36" />
      <Card className="h-58">
        <LinesSkeleton count={2} />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card className="h-98 sm:h-66">
            <LinesSkeleton count={6} />
          </Card>
          <Card className="h-78 sm:h-54">
            <LinesSkeleton count={3} />
          </Card>
        </div>
        <Card className="h-80">
          <LinesSkeleton count={8} />
        </Card>
      </div>
    </LoadingPage>
  )
}
