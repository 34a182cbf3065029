import type { Metadata } from 'next'
import { foundRequest } from '@/app/(dashboard)/found-records'
import { RequestDetails } from '@/components/developers/request-details'
import { requireVendor } from '@/lib/auth/session'

type RequestPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: RequestPageProps): Promise<Metadata> {
  await requireVendor('developers.read')
  const { method, path } = await foundRequest((await params).id)
  return { title: `${method} ${path} · Request` }
}

export default async function RequestPage({ params }: RequestPageProps) {
  const { id } = await params
  await requireVendor('developers.read')
  const request = await foundRequest(id)
  return <RequestDetails request={request} />
}
