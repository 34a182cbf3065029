import { RowSkeletons } from '@/components/list/list-skeleton'
import { Card } from '@/components/ui/card'
import { LoadingPage } from '@/components/ui/loading-page'
import { HeaderSkeleton } from '@/components/ui/skeleton'

const COLUMNS = [
  { key: 'name', title: 'Name' },
  { key: 'status', title: 'Status' },
  { key: 'created', title: 'Created', className: 'hidden md:table-cell' },
  { key: 'used', title: 'Last used', className: 'hidden md:table-cell' },
  { key: 'expires', title: 'Expires', className: 'hidden sm:table-cell' },
]

export default function ApiKeysLoading() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasDescription action="w-40" />
      <Card className="overflow-hidden">
        <RowSkeletons columns={COLUMNS} secondLine="always" />
      </Card>
    </LoadingPage>
  )
}
