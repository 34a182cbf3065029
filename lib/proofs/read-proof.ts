import type { Orm } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { env, isRealMoney } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { refuseInput } from '@/lib/http/refusals'
import { endIdOf, firstIdOf, isId } from '@/lib/ids'
import { findBilledTo, findInvoice, totalMinor } from '@/lib/invoices/invoice'
import { formatMajor } from '@/lib/money/money'
import { findPayoutDetails } from '@/lib/payouts/payout'
import { railTitle } from '@/lib/providers/rails'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import type {
  ProofBalance,
  ProofDocument,
  ProofPeriod,
  ProofPosting,
  ProofStep,
} from '@/packages/client/src/proofs/proof-document'
import { currentProofKey } from './proof-keys'
import {
  creditSteps,
  entriesOfInvoice,
  entriesOfPayout,
  entriesOfPeriod,
  factsOf,
  type LedgerSide,
  ledgerSteps,
  MAX_TRANSACTIONS,
  postingOf,
  returnedPaymentSteps,
} from './proof-steps'

type Owner = Pick<Account, 'id' | 'mode' | 'vendorId' | 'vendorName'>

type Contents = Pick<ProofDocument, 'kind' | 'subject' | 'steps' | 'totals' | 'balances'>

export const PROOF_KINDS = ['payment', 'payout', 'month'] as const

/**
 * The proof of an invoice's payment, of a payout, or of a month (`2026-11`) or a day of it (`2026-11-27`), as the books are
 * now. Throws `invoice_not_found`, `payout_not_found`, and `invalid_input` for a period that is none, has not begun or has too
 * many movements.
 */
export async function readProof(
  account: Owner,
  kind: (typeof PROOF_KINDS)[number],
  id: string,
): Promise<ProofDocument> {
  const { id: key_id } = currentProofKey()
  const made_at = now()
  const read = { payment: readPayment, payout: readPayout, month: readPeriod }[kind]
  // One snapshot, so that balances are those of the same entries.
  const contents = await inOrmTransaction((tx) => read(tx, account, id, made_at), {
    isolation: 'RepeatableRead',
  })
  return {
    version: 1,
    issuer: env.PUBLIC_URL,
    made_at: made_at.toISOString(),
    key_id,
    account: {
      id: account.id,
      mode: account.mode,
      is_real_money: isRealMoney(account.mode),
      vendor: { id: account.vendorId, name: account.vendorName },
    },
    ...contents,
  }
}

async function readPayment(tx: OrmTransaction, { id: accountId }: Owner, id: string): Promise<Contents> {
  if (!isId(id)) throw new DomainError('invoice_not_found')
  const invoice = await findInvoice(tx, accountId, id)
  const key = { accountId, invoiceId: id }
  const ledger = ledgerSteps(await entriesOfInvoice(tx, { ...key, limit: MAX_TRANSACTIONS }))
  const { number, currency, feeAmountMinor, vendorFeeMinor, createdAt } = invoice
  const inWords = (minor: bigint) => `${formatMajor(minor, currency)} ${currency}`
  const { name: customer } = await findBilledTo(tx, invoice, 'en')
  const issued: ProofStep = {
    what: 'invoice.issued',
    at: createdAt.toISOString(),
    id,
    facts: factsOf({
      invoice: number,
      customer,
      total: inWords(totalMinor(invoice)),
      ...(vendorFeeMinor > 0n ? { vendor_fee: inWords(vendorFeeMinor) } : { fee: inWords(feeAmountMinor) }),
    }),
    provider: null,
    transaction: null,
    reconciled: null,
  }
  const credits = await creditSteps(tx, invoice)
  const returned = await returnedPaymentSteps(tx, key)
  return {
    kind: 'payment',
    subject: { id, title: `Invoice ${number}`, period: null },
    steps: inOrder([issued, ...credits, ...returned, ...ledger.map(({ step }) => step)]),
    totals: totalsOf(ledger),
    balances: [],
  }
}

async function readPayout(tx: OrmTransaction, { id: accountId }: Owner, id: string): Promise<Contents> {
  if (!isId(id)) throw new DomainError('payout_not_found')
  const payout = await findPayoutDetails(tx, accountId, id)
  const ledger = ledgerSteps(await entriesOfPayout(tx, { accountId, payoutId: id, limit: MAX_TRANSACTIONS }))
  const { bankAccount, rail, status, settledAt, amountMinor, currency } = payout
  const hasArrived = status === 'PAID' || status === 'RETURNED'
  const delivered: ProofStep[] =
    hasArrived && settledAt
      ? [
          {
            what: 'bank.delivered',
            at: settledAt.toISOString(),
            id,
            facts: factsOf({
              bank: bankAccount.bankName,
              holder: bankAccount.accountName,
              account_ends: bankAccount.accountNumberLast4,
              network: rail && railTitle(rail),
            }),
            provider: null,
            transaction: null,
            reconciled: null,
          },
        ]
      : []
  const amount = `${formatMajor(amountMinor, currency)} ${currency}`
  return {
    kind: 'payout',
    subject: { id, title: `Payout of ${amount} to ${payout.customer.name}`, period: null },
    steps: inOrder([...ledger.map(({ step }) => step), ...delivered]),
    totals: totalsOf(ledger),
    balances: [],
  }
}

