import type { Dispute, Refund } from '@/lib/db/generated/client'
import { formatAmountIn, formatDayIn } from '@/lib/i18n/locale-format'
import { cardShares } from '@/lib/invoices/amounts'
import { cardPartMinor, type InvoiceDetails } from '@/lib/invoices/invoice'
import type { LedgerReason } from '@/lib/ledger/post-transaction'
import { formatMajor } from '@/lib/money/money'
import { dayIn, type Zone } from '@/lib/time/zone'
import { reducesFunds } from './reversal-money'

/* Sentences of an invoice's history: how a payment, a refund or a dispute changed the wallet and the fee. */

export function moneyText(minor: bigint, currency: string): string {
  return formatAmountIn('en', formatMajor(minor, currency), currency)
}

/** How the card payment was shared, and the ledger's entries about the invoice in their order. */
export type PaymentFacts = { shares: ReturnType<typeof cardShares>; entries: InvoiceDetails['entries'] }

/** What a card payment added to the wallet. */
export function incomeText({ invoice, hold, entries }: InvoiceDetails, zone: Zone): string {
  const { paidMinor, vendorMinor } = cardShares(cardPartMinor(invoice), invoice)
  const inWords = (minor: bigint) => moneyText(minor, invoice.currency)
  const onHold = hold ? `, on hold until ${formatDayIn('en', dayIn(zone, hold.releaseAt))}` : ''
  const fee =
    paidMinor === vendorMinor
      ? ''
      : `: the payment of ${inWords(paidMinor)} less the fee of ${inWords(paidMinor - vendorMinor)}`
  const debt = debtText(entries, { referenceId: invoice.id, reason: 'invoice.paid' }, invoice.currency)
  return `${inWords(vendorMinor)} was added to your wallet${onHold}${fee}.${debt}`
}

/**
 * What a refund or dispute takes from the wallet, and what of it comes back if it comes to nothing. `feeOnTop` says in words what
 * happens to the part of it that the customer paid as a fee.
 */
export function reversalTexts(
  reversal: Refund | Dispute,
  { shares, entries }: PaymentFacts,
  feeOnTop: (fee: string) => string,
) {
  const { id: referenceId, amountMinor, baseMinor, currency } = reversal
  const inWords = (minor: bigint) => moneyText(minor, currency)
  const amount = inWords(amountMinor)
  // It had come to nothing before we heard of it.
  if (baseMinor === 0n && !reducesFunds(reversal)) {
    return { amount, walletText: 'Nothing was taken from your wallet.', returnText: '' }
  }
  // What the wallet doesn't cover of one that we didn't ask for.
  const owedMinor = entries
    .filter((entry) => entry.referenceId === referenceId && entry.source === 'owed_by_vendor')
    .filter(({ reason }) => reason === 'refund.made' || reason === 'dispute.opened')
    .reduce((sum, entry) => sum + entry.amountMinor, 0n)
  const taken =
    owedMinor === 0n
      ? `${inWords(baseMinor)} was taken from your wallet.`
      : owedMinor === baseMinor
        ? `You owe ${inWords(owedMinor)} for it: your wallet was empty.`
        : `${inWords(baseMinor - owedMinor)} was taken from your wallet. You owe the other ${inWords(owedMinor)}.`
  const debt = (['refund.failed', 'dispute.won'] as const)
    .map((reason) => debtText(entries, { referenceId, reason }, currency))
    .join('')
  return {
    amount,
    walletText: `${taken}${feeText(reversal, shares, feeOnTop)}`,
    returnText: `${inWords(baseMinor)} is back in your wallet.${debt}`,
  }
}

/** What of an income paid a debt at once: the settlement that follows it. */
function debtText(
  entries: InvoiceDetails['entries'],
  income: { referenceId: string; reason: LedgerReason },
  currency: string,
): string {
  let [latest, settledMinor]: [LedgerReason | null, bigint] = [null, 0n]
  for (const { referenceId, reason, amountMinor } of entries) {
    if (referenceId !== income.referenceId) continue
    if (reason !== 'debt.settled') latest = reason
    else if (latest === income.reason) settledMinor += amountMinor
  }
  return settledMinor > 0n ? ` ${moneyText(settledMinor, currency)} of it paid what you owed.` : ''
}

function feeText(
  { amountMinor, baseMinor, currency }: Refund | Dispute,
  { paidMinor, vendorMinor, vendorPaysFee, returnsFee }: PaymentFacts['shares'],
  feeOnTop: (fee: string) => string,
): string {
  const feeMinor = amountMinor - baseMinor
  if (feeMinor > 0n) {
    const isWhole = feeMinor === paidMinor - vendorMinor
    const fee = `${isWhole ? 'the fee of ' : ''}${moneyText(feeMinor, currency)}${isWhole ? '' : ' of the fee'}`
    const words = vendorPaysFee ? `${fee} was returned to you` : feeOnTop(fee)
    return ` ${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  }
  return paidMinor > vendorMinor && !returnsFee ? ' The fee isn’t returned.' : ''
}
