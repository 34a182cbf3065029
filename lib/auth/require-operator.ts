import { notFound } from 'next/navigation'
import { requireVendor, type SessionVendor } from './session'

/** The signed-in operator, for pages. To any other vendor the page is not there. */
export async function requireOperator(): Promise<SessionVendor> {
  const vendor = await requireVendor()
  return vendor.isOperator ? vendor : notFound()
}
