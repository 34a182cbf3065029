import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readVendor } from '@/lib/api/dashboard/operator/read-vendor'

/** What the page is about, read once a request; the not-found page where there is no such vendor. */
export const foundVendor = cache(
  async (operatorId: string, id: string) => (await readVendor(operatorId, id)) ?? notFound(),
)
