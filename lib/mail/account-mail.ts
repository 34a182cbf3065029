import type { OrmTransaction, Transaction } from '@/lib/db/transaction'
import {
  draftPageUrl,
  emailConfirmationUrl,
  invitationUrl,
  passwordResetUrl,
  recurringPageUrl,
  recurringPayoutPageUrl,
  scheduledPayoutsPageUrl,
  teamInvitationUrl,
  webhooksPageUrl,
  withdrawalsPageUrl,
} from '@/lib/http/links'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locale'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import type {
  MailTexts,
  RecurringPayoutStop,
  RecurringStop,
  SeriesStopped,
} from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import {
  customerMail,
  findBuyer,
  findMailSender,
  type MailSender,
  mailVendorOf,
  type NewMail,
  queueMail,
  SERVICE_NAME,
} from './queue-mail'
import { isolated, oneLine } from './render-mail'

type MailedPayout = { id: string; amountMinor: bigint; currency: string }

type MailedBankAccount = { email: string; bankName: string; accountNumberLast4: string }

/** The mail that tells the holder of the bank account that a payout was delivered. */
export function payoutMail(
  { id, amountMinor, currency }: MailedPayout,
  bankAccount: MailedBankAccount,
  sender: MailSender,
): NewMail {
  const locale = sender.customerLocale
  const texts = textsIn(locale)
  const facts = {
    vendor: isolated(oneLine(sender.name, 80), locale),
    amount: isolated(formatAmountIn(locale, formatMajor(amountMinor, currency), currency), locale),
    bankName: isolated(oneLine(bankAccount.bankName, 80), locale),
    last4: bankAccount.accountNumberLast4,
  }
  return customerMail(sender, {
    kind: 'payout',
    reference: id,
    recipient: bankAccount.email,
    subject: texts.payout.subject(facts),
    content: {
      heading: texts.payout.heading(facts),
      paragraphs: [texts.payout.body(facts)],
      rows: [
        { label: texts.payout.amount, value: facts.amount, isStrong: true },
        { label: texts.payout.bankAccount, value: `${facts.bankName} •••• ${facts.last4}` },
        { label: texts.payout.reference, value: isolated(id, locale) },
      ],
      closing: [texts.sentForVendor({ vendor: facts.vendor, service: SERVICE_NAME })],
    },
  })
}

type TokenMail = {
  to: {
    /** The vendor's id, or the invitation's. */
    ownerId: string
    email: string
    /** The vendor's language, as stored. */
    locale: string
  }
  /** The token's id, and the token itself, which is in the mail only. */
  tokenId: string
  token: string
  expiresAt: Date
}

/** Sends the link that sets a new password. */
export async function mailPasswordReset(tx: OrmTransaction, mail: TokenMail): Promise<void> {
  const words = textsIn(localeOf(mail)).passwordReset
  await mailLink(tx, mail, 'password_reset', {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.body, words.ignore],
    action: { label: words.action, url: passwordResetUrl(mail.token) },
  })
}

/** Sends the link that creates an account. */
export async function mailInvitation(tx: OrmTransaction, mail: TokenMail): Promise<void> {
  const locale = localeOf(mail)
  const words = textsIn(locale).invitation
  await mailLink(tx, mail, 'invitation', {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.body({ email: isolated(mail.to.email, locale) }), words.ignore],
    action: { label: words.action, url: invitationUrl(mail.token) },
  })
}

/** Sends the link that makes its reader a member of the business's team. */
export async function mailTeamInvitation(
  tx: OrmTransaction,
  mail: TokenMail & { vendor: string },
): Promise<void> {
  const locale = localeOf(mail)
  const words = textsIn(locale).teamInvitation
  const vendor = isolated(oneLine(mail.vendor, 80), locale)
  await mailLink(tx, mail, 'invitation', {
    subject: words.subject({ vendor }),
    heading: words.heading({ vendor }),
    paragraphs: [words.body({ email: isolated(mail.to.email, locale) }), words.ignore],
    action: { label: words.action, url: teamInvitationUrl(mail.token) },
  })
}

/** Sends the link that confirms a member's email. */
export async function mailEmailConfirmation(tx: OrmTransaction, mail: TokenMail): Promise<void> {
  const locale = localeOf(mail)
  const words = textsIn(locale).emailConfirmation
  await mailLink(tx, mail, 'email_confirmation', {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.body({ email: isolated(mail.to.email, locale) }), words.ignore],
    action: { label: words.action, url: emailConfirmationUrl(mail.token) },
  })
}

/** Sends the link that makes an email the member's, to that email. */
export async function mailNewEmailConfirmation(tx: OrmTransaction, mail: TokenMail): Promise<void> {
  const locale = localeOf(mail)
  const words = textsIn(locale).newEmailConfirmation
  await mailLink(tx, mail, 'email_confirmation', {
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.body({ email: isolated(mail.to.email, locale) }), words.ignore],
    action: { label: words.action, url: emailConfirmationUrl(mail.token) },
  })
}

async function mailLink(
  tx: OrmTransaction,
  mail: TokenMail,
  kind: 'password_reset' | 'email_confirmation' | 'invitation',
  words: { subject: string; heading: string; paragraphs: string[]; action: { label: string; url: string } },
): Promise<void> {
  const { to, tokenId, expiresAt } = mail
  const { subject, ...content } = words
  const locale = localeOf(mail)
  const closing = [textsIn(locale).sentByService({ service: SERVICE_NAME })]
  await queueMail(tx, {
    ownerId: to.ownerId,
    kind,
    reference: tokenId,
    recipient: to.email,
    subject,
    body: {
      content: { ...content, closing },
      locale,
      isTest: false,
      senderName: SERVICE_NAME,
      color: null,
    },
    expiresAt,
  })
}

