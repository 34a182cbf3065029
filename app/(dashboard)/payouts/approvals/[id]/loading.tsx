import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton, LinesSkeleton } from '@/components/ui/skeleton'

export default function ApprovalLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink hasDescription />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="h-116 sm:h-100">
          <LinesSkeleton count={9} />
        </Card>
        <Card className="h-37">
          <LinesSkeleton count={3} />
        </Card>
      </div>
    </LoadingPage>
  )
}
