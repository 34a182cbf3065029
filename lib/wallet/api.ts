import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { database } from '@/lib/db/client'
import { operation } from '@/lib/http/operation'
import { jsonNumber, moment, success } from '@/lib/http/schemas'
import { jsonAmount } from '@/lib/json'
import { type WalletBalance, walletBalances } from '@/lib/ledger/accounts'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { DEFAULT_CURRENCY, withDollars } from './present-entry'
import { entriesForPrograms, type StatementLine } from './statement'

const balance = z
  .object({
    available: jsonNumber.describe('The amount that you can pay out.'),
    pending: jsonNumber.describe('Of paid invoices, until their hold is over. Always 0 in test mode.'),
    held: jsonNumber.describe('Taken from `available` for payouts that are not settled.'),
    owed: jsonNumber.describe('After refunds and disputes: your next income settles it first.'),
  })
  .meta({
    id: 'Balance',
    title: 'Balance',
    description: 'Your balance in one currency: returned when you get the wallet.',
    examples: [{ available: 129, pending: 0, held: 0, owed: 0 }],
  })

/** Beyond the contract. */
export const getWallet = operation({
  method: 'GET',
  path: '/api/v2/wallet',
  summary: 'Get the wallet',
  description: 'Returns what you have in each currency that you have used.',
  tag: 'Wallet',
  notes: ['`USD` is always there, even before the first payment.'],
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: {
    200: z
      .object({
        status: success,
        balances: z
          .record(z.string(), balance)
          .describe('A balance by currency code.')
          .meta({ examples: [{ USD: { available: 129, pending: 0, held: 0, owed: 0 } }] }),
      })
      .describe('The wallet'),
  },
}).handle(async ({ account }) => {
  const wallets = withDollars(await walletBalances(database(), account.id))
  const balances = Object.fromEntries(wallets.map((wallet) => [wallet.currency, presentBalance(wallet)]))
  return { status: 200, body: { status: 'success', balances } }
})

function presentBalance(wallet: WalletBalance) {
  const { currency } = wallet
  return {
    available: jsonAmount(wallet.availableMinor, currency),
    pending: jsonAmount(wallet.pendingMinor, currency),
    held: jsonAmount(wallet.heldMinor, currency),
    owed: jsonAmount(wallet.owedMinor, currency),
  }
}

const EXAMPLE = {
  id: '0199d1c2-84aa-7210-a1b0-6f8e40f1c2d3',
  reason: 'payout.requested',
  amount: -25.5,
  currency: 'USD',
  balance_after: 129,
  invoice_id: null,
  payout_id: '0199d1c2-84a9-7373-9ef8-5288bf1b10c4',
  note: null,
  created_at: '2026-03-03T09:31:02.000Z',
}

const entry = z
  .object({
    id: z.uuid().describe('The ledger transaction.'),
    reason: z.string().describe('The reason of the entry, such as `invoice.paid` or `payout.requested`.'),
    amount: jsonNumber.describe('Above 0 for money in, below 0 for money out.'),
    currency: z.string(),
    balance_after: jsonNumber.describe('The available balance afterwards.'),
    invoice_id: z.uuid().nullable().describe('The invoice behind it.'),
    payout_id: z.uuid().nullable().describe('The payout behind it.'),
    note: z.string().nullable().describe('Written by the operator.'),
    created_at: moment.describe('ISO 8601.'),
  })
  .meta({
    id: 'WalletEntry',
    title: 'Wallet entry',
    description: 'A movement of the money that is available: returned when you list wallet entries.',
    examples: [EXAMPLE],
  })

const PAID_EXAMPLE = {
  ...EXAMPLE,
  id: '0199d1c2-4c11-7d05-8b1e-0d3a5f6e7788',
  reason: 'invoice.paid',
  amount: 154.5,
  balance_after: 154.5,
  invoice_id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
  payout_id: null,
  created_at: '2026-03-03T09:12:45.000Z',
}

/** Beyond the contract. */
export const listWalletEntries = operation({
  method: 'GET',
  path: '/api/v2/wallet/entries',
  summary: 'List wallet entries',
  description:
    'Returns each movement of the money that is available in one currency, latest first, a page at a time.',
  tag: 'Wallet',
  notes: [
    'Each entry’s `balance_after` is the one before it plus its `amount`, without a gap, so you can check your own books against it.',
    ...LIST_NOTES,
  ],
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  query: entriesForPrograms.query,
  answers: {
    200: z
      .object({
        status: success,
        entries: z.array(entry).meta({ examples: [[EXAMPLE, PAID_EXAMPLE]] }),
        next_cursor: nextCursor,
      })
      .describe('A page of entries'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await entriesForPrograms.read(account.id, query)
  const currency = query.filters.currency ?? DEFAULT_CURRENCY
  const entries = rows.map((line) => presentEntry(line, currency))
  return { status: 200, body: { status: 'success', entries, next_cursor: nextCursor } }
})

function presentEntry(line: StatementLine, currency: string) {
  return {
    id: line.transactionId,
    reason: line.reason,
    amount: jsonAmount(line.changeMinor, currency),
    currency,
    balance_after: jsonAmount(line.balanceAfterMinor, currency),
    invoice_id: line.invoiceId,
    payout_id: line.payoutStatus ? line.referenceId : null,
    note: line.note,
    created_at: line.createdAt.toISOString(),
  }
}
