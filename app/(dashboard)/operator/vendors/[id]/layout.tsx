import type { ReactNode } from 'react'
import { foundVendor } from '@/app/(dashboard)/found-records'
import { vendorOfDocument } from '@/lib/auth/session'

type LayoutProps = { params: Promise<{ id: string }>; children: ReactNode }

/** Above the loading state, so that a missing record is a 404 before anything is sent. */
export default async function VendorLayout({ params, children }: LayoutProps) {
  const operator = await vendorOfDocument()
  if (operator?.isOperator && operator.hasSecondFactor) await foundVendor(operator.id, (await params).id)
  return children
}
