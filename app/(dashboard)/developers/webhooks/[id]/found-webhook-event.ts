import { notFound } from 'next/navigation'
import { cache } from 'react'
import { readWebhookEvent } from '@/lib/api/dashboard/read-webhook-event'
import { currentMode } from '@/lib/auth/mode'

/** What the page is about, read once a request; the not-found page where the vendor has no such thing. */
export const foundWebhookEvent = cache(
  async (vendorId: string, id: string) =>
    (await readWebhookEvent(vendorId, await currentMode(), id)) ?? notFound(),
)
