import type { ReactNode } from 'react'
import { foundRecurring } from '@/app/(dashboard)/found-records'
import { vendorOfDocument } from '@/lib/auth/session'

type LayoutProps = { params: Promise<{ id: string }>; children: ReactNode }

/** Above the loading state, so that a missing record is a 404 before anything is sent. */
export default async function RecurringLayout({ params, children }: LayoutProps) {
  const vendor = await vendorOfDocument()
  if (vendor) await foundRecurring(vendor.id, (await params).id)
  return children
}
