import { SettingsSkeleton } from '@/components/ui/skeleton'

export default function SecurityLoading() {
  return <SettingsSkeleton />
}
