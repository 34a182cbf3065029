import type { LedgerReason } from '@/lib/ledger/post-transaction'
import { providerTitle } from '@/lib/providers/manifests'
import { type Check, checkProof } from '@/packages/client/src/proofs/check-proof'
import type {
  ProofDocument,
  ProofPosting,
  ProofStep,
  ProviderRecord,
  Reconciliation,
} from '@/packages/client/src/proofs/proof-document'

/** An amount in major units. */
type Amount = { amount: string; currency: string }

type Line = { term: string; text: string }

type StepView = {
  title: string
  at: string
  /** What it moved at a provider, or else between accounts; null: it moved nothing. */
  amount: Amount | null
  lines: Line[]
  postings: (Amount & { account: string })[]
  reconciled: { state: Reconciliation['state']; text: string } | null
}

/** A proof in words, for its page and its PDF. */
export type ProofView = {
  kind: ProofDocument['kind']
  title: string
  period: ProofDocument['subject']['period']
  issuer: string
  vendor: string
  mode: 'test' | 'live'
  isRealMoney: boolean
  madeAt: string
  keyId: string
  steps: StepView[]
  totals: (Amount & { account: string })[]
  balances: { account: string; currency: string; opening: string; closing: string }[]
  /** What was recomputed, and what of it doesn't hold. */
  checks: Check[]
}

/** A document may come from another version: what it names and this one doesn't is shown as it is. */
const TITLES: Record<string, string> = {
  'invoice.issued': 'Invoice issued',
  'invoice.credited': 'Invoice credited',
  'invoice.paid': 'Charged',
  'payment.fee': 'Provider’s fee',
  'transfer.fee': 'Provider’s fee of a transfer',
  'payment.returned': 'Charged again and given back',
  'payment.recorded': 'Payment recorded by the vendor',
  'payment.recorded.reversed': 'Recorded payment removed',
  'hold.released': 'Hold ended',
  'refund.made': 'Refunded',
  'refund.failed': 'Refund failed',
  'dispute.opened': 'Disputed',
  'dispute.won': 'Dispute won',
  'dispute.fee': 'Fee of the dispute',
  'dispute.fee_returned': 'Fee of the dispute returned',
  'debt.settled': 'Debt settled',
  'payout.requested': 'Payout taken from the wallet',
  'payout.delivered': 'Transferred by the provider',
  'bank.delivered': 'Delivered to the bank',
  'payout.delivered.reversed': 'Returned by the bank',
  'payout.requested.reversed': 'Back in the wallet',
  'wallet.credited': 'Funds added',
} satisfies Record<
  LedgerReason | 'invoice.issued' | 'invoice.credited' | 'payment.returned' | 'bank.delivered',
  string
>

const ACCOUNTS: Record<string, string> = {
  credit_wallet: 'Wallet',
  pending_wallet: 'Wallet, on hold',
  owed_by_vendor: 'Owed by the vendor',
  customer_wallet: 'Payee',
  payouts_in_transit: 'In transit',
  provider_clearing: 'At providers',
  platform_fees: 'Fee',
  provider_fees: 'Provider fees',
  operator_funding: 'Operator’s funds',
  outside_funds: 'Vendor’s own bank or cash',
  outside_income: 'Income outside the wallet',
}

const FACTS: Record<string, string> = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  credit_note: 'Credit note',
  amount: 'Amount',
  together_with: 'Together with',
  customer: 'Customer',
  total: 'Total',
  fee: 'Including fee',
  vendor_fee: 'Fee, paid by the vendor',
  fee_taken: 'Fee taken',
  note: 'Note',
  bank: 'Bank',
  holder: 'Account holder',
  account_ends: 'Account ends in',
  network: 'Bank network',
}

export function presentProof(proof: ProofDocument): ProofView {
  const { account, subject } = proof
  return {
    kind: proof.kind,
    title: subject.title,
    period: subject.period,
    issuer: proof.issuer,
    vendor: account.vendor.name,
    mode: account.mode,
    isRealMoney: account.is_real_money,
    madeAt: proof.made_at,
    keyId: proof.key_id,
    steps: proof.steps.map(presentStep),
    totals: proof.totals.map(presentPosting),
    balances: proof.balances.map((balance) => ({ ...balance, account: accountWords(balance.account) })),
    checks: checkProof(proof),
  }
}

function presentStep(step: ProofStep): StepView {
  const { what, at, id, facts, provider, transaction, reconciled } = step
  return {
    title: TITLES[what] ?? what,
    at,
    amount: amountOf(step),
    lines: [
      ...Object.entries(facts).map(([name, text]) => ({ term: FACTS[name] ?? name, text })),
      ...(provider ? recordLines(provider) : []),
      ...(reconciled?.listed ? listedLines(reconciled.listed) : []),
      { term: 'ID', text: id },
      ...(transaction ? [{ term: 'Ledger', text: transaction.id }] : []),
    ],
    postings: transaction?.postings.map(presentPosting) ?? [],
    reconciled: reconciled && { state: reconciled.state, text: reconciliationWords(reconciled) },
  }
}

function amountOf({ provider, transaction }: ProofStep): Amount | null {
  // Its part of a record that is of several invoices; what was never booked moved nothing.
  if (provider && transaction) {
    return { amount: provider.moved.replace(/^-/, ''), currency: provider.currency }
  }
  if (provider) return { amount: provider.amount, currency: provider.currency }
  const moved = transaction?.postings.find(({ amount }) => !amount.startsWith('-'))
  return moved ? { amount: moved.amount, currency: moved.currency } : null
}

function recordLines({ name, reference, status, amount, currency }: ProviderRecord): Line[] {
  return [
    { term: 'Provider', text: providerTitle(name) },
    { term: 'Provider’s reference', text: reference ?? 'None' },
    { term: 'Our record', text: `${status.toLowerCase()}, ${amount} ${currency}` },
  ]
}

function listedLines(listed: NonNullable<Reconciliation['listed']>): Line[] {
  const { reference, status, amount, currency, created_at } = listed
  return [
    { term: 'Provider’s list', text: `${status}, ${amount ?? 'no amount'} ${currency}, ${reference}` },
    { term: 'Provider’s time', text: exactTime(created_at) },
  ]
}

const DIFFERENCES: Record<string, string> = {
  missing_at_provider: 'the provider doesn’t list it',
  missing_in_ledger: 'the books don’t have it',
  amount_differs: 'another amount or currency',
  status_differs: 'another status',
  ledger_differs: 'the ledger moved another amount',
}

function reconciliationWords({ state, at, difference, listed }: Reconciliation): string {
  const when = at ? exactTime(at) : ''
  if (state === 'matched') {
    return listed
      ? `Matched with the provider’s list, ${when}`
      : `Rightly not in the provider’s list, ${when}`
  }
  if (state === 'in_flight') return `Not settled yet when it was compared, ${when}`
  if (state === 'not_yet') return 'Not compared with the provider’s list yet'
  return `Differs from the provider’s list, ${when}: ${DIFFERENCES[difference ?? ''] ?? difference}`
}

/** `2026-11-27 09:30:00 UTC` */
export function exactTime(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`
}

function presentPosting({ account, amount, currency }: ProofPosting) {
  return { account: accountWords(account), amount, currency }
}

/** A payee's account has the payee's id behind its kind. */
function accountWords(account: string): string {
  const [kind = ''] = account.split('/')
  return ACCOUNTS[kind] ?? account
}