function localeOf({ to }: TokenMail): Locale {
  return isLocale(to.locale) ? to.locale : DEFAULT_LOCALE
}

/**
 * Tells the vendor that an event could not be delivered and how its last attempt ended; once per UTC day and
 * account, however many events fail.
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

type Stopped = { accountId: string; id: string; customer: string; revision: number }

/** Tells the vendor that a series of invoices has stopped, and why; `revision` tells one stop from the next. */
export async function mailRecurringStopped(
  tx: Transaction,
  stopped: Stopped & { reason: RecurringStop },
): Promise<void> {
  await mailStopped(tx, stopped, 'recurring_stopped', recurringPageUrl(stopped.id), (texts) => ({
    words: texts.recurringStopped,
    reason: texts.recurringStopped.reasons[stopped.reason],
  }))
}

/** Tells the vendor that a series of payouts, or its automatic withdrawals, have stopped, and why. */
export async function mailRecurringPayoutStopped(
  tx: Transaction,
  stopped: Stopped & { isSweep: boolean; reason: RecurringPayoutStop },
): Promise<void> {
  const url = stopped.isSweep ? withdrawalsPageUrl() : recurringPayoutPageUrl(stopped.id)
  await mailStopped(tx, stopped, 'recurring_payout_stopped', url, (texts) => ({
    words: stopped.isSweep ? texts.sweepStopped : texts.recurringPayoutStopped,
    reason: texts.recurringPayoutStopped.reasons[stopped.reason],
  }))
}

async function mailStopped(
  tx: Transaction,
  { accountId, id, customer, revision }: Stopped,
  kind: 'recurring_stopped' | 'recurring_payout_stopped',
  url: string,
  wordsIn: (texts: MailTexts) => { words: SeriesStopped; reason: string },
): Promise<void> {
  const sender = await findMailSender(tx, accountId, null)
  const texts = textsIn(sender.vendorLocale)
  const { words, reason } = wordsIn(texts)
  const facts = { customer: isolated(oneLine(customer, 80), sender.vendorLocale) }
  await mailVendorOf(tx, sender, {
    kind,
    reference: `${id}/${revision}`,
    recipient: sender.email,
    subject: words.subject(facts),
    content: {
      heading: words.heading,
      paragraphs: [words.body(facts), reason, words.resume],
      action: { label: words.action, url },
      closing: [texts.sentByService({ service: SERVICE_NAME })],
    },
  })
}

/** Tells the vendor why an invoice was not sent on the day for which it was scheduled. */
export async function mailInvoiceNotSent(
  tx: Transaction,
  unsent: {
    accountId: string
    draftId: string
    customer: string
    /** Its cause: one mail for each. */
    reference: string
    /** As the dashboard says it. */
    reason: string
  },
): Promise<void> {
  const sender = await findMailSender(tx, unsent.accountId, null)
  const locale = sender.vendorLocale
  const texts = textsIn(locale)
  const words = texts.invoiceNotSent
  const facts = { customer: isolated(oneLine(unsent.customer, 80), locale) }
  await mailVendorOf(tx, sender, {
    kind: 'invoice_not_sent',
    reference: unsent.reference,
    recipient: sender.email,
    subject: words.subject(facts),
    content: {
      heading: words.heading,
      paragraphs: [
        words.body(facts),
        words.reason({ reason: isolated(oneLine(unsent.reason, 300), locale) }),
        words.nextStep,
      ],
      action: { label: words.action, url: draftPageUrl(unsent.draftId) },
      closing: [texts.sentByService({ service: SERVICE_NAME })],
    },
  })
}

type UnsentPayout = {
  accountId: string
  customerId: string
  /** Its cause: one mail for each. */
  reference: string
  /** The email of the member who scheduled it; null if it is no member any more. */
  scheduledBy: string | null
  amountMinor: bigint
  /** As the dashboard says it. */
  reason: string
}

/** Tells the owner, and the member who scheduled it if it still is one, why a scheduled payout was not sent. */
export async function mailPayoutNotSent(tx: Transaction, payout: UnsentPayout): Promise<void> {
  const sender = await findMailSender(tx, payout.accountId, null)
  const buyer = await findBuyer(tx, payout.accountId, payout.customerId)
  const locale = sender.vendorLocale
  const texts = textsIn(locale)
  const words = texts.payoutNotSent
  const facts = {
    amount: isolated(formatAmountIn(locale, formatMajor(payout.amountMinor, 'USD'), 'USD'), locale),
    customer: isolated(oneLine(buyer?.email ?? '', 200), locale),
  }
  const recipients = [...new Set([sender.email, ...(payout.scheduledBy ? [payout.scheduledBy] : [])])]
  for (const [index, recipient] of recipients.entries()) {
    await mailVendorOf(tx, sender, {
      kind: 'payout_not_sent',
      reference: `${payout.reference}:${index}`,
      recipient,
      subject: words.subject(facts),
      content: {
        heading: words.heading,
        paragraphs: [
          words.body(facts),
          words.reason({ reason: isolated(oneLine(payout.reason, 300), locale) }),
          words.nextStep,
        ],
        action: { label: words.action, url: scheduledPayoutsPageUrl() },
        closing: [texts.sentByService({ service: SERVICE_NAME })],
      },
    })
  }
}
