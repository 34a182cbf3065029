import { encodeId } from '@/lib/crypto/base62'
import type { Runner } from '@/lib/db/statement'
import { payoutApprovalUrl } from '@/lib/http/links'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { formatMajor } from '@/lib/money/money'
import { findMailSender, mailVendorOf, SERVICE_NAME } from './queue-mail'
import { isolated, oneLine } from './render-mail'
import { textsIn } from './texts/texts'

/* To the people of the vendor, about payouts that take two of them. */

/** A payout that waits for a second person. */
export type MailedApproval = {
  accountId: string
  id: string
  amountMinor: bigint
  currency: string
  requestedByName: string
  customerName: string
  bankName: string
  accountNumberLast4: string
}

/** The payout's approval that a mail is about, by its reference. */
export function approvalOfMail(reference: string): string {
  return reference.split('/')[0] ?? ''
}

type Person = { id: string; email: string }

/** Asks everybody who may approve a payout to decide on it. */
export async function mailApprovalWanted(
  on: Runner,
  approvers: Person[],
  approval: MailedApproval,
): Promise<void> {
  const words = await wordsOf(on, approval)
  const { texts, facts } = words
  for (const approver of approvers) {
    await mailPerson(on, approver, approval, words, {
      subject: texts.wanted.subject(facts),
      heading: texts.wanted.heading(facts),
      paragraphs: [texts.wanted.body(facts)],
      action: texts.wanted.action,
    })
  }
}

/** Tells the person who asked for a payout that it was approved or rejected, or that nobody decided in time. */
export async function mailApprovalOver(
  on: Runner,
  requester: Person,
  approval: MailedApproval & {
    status: 'APPROVED' | 'REJECTED' | 'EXPIRED'
    /** Null where nobody decided. */
    decidedByName: string | null
    reason: string | null
  },
): Promise<void> {
  const words = await wordsOf(on, approval)
  const { texts, facts, fact } = words
  const by = { ...facts, person: fact(approval.decidedByName ?? '') }
  const { subject, body } = texts[OUTCOMES[approval.status]]
  await mailPerson(on, requester, approval, words, {
    subject: subject(facts),
    heading: subject(facts),
    paragraphs: [body(by), ...(approval.reason ? [texts.reason({ reason: fact(approval.reason) })] : [])],
    action: texts.view,
  })
}

const OUTCOMES = { APPROVED: 'approved', REJECTED: 'rejected', EXPIRED: 'expired' } as const

type Words = Awaited<ReturnType<typeof wordsOf>>

async function wordsOf(on: Runner, approval: MailedApproval) {
  const sender = await findMailSender(on, approval.accountId, null)
  const locale = sender.vendorLocale
  const fact = (text: string) => isolated(oneLine(text, 200), locale)
  const amount = formatMajor(approval.amountMinor, approval.currency)
  const facts = {
    amount: isolated(formatAmountIn(locale, amount, approval.currency), locale),
    customer: fact(approval.customerName),
    requester: fact(approval.requestedByName),
  }
  return { sender, texts: textsIn(locale).payoutApproval, all: textsIn(locale), facts, fact }
}

type Content = { subject: string; heading: string; paragraphs: string[]; action: string }

async function mailPerson(
  on: Runner,
  person: Person,
  approval: MailedApproval,
  { sender, texts, all, facts, fact }: Words,
  { subject, action, ...content }: Content,
): Promise<void> {
  await mailVendorOf(on, sender, {
    kind: 'payout_approval',
    // Nobody gets both: who asked for it is told the end, everybody else that it waits.
    reference: `${approval.id}/${encodeId(person.id)}`,
    recipient: person.email,
    subject,
    content: {
      ...content,
      rows: [
        { label: texts.amount, value: facts.amount, isStrong: true },
        { label: texts.customer, value: facts.customer },
        {
          label: texts.bankAccount,
          value: `${fact(approval.bankName)} •••• ${approval.accountNumberLast4}`,
        },
        { label: texts.requestedBy, value: facts.requester },
      ],
      action: { label: action, url: payoutApprovalUrl(approval.id) },
      closing: [all.sentByService({ service: SERVICE_NAME })],
    },
  })
}
