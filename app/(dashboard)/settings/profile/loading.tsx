import { SettingsSkeleton } from '@/components/settings/settings-skeleton'

export default function ProfileLoading() {
  return <SettingsSkeleton />
}
