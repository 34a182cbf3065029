import { VendorListSkeleton } from '@/components/operator/vendor-list'

export default function VendorsLoading() {
  return <VendorListSkeleton />
}
