import type { Transaction } from '@/lib/db/transaction'
import { securityPageUrl } from '@/lib/http/links'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locale'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { newId } from '@/lib/ids'
import { formatMajor } from '@/lib/money/money'
import { queueMail, SERVICE_NAME } from './queue-mail'
import { isolated, oneLine, renderMail } from './render-mail'
import type { MailTexts } from './texts/mail-texts'
import { textsIn } from './texts/texts'

/** Events that people hear of because somebody else may have caused them. */
export type SecurityEvent =
  | { what: 'signedIn'; browser: string; address: string | null }
  | { what: 'passwordChanged' }
  | { what: 'emailChanged'; email: string; oldEmail: string }
  | { what: 'secondFactorRemoved' }
  | { what: 'ownerChanged'; email: string }
  | { what: 'keyCreated'; key: string }
  | { what: 'bankAccountAdded'; bankAccount: string }
  /** US cents from which payouts take a second person; null: none does any more. */
  | { what: 'payoutApprovalChanged'; person: string; fromMinor: bigint | null }

/** Tells a member, in the transaction of the event. A new email is told to the old one. */
export async function mailSecurityNotice(
  tx: Transaction,
  memberId: string,
  event: SecurityEvent,
): Promise<void> {
  const { vendorId, email, vendor } = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { vendorId: true, email: true, vendor: { select: { locale: true } } },
  })
  const locale = isLocale(vendor.locale) ? vendor.locale : DEFAULT_LOCALE
  const texts = textsIn(locale)
  const { subject, body } = wordsOf(event, texts.security, locale)
  const content = {
    heading: subject,
    paragraphs: [body, texts.security.notYou],
    action: { label: texts.security.action, url: securityPageUrl() },
    closing: [texts.sentByService({ service: SERVICE_NAME })],
  }
  await queueMail(tx, {
    ownerId: vendorId,
    kind: 'security_notice',
    // Each event is a cause of its own.
    reference: newId(),
    recipient: event.what === 'emailChanged' ? event.oldEmail : email,
    subject,
    body: renderMail(content, { locale, isTest: false, senderName: SERVICE_NAME, color: null }),
  })
}

/**
 * Tells the vendor's owner, and the member who did it: a new key or bank account concerns the business, and so does
 * an act of somebody else in a member's name.
 */
export async function mailVendorNotice(
  tx: Transaction,
  vendorId: string,
  event: SecurityEvent,
  actingMemberId?: string,
): Promise<void> {
  const members = await tx.member.findMany({
    where: {
      vendorId,
      OR: [{ role: 'owner' as const }, ...(actingMemberId ? [{ id: actingMemberId }] : [])],
    },
    select: { id: true },
  })
  for (const { id } of members) await mailSecurityNotice(tx, id, event)
}

function wordsOf(
  event: SecurityEvent,
  words: MailTexts['security'],
  locale: Locale,
): { subject: string; body: string } {
  const fact = (text: string) => isolated(oneLine(text, 200), locale)
  switch (event.what) {
    case 'signedIn': {
      const facts = { browser: fact(event.browser), address: fact(event.address ?? '–') }
      return { subject: words.signedIn.subject, body: words.signedIn.body(facts) }
    }
    case 'passwordChanged':
      return words.passwordChanged
    case 'secondFactorRemoved':
      return words.secondFactorRemoved
    case 'emailChanged':
      return {
        subject: words.emailChanged.subject,
        body: words.emailChanged.body({ email: fact(event.email) }),
      }
    case 'ownerChanged':
      return {
        subject: words.ownerChanged.subject,
        body: words.ownerChanged.body({ email: fact(event.email) }),
      }
    case 'payoutApprovalChanged': {
      const person = fact(event.person)
      if (event.fromMinor === null) {
        return { subject: words.payoutApprovalOff.subject, body: words.payoutApprovalOff.body({ person }) }
      }
      const amount = isolated(formatAmountIn(locale, formatMajor(event.fromMinor, 'USD'), 'USD'), locale)
      return {
        subject: words.payoutApprovalSet.subject,
        body: words.payoutApprovalSet.body({ person, amount }),
      }
    }
    case 'keyCreated':
      return { subject: words.keyCreated.subject, body: words.keyCreated.body({ key: fact(event.key) }) }
    case 'bankAccountAdded':
      return {
        subject: words.bankAccountAdded.subject,
        body: words.bankAccountAdded.body({ bankAccount: fact(event.bankAccount) }),
      }
  }
}
