import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readCustomer } from '@/lib/api/dashboard/read-customer'

/** What the page is about, read once a request; the not-found page where the vendor has no such thing. */
export const foundCustomer = cache(
  async (vendorId: string, id: string) => (await readCustomer(vendorId, id)) ?? notFound(),
)
