import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { amountView, moment } from '@/lib/http/schemas'
import { creditWalletBalances } from '@/lib/ledger/accounts'
import { type CsvColumn, type CsvFile, exportList, timeZoneOf } from '@/lib/lists/csv'
import { currencyFilter, dayFilter, daysOf } from '@/lib/lists/list-filters'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { findAccount } from '@/lib/vendors/account'
import { balanceView, DEFAULT_CURRENCY, presentBalances } from './present-entry'
import { type StatementFilters, type StatementLine, walletStatement } from './statement'

export const walletView = z.object({
  mode: z.enum(['test', 'live']),
  balances: z.array(balanceView),
})

export type WalletView = z.infer<typeof walletView>

export const statementRow = z.object({
  id: z.string().describe('The number of the line.'),
  title: z.string(),
  note: z.string().nullable().describe('Written by the operator.'),
  href: z.string().nullable().describe('The page of the invoice or payout.'),
  moneyIn: amountView.nullable(),
  moneyOut: amountView.nullable(),
  balance: amountView,
  at: moment,
})

export type StatementRow = z.infer<typeof statementRow>

const REASONS = {
  invoice: 'invoice.paid',
  payout: 'payout.requested',
  reversal: 'payout.requested.reversed',
  funds: 'wallet.credited',
} as const satisfies Record<string, StatementLine['reason']>

export const STATEMENT_RULES = {
  sorts: ['line'] as const,
  filters: z.object({
    reason: z.enum(['invoice', 'payout', 'reversal', 'funds']).optional(),
    currency: currencyFilter,
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** The vendor's wallet in each currency. */
export async function readWallet(vendorId: string, mode: Mode): Promise<WalletView> {
  const account = await findAccount(database(), vendorId, mode)
  const wallets = await creditWalletBalances(database(), account.id)
  return { mode, balances: presentBalances(wallets) }
}

/** `q` is the beginning of a customer's name or email, or the id of an invoice or payout. */
function statementQuery(params: URLSearchParams) {
  const { filters, search, ...page } = parseListQuery(STATEMENT_RULES, params)
  const { reason, currency = DEFAULT_CURRENCY } = filters
  const asked: StatementFilters = {
    currency,
    search: search ?? undefined,
    reason: reason && REASONS[reason],
    ...daysOf(filters),
  }
  return { filters: asked, page }
}

/** A page of the wallet's statement in one currency. */
export async function readStatement(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<StatementRow>> {
  const { filters, page } = statementQuery(params)
  const account = await findAccount(database(), vendorId, mode)
  const found = await walletStatement(database(), account.id, filters, page)
  return presentPage(found, (line) => presentLine(line, filters.currency))
}

/** The whole statement that the query asks for, as a file. */
export function exportStatement(
  account: { id: string; mode: Mode },
  params: URLSearchParams,
): Promise<CsvFile> {
  const { filters, page } = statementQuery(params)
  const { currency } = filters
  const amount = (minor: bigint) => formatMajor(minor, currency)
  const columns: CsvColumn<StatementLine>[] = [
    { title: 'Line', value: ({ sequence }) => sequence.toString() },
    { title: 'Time', value: ({ createdAt }) => createdAt },
    { title: 'Description', value: (line) => titleOf(line) },
    { title: 'Note', value: ({ note }) => note },
    { title: 'Currency', value: () => currency },
    { title: 'In', value: ({ changeMinor }) => (changeMinor > 0n ? amount(changeMinor) : null) },
    { title: 'Out', value: ({ changeMinor }) => (changeMinor < 0n ? amount(-changeMinor) : null) },
    { title: 'Balance', value: ({ balanceAfterMinor }) => amount(balanceAfterMinor) },
    { title: 'Reference', value: ({ referenceId }) => referenceId },
  ]
  const filename = `statement-${account.mode}-${currency}.csv`
  return exportList(page, (asked) => walletStatement(database(), account.id, filters, asked), columns, {
    filename,
    timeZone: timeZoneOf(params),
  })
}

function presentLine(line: StatementLine, currency: string): StatementRow {
  const { sequence, note, changeMinor, balanceAfterMinor, createdAt } = line
  return {
    id: sequence.toString(),
    title: titleOf(line),
    note,
    href: hrefOf(line),
    moneyIn: changeMinor > 0n ? presentAmount(changeMinor, currency) : null,
    moneyOut: changeMinor < 0n ? presentAmount(-changeMinor, currency) : null,
    balance: presentAmount(balanceAfterMinor, currency),
    at: createdAt.toISOString(),
  }
}

function titleOf({ reason, customerName, payoutStatus }: StatementLine): string {
  switch (reason) {
    case 'invoice.paid':
      return `Invoice paid by ${customerName}`
    case 'payout.requested':
      return `Payout to ${customerName}`
    case 'payout.requested.reversed':
      return payoutStatus === 'RETURNED'
        ? `Payout to ${customerName} returned`
        : `Payout to ${customerName} failed`
    default:
      return 'Funds added'
  }
}

function hrefOf({ reason, referenceId }: StatementLine): string | null {
  if (reason === 'wallet.credited') return null
  return reason === 'invoice.paid' ? `/invoices/${referenceId}` : `/payouts/${referenceId}`
}
