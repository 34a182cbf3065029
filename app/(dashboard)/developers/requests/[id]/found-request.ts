import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readRequest } from '@/lib/api/dashboard/read-requests'
import { currentMode } from '@/lib/auth/mode'

/** What the page is about, read once a request; the not-found page where the vendor has no such thing. */
export const foundRequest = cache(
  async (vendorId: string, id: string) =>
    (await readRequest(vendorId, await currentMode(), id)) ?? notFound(),
)
