import { SettingsSkeleton } from '@/components/ui/skeleton'

export default function TeamLoading() {
  return <SettingsSkeleton />
}
