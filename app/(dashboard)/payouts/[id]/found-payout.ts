import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readPayout } from '@/lib/api/dashboard/read-payout'
import { currentMode } from '@/lib/auth/mode'

/** What the page is about, read once a request; the not-found page where the vendor has no such thing. */
export const foundPayout = cache(
  async (vendorId: string, id: string) => (await readPayout(vendorId, await currentMode(), id)) ?? notFound(),
)
