import { headers } from 'next/headers'
import { payTextsIn } from '@/components/pay/texts/texts'
import { buyerLocale } from '@/lib/http/buyer-locale'
import { answerNotFound } from '@/lib/http/served-request'
import { readPortal } from '@/lib/portal/read-portal'

/** What every page of a portal begins with. Where the key leads to none, `opened` is null and the page is answered with 404. */
export async function readPortalRequest(key: string) {
  const requestHeaders = await headers()
  const locale = buyerLocale(requestHeaders)
  const opened = await readPortal(key, requestHeaders)
  if (!opened) answerNotFound()
  return { locale, texts: payTextsIn(locale), opened }
}
