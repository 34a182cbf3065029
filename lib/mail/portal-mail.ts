import type { Queryable } from '@/lib/db/statement'
import type { Locale } from '@/lib/i18n/locale'
import { customerMail, findMailSender, queueMail, SERVICE_NAME } from './queue-mail'
import { isolated, oneLine } from './render-mail'
import { textsIn } from './texts/texts'

type MailedPortalLink = {
  accountId: string
  id: string
  customerId: string
  recipient: string
  url: string
  expiresAt: Date
  /** Null: the customer's. */
  locale: Locale | null
  requestId: string
}

/**
 * Mails a customer the link into the portal. Somebody asked for this one mail, so it is sent even while emails to
 * customers are off. Returns why it is kept instead; null if it will be sent.
 */
export async function mailPortalLink(on: Queryable, link: MailedPortalLink): Promise<string | null> {
  const stored = await findMailSender(on, link.accountId, link.customerId)
  const locale = link.locale ?? stored.customerLocale
  const texts = textsIn(locale)
  const words = texts.portalLink
  const vendor = isolated(oneLine(stored.name, 80), locale)
  const mail = customerMail(
    { ...stored, customerLocale: locale, mailsCustomers: true },
    {
      kind: 'portal_link',
      reference: link.id,
      recipient: link.recipient,
      subject: words.subject({ vendor }),
      content: {
        heading: words.heading({ vendor }),
        paragraphs: [words.body, words.ignore],
        action: { label: words.action, url: link.url },
        closing: [texts.sentForVendor({ vendor, service: SERVICE_NAME })],
      },
    },
  )
  await queueMail(on, { ...mail, expiresAt: link.expiresAt, requestId: link.requestId })
  return mail.keepsBecause ?? null
}
