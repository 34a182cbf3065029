import type { ReactNode } from 'react'
import { homeView, rangeKey } from '@/app/(dashboard)/found-records'
import { currentMode } from '@/lib/auth/mode'
import { vendorOfDocument } from '@/lib/auth/session'
import { rangeQueryOf } from '@/lib/home/range'
import { requestedAddress } from '@/lib/http/served-request'

/** Above the loading state, so that a full page load shows no skeleton. */
export default async function HomeLayout({ children }: { children: ReactNode }) {
  const vendor = await vendorOfDocument()
  if (vendor) await homeView(vendor.id, await currentMode(), rangeKey(rangeQueryOf(requestedAddress())))
  return children
}
