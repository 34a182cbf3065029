'use client'

import { Failure } from '@/components/ui/failure'

export default function DashboardError({ error, retry }: { error: unknown; retry: () => void }) {
  return <Failure error={error} retry={retry} />
}
