import { DetailsSkeleton } from '@/components/developers/details-skeleton'

export default function Loading() {
  return <DetailsSkeleton />
}
