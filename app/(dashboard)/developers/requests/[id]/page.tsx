import type { Metadata } from 'next'
import { foundRequest } from '@/app/(dashboard)/found-records'
import { RequestDetails } from '@/components/developers/request-details'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Request' }

export default async function RequestPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor('developers.read')
  const request = await foundRequest(vendor.id, id)
  return <RequestDetails request={request} />
}
