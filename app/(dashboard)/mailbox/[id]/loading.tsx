import { DetailsSkeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return <DetailsSkeleton />
}
