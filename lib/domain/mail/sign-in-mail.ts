import type { Transaction } from '@/lib/db/transaction'
import { emailConfirmationUrl, passwordResetUrl } from '@/lib/links'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/locale'
import { SERVICE_NAME } from './mail-for-account'
import { isolated } from './mail-lines'
import { queueMail } from './queue-mail'
import { renderMail } from './render-mail'
import { textsIn } from './texts/texts'

type TokenMail = {
  vendor: {
    id: string
    email: string
    /** The vendor's own language, as its row has it. */
    locale: string
  }
  /** Which token it is, and the token itself, which stands in the mail alone. */
  tokenId: string
  token: string
  expiresAt: Date
}

/** Sends the link that sets a new password. */
export async function mailPasswordReset(tx: Transaction, mail: TokenMail): Promise<void> {
  const words = textsIn(localeOf(mail)).passwordReset
  await mailVendor(tx, mail, 'password_reset', {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.body, words.ignore],
    action: { label: words.action, url: passwordResetUrl(mail.token) },
  })
}

/** Sends the link that shows that the vendor gets mail at its address. */
export async function mailEmailConfirmation(tx: Transaction, mail: TokenMail): Promise<void> {
  const locale = localeOf(mail)
  const words = textsIn(locale).emailConfirmation
  await mailVendor(tx, mail, 'email_confirmation', {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.body({ email: isolated(mail.vendor.email, locale) }), words.ignore],
    action: { label: words.action, url: emailConfirmationUrl(mail.token) },
  })
}

async function mailVendor(
  tx: Transaction,
  mail: TokenMail,
  kind: 'password_reset' | 'email_confirmation',
  words: { subject: string; heading: string; paragraphs: string[]; action: { label: string; url: string } },
): Promise<void> {
  const { vendor, tokenId, expiresAt } = mail
  const { subject, ...content } = words
  const locale = localeOf(mail)
  const closing = [textsIn(locale).sentByService({ service: SERVICE_NAME })]
  await queueMail(tx, {
    ownerId: vendor.id,
    kind,
    reference: tokenId,
    recipient: vendor.email,
    subject,
    body: renderMail(
      { ...content, closing },
      { locale, isTest: false, senderName: SERVICE_NAME, color: null },
    ),
    expiresAt,
  })
}

function localeOf({ vendor }: TokenMail): Locale {
  return isLocale(vendor.locale) ? vendor.locale : DEFAULT_LOCALE
}
