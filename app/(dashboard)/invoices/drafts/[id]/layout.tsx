import type { ReactNode } from 'react'
import { foundDraft } from '@/app/(dashboard)/found-records'
import { vendorOfDocument } from '@/lib/auth/session'

type LayoutProps = { params: Promise<{ id: string }>; children: ReactNode }

/** Above the loading state, so that a missing draft is a 404 before anything is sent. */
export default async function DraftLayout({ params, children }: LayoutProps) {
  const vendor = await vendorOfDocument()
  if (vendor) await foundDraft(vendor.id, (await params).id)
  return children
}
