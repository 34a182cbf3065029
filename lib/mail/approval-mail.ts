import { decodeId, encodeId } from '@/lib/crypto/base62'
import type { Queryable } from '@/lib/db/statement'
import { payoutApprovalUrl, payoutBatchUrl, scheduledPayoutsPageUrl } from '@/lib/http/links'
import { formatAmountIn, formatDayIn, formatNumberIn } from '@/lib/i18n/locale-format'
import { newId } from '@/lib/ids'
import { formatMajor } from '@/lib/money/money'
import { findMailSender, mailVendorOf, SERVICE_NAME } from './queue-mail'
import { isolated, oneLine } from './render-mail'
import { textsIn } from './texts/texts'

/* To the people of the vendor, about payouts that take two of them. */

type Waiting = {
  accountId: string
  id: string
  amountMinor: bigint
  currency: string
  requestedByName: string
}

/** A payout that waits for a second person. */
export type MailedApproval = Waiting & {
  customerName: string
  bankName: string
  accountNumberLast4: string
  /** The day that it is scheduled for; null: it is sent as soon as it is approved. */
  day: Date | null
}

/** Payouts of a file that wait for a second person. */
export type MailedBatch = Waiting & { fileName: string; payoutCount: number }

/** The path of the page that a mail leads to, by its reference. */
export function pageOfApprovalMail(reference: string): string {
  const [first = '', second = ''] = reference.split('/')
  if (first === SCHEDULED) return '/payouts/scheduled'
  return first === BATCH ? `/payouts/batches/${decodeId(second)}` : `/payouts/approvals/${first}`
}

const SCHEDULED = 'scheduled'
const BATCH = 'batch'

type Person = { id: string; email: string }

/** Asks everybody who may approve a payout, or a batch of them, to decide on it. */
export async function mailApprovalRequest(
  on: Queryable,
  approvers: Person[],
  waiting: MailedApproval | MailedBatch,
): Promise<void> {
  const words = await wordsOf(on, waiting)
  for (const approver of approvers) await mailPerson(on, approver, waiting, words, words.wanted)
}

/**
 * Tells the person who asked for a payout, or confirmed a batch, that it was approved or rejected, or that nobody
 * decided in time.
 */
export async function mailApprovalOver(
  on: Queryable,
  requester: Person,
  waiting: (MailedApproval | MailedBatch) & {
    status: keyof typeof OUTCOMES
    /** Null where nobody decided. */
    decidedByName: string | null
    reason: string | null
  },
): Promise<void> {
  const words = await wordsOf(on, waiting)
  const { texts, fact } = words
  const { subject, body } = words.over(OUTCOMES[waiting.status], fact(waiting.decidedByName ?? ''))
  await mailPerson(on, requester, waiting, words, {
    subject,
    heading: subject,
    paragraphs: [body, ...(waiting.reason ? [texts.reason({ reason: fact(waiting.reason) })] : [])],
    action: texts.view,
  })
}

const OUTCOMES = { APPROVED: 'approved', REJECTED: 'rejected', EXPIRED: 'expired' } as const

type Content = { subject: string; heading: string; paragraphs: string[]; action: string }

type Words = Awaited<ReturnType<typeof wordsOf>>

async function wordsOf(on: Queryable, waiting: MailedApproval | MailedBatch) {
  const sender = await findMailSender(on, waiting.accountId, null)
  const locale = sender.vendorLocale
  const { payoutApproval: texts, sentByService } = textsIn(locale)
  const fact = (text: string) => isolated(oneLine(text, 200), locale)
  const amount = isolated(
    formatAmountIn(locale, formatMajor(waiting.amountMinor, waiting.currency), waiting.currency),
    locale,
  )
  const requester = fact(waiting.requestedByName)
  const shared = { sender, texts, sentByService, fact, amount, requester }
  if ('fileName' in waiting) {
    const facts = { amount, requester, file: fact(waiting.fileName) }
    const { wanted, approved, rejected } = texts.batch
    return {
      ...shared,
      wanted: contentOf(wanted, facts, wanted.body(facts), wanted.action),
      over: (outcome: Outcome, person: string) => {
        const { subject, body } = outcome === 'approved' ? approved : rejected
        return { subject: subject(facts), body: body({ ...facts, person }) }
      },
      rows: [
        { label: texts.batch.file, value: facts.file },
        { label: texts.batch.payouts, value: formatNumberIn(locale, String(waiting.payoutCount)) },
      ],
    }
  }
  const facts = { amount, requester, customer: fact(waiting.customerName) }
  const day = waiting.day && isolated(formatDayIn(locale, waiting.day), locale)
  const body = day ? texts.wanted.bodyOfDay({ ...facts, day }) : texts.wanted.body(facts)
  return {
    ...shared,
    wanted: contentOf(texts.wanted, facts, body, texts.wanted.action),
    over: (outcome: Outcome, person: string) => {
      const { subject, body } = texts[outcome]
      return { subject: subject(facts), body: body({ ...facts, person }) }
    },
    rows: [
      { label: texts.customer, value: facts.customer },
      { label: texts.bankAccount, value: `${fact(waiting.bankName)} •••• ${waiting.accountNumberLast4}` },
    ],
  }
}

type Outcome = (typeof OUTCOMES)[keyof typeof OUTCOMES]

function contentOf<Facts>(
  { subject, heading }: { subject: (facts: Facts) => string; heading: (facts: Facts) => string },
  facts: Facts,
  body: string,
  action: string,
): Content {
  return { subject: subject(facts), heading: heading(facts), paragraphs: [body], action }
}

async function mailPerson(
  on: Queryable,
  person: Person,
  waiting: MailedApproval | MailedBatch,
  { sender, texts, sentByService, amount, requester, rows }: Words,
  { subject, action, ...content }: Content,
): Promise<void> {
  const { reference, url } = causeOf(waiting, person)
  await mailVendorOf(on, sender, {
    kind: 'payout_approval',
    reference,
    recipient: person.email,
    subject,
    content: {
      ...content,
      rows: [
        { label: texts.amount, value: amount, isStrong: true },
        ...rows,
        { label: texts.requestedBy, value: requester },
      ],
      action: { label: action, url },
      closing: [sentByService({ service: SERVICE_NAME })],
    },
  })
}

function causeOf(waiting: MailedApproval | MailedBatch, person: Person): { reference: string; url: string } {
  // Batches and scheduled payouts can wait more than once, and are mailed each time.
  const again = encodeId(newId())
  if ('fileName' in waiting) {
    return { reference: `${BATCH}/${encodeId(waiting.id)}/${again}`, url: payoutBatchUrl(waiting.id) }
  }
  if (waiting.day) return { reference: `${SCHEDULED}/${again}`, url: scheduledPayoutsPageUrl() }
  // Nobody gets both: who asked for it is told the end, everybody else that it waits.
  return { reference: `${waiting.id}/${encodeId(person.id)}`, url: payoutApprovalUrl(waiting.id) }
}
