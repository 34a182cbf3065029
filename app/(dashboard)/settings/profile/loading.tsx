import { SettingsSkeleton } from '@/components/ui/skeleton'

export default function ProfileLoading() {
  return <SettingsSkeleton />
}
