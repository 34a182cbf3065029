import assert from 'node:assert/strict'
import { type Queryable, statement } from '@/lib/db/statement'
import { profilePageUrl, securityPageUrl } from '@/lib/http/links'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locale'
import { formatAmountIn, formatDayIn } from '@/lib/i18n/locale-format'
import { newId } from '@/lib/ids'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { queueMail, SERVICE_NAME } from './queue-mail'
import { isolated, type MailContent, oneLine } from './render-mail'
import type { MailTexts } from './texts/mail-texts'
import { textsIn } from './texts/texts'

/** The access that was withdrawn because somebody else may have set up the owner's account. */
type TakenOver = {
  what: 'takenOver'
  /** The emails of the suspended. */
  people: string[]
  invitations: number
  apiKeys: number
  endpoints: number
  payouts: number
  series: number
  payoutSeries: number
  sweeps: number
}

/** Events that people hear of because somebody else may have caused them. */
export type SecurityEvent =
  | { what: 'signedIn'; browser: string; address: string | null }
  /** Five at once, after the right password. */
  | { what: 'wrongCodes'; browser: string; address: string | null }
  | { what: 'passwordChanged' }
  | { what: 'emailChangeRequested'; email: string; at: Date; browser: string; address: string | null }
  | { what: 'emailChanged'; email: string; oldEmail: string }
  | TakenOver
  | { what: 'secondFactorRemoved' }
  | { what: 'passkeyAdded' | 'passkeyRemoved'; passkey: string }
  | { what: 'ownerChanged'; email: string }
  | { what: 'keyCreated'; key: string }
  | { what: 'bankAccountAdded'; bankAccount: string }
  /** The vendor's own, to which its customers pay. */
  | { what: 'ownAccountChanged'; person: string; bankAccount: string }
  /** By the payee, on the page of a link. */
  | { what: 'bankAccountEntered'; customer: string; bankAccount: string }
  /** In live mode, by a person or a program. */
  | { what: 'endpointAdded' | 'endpointMoved'; host: string; by: { person: string } | { key: string } }
  /** US cents from which payouts need a second person; null: none does any more. */
  | { what: 'payoutApprovalChanged'; person: string; fromMinor: bigint | null }
  /** To a role that may approve what others ask for. */
  | { what: 'approverInvited'; person: string; email: string }
  | { what: 'approverAdded'; email: string; from: Date }

type Recipient = { memberId: string; vendorId: string; email: string; locale: string }

const RECIPIENTS = `
  SELECT members.id AS "memberId", members.vendor_id AS "vendorId", members.email, vendors.locale
    FROM members JOIN vendors ON vendors.id = members.vendor_id`

const findRecipient = statement<{ memberId: string }, Recipient>(
  'find_notice_recipient',
  `${RECIPIENTS} WHERE members.id = :memberId::uuid`,
)

const findRecipients = statement<{ vendorId: string; actingMemberId: string | null }, Recipient>(
  'find_notice_recipients',
  `${RECIPIENTS} WHERE members.vendor_id = :vendorId::uuid AND (members.role = 'owner' OR members.id = :actingMemberId::uuid)`,
)

/** Tells a member, in the transaction of the event. A new email is told to the old one. */
export async function mailSecurityNotice(
  on: Queryable,
  memberId: string,
  event: SecurityEvent,
): Promise<void> {
  const [member] = await findRecipient(on, { memberId })
  assert(member, 'a member who is told exists')
  await tell(on, member, event)
}

/**
 * Tells the vendor's owner, and the member who did it: a new key, bank account or webhook endpoint concerns the
 * business, and so does an act of somebody else in a member's name.
 */
export async function mailVendorNotice(
  on: Queryable,
  vendorId: string,
  event: SecurityEvent,
  actingMemberId: string | null = null,
): Promise<void> {
  for (const member of await findRecipients(on, { vendorId, actingMemberId })) await tell(on, member, event)
}