async function readPeriod(
  tx: OrmTransaction,
  { id: accountId }: Owner,
  text: string,
  madeAt: Date,
): Promise<Contents> {
  const period = periodOf(text)
  if (!period) refuseInput('the period must be a month like 2026-01 or a day like 2026-01-31')
  const { from, to } = period
  if (from > madeAt) refuseInput('the period must have begun')
  const rows = await entriesOfPeriod(tx, {
    accountId,
    from,
    to,
    firstId: firstIdOf(from),
    endId: endIdOf(to),
    limit: MAX_TRANSACTIONS + 1,
  })
  const ledger = ledgerSteps(rows)
  if (ledger.length > MAX_TRANSACTIONS) {
    refuseInput(
      `the period has more than ${MAX_TRANSACTIONS} movements of money: take a day of it, such as ${formatIsoDate(from)}`,
    )
  }
  const stated: ProofPeriod = {
    from: from.toISOString(),
    to: to.toISOString(),
    is_over: to <= madeAt,
  }
  return {
    kind: 'month',
    subject: { id: text, title: text, period: stated },
    steps: inOrder(ledger.map(({ step }) => step)),
    totals: totalsOf(ledger),
    balances: await balancesOf(tx, { accountId, from, to }),
  }
}

/** A month or a day, in UTC; null for anything else. */
export function periodOf(text: string): { from: Date; to: Date } | null {
  const isMonth = /^\d{4}-\d{2}$/.test(text)
  const from = parseIsoDate(isMonth ? `${text}-01` : text)
  if (!from) return null
  if (!isMonth) return { from, to: dayAfter(from, 1) }
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + 1)
  return { from, to }
}

/** Steps that share a millisecond stay as they are given: what is delivered is delivered before the bank has it. */
function inOrder(steps: ProofStep[]): ProofStep[] {
  return steps.toSorted((a, b) => a.at.localeCompare(b.at))
}

function totalsOf(ledger: { sides: LedgerSide[] }[]): ProofPosting[] {
  const totals = new Map<string, LedgerSide>()
  for (const side of ledger.flatMap(({ sides }) => sides)) {
    const name = `${side.currency} ${side.account}`
    const amountMinor = (totals.get(name)?.amountMinor ?? 0n) + side.amountMinor
    totals.set(name, { ...side, amountMinor })
  }
  return [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => postingOf(total))
}

type BalanceRow = { kind: string; currency: string; openingMinor: bigint; closingMinor: bigint }

/** From the balances now back to the ends of the period, so that a late month reads little. */
const readBalances = statement<{ accountId: string; from: Date; to: Date }, BalanceRow>(
  'prove_balances',
  `SELECT wallet.kind::text AS kind, wallet.currency,
          (wallet.balance_minor - coalesce(sum(moved.change_minor), 0))::bigint AS "openingMinor",
          (wallet.balance_minor - coalesce(sum(moved.change_minor) FILTER (WHERE moved.created_at >= :to::timestamptz), 0))::bigint
            AS "closingMinor"
     FROM ledger_accounts AS wallet
     LEFT JOIN wallet_movements AS moved
       ON moved.account_id = wallet.account_id AND moved.wallet_id = wallet.id AND moved.created_at >= :from::timestamptz
    WHERE wallet.account_id = :accountId::uuid AND wallet.kind IN ('credit_wallet', 'pending_wallet', 'owed_by_vendor')
    GROUP BY wallet.id, wallet.kind, wallet.currency, wallet.balance_minor
    ORDER BY wallet.currency, wallet.kind`,
)

async function balancesOf(
  tx: OrmTransaction,
  period: { accountId: string; from: Date; to: Date },
): Promise<ProofBalance[]> {
  const rows = await readBalances(tx, period)
  return rows.map(({ kind, currency, openingMinor, closingMinor }) => ({
    account: kind,
    currency,
    opening: formatMajor(openingMinor, currency),
    closing: formatMajor(closingMinor, currency),
  }))
}

/** The months since the account's first movement of money, latest first, as `2026-11`. */
export async function provableMonths(orm: Orm, accountId: string): Promise<string[]> {
  const first = await orm.ledgerTransaction.findFirst({
    where: { accountId },
    orderBy: { id: 'asc' },
    select: { createdAt: true },
  })
  if (!first) return []
  const months: string[] = []
  const month = new Date(`${formatIsoDate(now()).slice(0, 7)}-01T00:00:00Z`)
  for (const start = formatIsoDate(first.createdAt).slice(0, 7); ; ) {
    const text = formatIsoDate(month).slice(0, 7)
    if (text < start) return months
    months.push(text)
    month.setUTCMonth(month.getUTCMonth() - 1)
  }
}
