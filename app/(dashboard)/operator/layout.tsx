import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { currentVendor } from '@/lib/auth/session'

/**
 * To a vendor who is no operator nothing is here. Its pages say so too, since a layout is not asked again
 * at each of them; but only above their loading states is the answer still a 404.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const vendor = await currentVendor()
  if (vendor && !vendor.isOperator) notFound()
  return children
}
