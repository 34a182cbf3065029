import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton, LinesSkeleton } from '@/components/ui/skeleton'

export default function HealthLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasDescription />
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <LinesSkeleton count={5} />
        </Card>
        <Card>
          <LinesSkeleton count={3} />
        </Card>
      </div>
      <Card>
        <LinesSkeleton count={8} />
      </Card>
    </LoadingPage>
  )
}
