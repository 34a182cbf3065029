import { SettingsSkeleton } from '@/components/ui/skeleton'

export default function InvoicingLoading() {
  return <SettingsSkeleton />
}
