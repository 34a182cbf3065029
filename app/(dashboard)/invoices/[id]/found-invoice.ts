import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readInvoice } from '@/lib/api/dashboard/read-invoice'

/** What the page is about, read once a request; the not-found page where the vendor has no such thing. */
export const foundInvoice = cache(
  async (vendorId: string, id: string) => (await readInvoice(vendorId, id)) ?? notFound(),
)
