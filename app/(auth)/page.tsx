import { redirect } from 'next/navigation'
import { HOME_PATH } from '@/lib/auth/return-path'
import { currentVendor } from '@/lib/auth/session'

export default async function RootPage() {
  redirect((await currentVendor()) ? HOME_PATH : '/sign-in')
}
