import type { Metadata } from 'next'
import { RequestDetails } from '@/components/developers/request-details'
import { requireVendor } from '@/lib/auth/session'
import { foundRequest } from './found-request'

export const metadata: Metadata = { title: 'Request' }

export default async function RequestPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor()
  const request = await foundRequest(vendor.id, id)
  return <RequestDetails request={request} />
}
