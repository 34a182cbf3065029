import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readMail } from '@/lib/api/dashboard/read-mailbox'
import { currentMode } from '@/lib/auth/mode'

/** What the page is about, read once a request; the not-found page where the vendor has no such thing. */
export const foundMail = cache(
  async (vendorId: string, id: string) => (await readMail(vendorId, await currentMode(), id)) ?? notFound(),
)
