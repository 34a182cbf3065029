import type { ReactNode } from 'react'
import { currentVendor, requireOperator } from '@/lib/auth/session'

/**
 * Turns away vendors who are not operators, and operators without a second factor. The pages check too, because a
 * layout does not render again on navigation; but only above their loading states is the answer still a 404.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  // The page leads visitors who are not signed in back to itself.
  if (await currentVendor()) await requireOperator()
  return children
}
