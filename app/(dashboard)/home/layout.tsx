import type { ReactNode } from 'react'
import { currentMode } from '@/lib/auth/mode'
import { vendorOfDocument } from '@/lib/auth/session'
import { homeView } from './home-view'

/** Above the loading state, so that a document needs none. */
export default async function HomeLayout({ children }: { children: ReactNode }) {
  const vendor = await vendorOfDocument()
  if (vendor) await homeView(vendor.id, await currentMode())
  return children
}