async function tell(
  on: Queryable,
  { memberId, vendorId, email, ...vendor }: Recipient,
  event: SecurityEvent,
): Promise<void> {
  const locale = isLocale(vendor.locale) ? vendor.locale : DEFAULT_LOCALE
  const texts = textsIn(locale)
  const { subject, body, advice = texts.security.notYou, rows } = wordsOf(event, texts.security, locale)
  const url = event.what === 'emailChangeRequested' ? profilePageUrl() : securityPageUrl()
  const content = {
    heading: subject,
    paragraphs: [body, advice],
    ...(rows ? { rows } : {}),
    action: { label: texts.security.action, url },
    closing: [texts.sentByService({ service: SERVICE_NAME })],
  }
  await queueMail(on, {
    ownerId: vendorId,
    kind: 'security_notice',
    // Each event is a cause of its own; somebody who goes on guessing must not fill the mailbox.
    reference: event.what === 'wrongCodes' ? `wrong codes ${memberId} ${formatIsoDate(now())}` : newId(),
    recipient: event.what === 'emailChanged' ? event.oldEmail : email,
    subject,
    body: { content, locale, isTest: false, senderName: SERVICE_NAME, color: null },
  })
}

/** `advice` is what to do, where it is another than for most. */
type NoticeWords = Pick<MailContent, 'rows'> & { subject: string; body: string; advice?: string }

function wordsOf(event: SecurityEvent, words: MailTexts['security'], locale: Locale): NoticeWords {
  const fact = (text: string) => isolated(oneLine(text, 200), locale)
  switch (event.what) {
    case 'signedIn':
    case 'wrongCodes': {
      const facts = { browser: fact(event.browser), address: fact(event.address ?? '–') }
      return { subject: words[event.what].subject, body: words[event.what].body(facts) }
    }
    case 'passwordChanged':
      return words.passwordChanged
    case 'secondFactorRemoved':
      return words.secondFactorRemoved
    case 'passkeyAdded':
    case 'passkeyRemoved': {
      const { subject, body } = words[event.what]
      return { subject, body: body({ passkey: fact(event.passkey) }) }
    }
    case 'emailChanged':
      return {
        subject: words.emailChanged.subject,
        body: words.emailChanged.body({ email: fact(event.email) }),
      }
    case 'emailChangeRequested': {
      const { subject, body, stop } = words.emailChangeRequested
      const facts = { browser: fact(event.browser), address: fact(event.address ?? '–') }
      const time = fact(`${formatDayIn(locale, event.at)}, ${event.at.toISOString().slice(11, 16)} UTC`)
      return { subject, body: body({ ...facts, time, email: fact(event.email) }), advice: stop }
    }
    case 'takenOver': {
      const { subject, body, kept } = words.takenOver
      return { subject, body, advice: kept, rows: undoneRows(event, words.takenOver, locale) }
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
    case 'approverInvited': {
      const facts = { person: fact(event.person), email: fact(event.email) }
      return { subject: words.approverInvited.subject, body: words.approverInvited.body(facts) }
    }
    case 'approverAdded': {
      const facts = { email: fact(event.email), day: isolated(formatDayIn(locale, event.from), locale) }
      return { subject: words.approverAdded.subject, body: words.approverAdded.body(facts) }
    }
    case 'keyCreated':
      return { subject: words.keyCreated.subject, body: words.keyCreated.body({ key: fact(event.key) }) }
    case 'bankAccountAdded':
      return {
        subject: words.bankAccountAdded.subject,
        body: words.bankAccountAdded.body({ bankAccount: fact(event.bankAccount) }),
      }
    case 'ownAccountChanged': {
      const facts = { person: fact(event.person), bankAccount: fact(event.bankAccount) }
      return { subject: words.ownAccountChanged.subject, body: words.ownAccountChanged.body(facts) }
    }
    case 'bankAccountEntered': {
      const { subject, body, check } = words.bankAccountEntered
      const facts = { customer: fact(event.customer), bankAccount: fact(event.bankAccount) }
      return { subject, body: body(facts), advice: check }
    }
    case 'endpointAdded':
    case 'endpointMoved': {
      const host = fact(event.host)
      if ('key' in event.by) {
        const { subject, body } = words[`${event.what}ByKey`]
        return { subject, body: body({ host, key: fact(event.by.key) }) }
      }
      const { subject, body } = words[event.what]
      return { subject, body: body({ host, person: fact(event.by.person) }) }
    }
  }
}

function undoneRows(
  { people, ...undone }: TakenOver,
  words: MailTexts['security']['takenOver'],
  locale: Locale,
): { label: string; value: string }[] {
  const counted = [
    'invitations',
    'apiKeys',
    'endpoints',
    'payouts',
    'series',
    'payoutSeries',
    'sweeps',
  ] as const
  return [
    { label: words.people, value: people.map((email) => isolated(oneLine(email, 254), locale)).join(', ') },
    ...counted.map((what) => ({ label: words[what], value: undone[what] === 0 ? '' : String(undone[what]) })),
  ].filter(({ value }) => value !== '')
}
