import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { currentVendor } from '@/lib/auth/session'

/**
 * Not found for vendors who are not operators. The pages check too, because a layout does not render again on
 * navigation; but only above their loading states is the answer still a 404.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const vendor = await currentVendor()
  if (vendor && !vendor.isOperator) notFound()
  return children
}
