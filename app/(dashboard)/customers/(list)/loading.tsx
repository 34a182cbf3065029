import { CustomerListSkeleton } from '@/components/customers/customer-list'

export default function CustomersLoading() {
  return <CustomerListSkeleton />
}
