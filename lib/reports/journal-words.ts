import type { LedgerReason } from '@/lib/ledger/post-transaction'

/* The words of the journal, which the documentation prints too. */

/** Its accounts, each with what it has. */
export const JOURNAL_ACCOUNTS = {
  'Accounts receivable': 'What your customers owe on invoices.',
  Sales: 'What you invoiced, without tax and fee. The column Tax says at which rate.',
  'Tax payable': 'The tax on it, a line for each rate.',
  'Fee: invoiced': 'The fee that your customers pay on top.',
  'Fee: taken':
    'The fee that card payments took, whether your customers paid it or you, less what was given back.',
  'Wallet: available': 'Your wallet.',
  'Wallet: on hold': 'Money of paid invoices that is not available yet.',
  'Wallet: owed': 'What you owe after refunds and disputes.',
  'Refunds in transit':
    'Refunds from the moment the money leaves your wallet until the credit note is issued.',
  Disputes: 'What your customers’ banks took back, less the disputes you won.',
  'Dispute fees': 'What a dispute costs you on top.',
  Payouts: 'Payouts to your customers, less those that failed or came back.',
  Withdrawals: 'Withdrawals to your own bank account: match them with your bank statement.',
  'Bank and cash': 'Payments that you received outside the wallet and recorded.',
  'Funds added': 'Money that the operator put into your wallet, or test funds.',
} as const

export type JournalAccount = keyof typeof JOURNAL_ACCOUNTS

type Movement = {
  type: string
  /** The account on the other side; null: between accounts of the wallet. */
  account: JournalAccount | null
}

/** What each ledger transaction is called; null: it moves nothing of the vendor's, or the journal has it from elsewhere. */
export const MOVEMENTS: Record<LedgerReason, Movement | null> = {
  'invoice.paid': { type: 'Card payment', account: 'Accounts receivable' },
  'hold.released': { type: 'Hold ended', account: null },
  'debt.settled': { type: 'Debt settled', account: null },
  'refund.made': { type: 'Refund', account: 'Refunds in transit' },
  'refund.failed': { type: 'Refund failed', account: 'Refunds in transit' },
  'dispute.opened': { type: 'Dispute', account: 'Disputes' },
  'dispute.won': { type: 'Dispute won', account: 'Disputes' },
  'dispute.fee': { type: 'Dispute fee', account: 'Dispute fees' },
  'dispute.fee_returned': { type: 'Dispute fee returned', account: 'Dispute fees' },
  'payout.requested': { type: 'Payout', account: 'Payouts' },
  'payout.requested.reversed': { type: 'Payout returned', account: 'Payouts' },
  'wallet.credited': { type: 'Funds added', account: 'Funds added' },
  'payment.fee': null,
  'transfer.fee': null,
  'payout.delivered': null,
  'payout.delivered.reversed': null,
  'payment.recorded': null,
  'payment.recorded.reversed': null,
}

/** The columns of the file, each with what is in it. */
export const JOURNAL_COLUMNS = {
  Date: 'The day in your time zone, `YYYY-MM-DD`.',
  Type: 'What happened: `Invoice`, `Card payment`, `Payout` and so on.',
  Document: 'The number of the invoice or credit note, or the ID of the payout; empty for funds added.',
  Account: 'One of the accounts below.',
  Tax: 'For sales and tax, the name and rate, or why there is none: `VAT 19%`, `Reverse charge`.',
  Debit: 'The amount in major units, such as `12.50`, or empty.',
  Credit: 'The same.',
  Currency: 'Three letters. Sum by it, never across.',
  Customer: 'The name; empty for withdrawals and funds added.',
  Memo: 'The reason of a credit note, how a payment outside the wallet came in, or the operator’s note.',
  'Customer ID': 'The customer’s ID in the API.',
  'Document ID': 'The ID of the invoice or payout in the API.',
  'Entry ID': 'The same on all lines of one entry, which add up to zero.',
} as const
