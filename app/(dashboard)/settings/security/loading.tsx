import { SettingsSkeleton } from '@/components/settings/settings-skeleton'

export default function SecurityLoading() {
  return <SettingsSkeleton />
}
