import type { Transaction } from '@/lib/db/transaction'
import { formatAmountIn } from '@/lib/locale-format'
import { formatMajor } from '@/lib/money'
import { mailCustomer, SERVICE_NAME } from './mail-for-account'
import { isolated, oneLine } from './mail-lines'
import { findMailSender } from './mail-sender'
import { textsIn } from './texts/texts'

type MailedPayout = {
  accountId: string
  id: string
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  currency: string
}

/** Tells the holder of the bank account that a payout to it was delivered. */
export async function mailPayout(tx: Transaction, payout: MailedPayout): Promise<void> {
  const { accountId, id, customerId, bankAccountId, amountMinor, currency } = payout
  const sender = await findMailSender(tx, accountId, customerId)
  const bankAccount = await tx.bankAccount.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: bankAccountId } },
    select: { email: true, bankName: true, accountNumberLast4: true },
  })
  const locale = sender.customerLocale
  const texts = textsIn(locale)
  const facts = {
    vendor: isolated(oneLine(sender.name, 80), locale),
    amount: isolated(formatAmountIn(locale, formatMajor(amountMinor, currency), currency), locale),
    bankName: isolated(oneLine(bankAccount.bankName, 80), locale),
    last4: bankAccount.accountNumberLast4,
  }
  await mailCustomer(tx, sender, {
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
