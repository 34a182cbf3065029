import { now } from '@/lib/clock'
import { formatIsoDate } from '@/lib/dates'
import type { Transaction } from '@/lib/db/transaction'
import { webhooksPageUrl } from '@/lib/links'
import { mailVendorOf, SERVICE_NAME } from './mail-for-account'
import { isolated, oneLine } from './mail-lines'
import { findMailSender } from './mail-sender'
import { textsIn } from './texts/texts'

/**
 * Tells the vendor that an event could not be delivered, with how its last attempt ended; once a day (UTC)
 * for an account, however many events that are.
 */
export async function mailWebhookFailing(
  tx: Transaction,
  event: { accountId: string; url: string; answer: string; isGivenUp: boolean },
): Promise<void> {
  const sender = await findMailSender(tx, event.accountId, null)
  const texts = textsIn(sender.vendorLocale)
  const words = texts.webhookFailing
  const fact = (text: string) => isolated(oneLine(text, 200), sender.vendorLocale)
  await mailVendorOf(tx, sender, {
    kind: 'webhook_failing',
    reference: formatIsoDate(now()),
    recipient: sender.email,
    subject: words.subject,
    content: {
      heading: words.heading,
      paragraphs: [
        event.isGivenUp
          ? words.givenUp({ url: fact(event.url) })
          : words.triedAgain({ url: fact(event.url) }),
        words.answer({ answer: fact(event.answer) }),
        words.onceADay,
      ],
      action: { label: words.action, url: webhooksPageUrl() },
      closing: [texts.sentByService({ service: SERVICE_NAME })],
    },
  })
}
