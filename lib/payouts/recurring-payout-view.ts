import { z } from 'zod'
import { database, type Orm, sql } from '@/lib/db/client'
import { isDomainError } from '@/lib/errors'
import { defineList } from '@/lib/lists/define-list'
import type { RecurringPayoutStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import {
  presentSeries,
  presentSeriesRow,
  SERIES_SORTS,
  type SeriesSummary,
  selectSeries,
  seriesColumns,
  seriesFilter,
  seriesView,
} from '@/lib/series/series-view'
import type { Account } from '@/lib/vendors/account'
import { findRecurringPayout, type PayoutSeries } from './recurring-payout'
import { readPayoutsOfSeries, scheduledPayoutRow } from './scheduled-payouts'

/* Recurring payouts as the dashboard shows them: the list, and the page of one. */

type RecurringPayoutSummary = SeriesSummary & { bankName: string; last4: string; reference: string | null }

/** The account's series of payouts; searches the customer's name and email. */
export const recurringPayoutList = defineList({
  name: 'recurring payouts',
  sorts: SERIES_SORTS,
  filters: seriesFilter,
  select: (accountId, query) =>
    selectSeries(accountId, query, {
      table: sql`recurring_payouts`,
      amount: sql`series.amount_minor`,
      columns: sql`'USD' AS currency, series.reference, bank_account.bank_name AS "bankName",
        bank_account.account_number_last4 AS last4`,
      joins: sql`JOIN bank_accounts AS bank_account
        ON bank_account.account_id = series.account_id AND bank_account.id = series.bank_account_id`,
      where: [sql`series.amount_minor IS NOT NULL`],
    }),
  present: (row: RecurringPayoutSummary) => presentSeriesRow(row),
  file: (_, mode) => ({
    filename: `recurring-payouts-${mode}.csv`,
    columns: seriesColumns<RecurringPayoutSummary>('payout', {
      payee: [
        { title: 'Bank', value: ({ bankName }) => bankName },
        { title: 'Account ending in', value: ({ last4 }) => last4 },
      ],
      terms: [{ title: 'Reference', value: ({ reference }) => reference }],
    }),
  }),
})

const PAYOUTS_SHOWN = 100

export const recurringPayoutView = seriesView.extend({
  bankAccountId: z.uuid(),
  bankName: z.string(),
  last4: z.string(),
  reference: z.string().nullable(),
  requestedBy: z.string().describe('The email of the member in whose name it pays.'),
  payouts: z.array(scheduledPayoutRow).describe('Those so far, latest first.'),
})

export type RecurringPayoutView = z.infer<typeof recurringPayoutView>

/** A series of the account, or null. */
export async function readRecurringPayout(account: Account, id: string): Promise<RecurringPayoutView | null> {
  const tx = database()
  try {
    const series = await findRecurringPayout(tx, account, id)
    const { bankAccountId, reference, requestedByName: requestedBy, stopReason } = series
    const [{ customerName, ...bankAccount }, payouts, { isDue, ...shown }] = await Promise.all([
      readPayee(tx, series),
      readPayoutsOfSeries(tx, account, id, PAYOUTS_SHOWN),
      presentSeries(tx, account.vendorId, series),
    ])
    const isUnsettled = payouts.some(
      ({ status, payoutStatus }) => status === 'WAITING' || payoutStatus === 'PROCESSING',
    )
    return {
      ...presentSeriesRow({ ...series, currency: 'USD', customerName }),
      ...shown,
      ...bankAccount,
      bankAccountId,
      reference,
      requestedBy,
      mode: account.mode,
      problem: stopReason && textsIn('en').recurringPayoutStopped.reasons[stopReason as RecurringPayoutStop],
      isMoving: isDue || isUnsettled,
      payouts,
    }
  } catch (error) {
    if (isDomainError(error, 'recurring_payout_not_found')) return null
    throw error
  }
}

async function readPayee(tx: Orm, { accountId, bankAccountId }: PayoutSeries) {
  const { bankName, accountNumberLast4, customer } = await tx.bankAccount.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: bankAccountId } },
    select: { bankName: true, accountNumberLast4: true, customer: { select: { name: true } } },
  })
  return { customerName: customer.name, bankName, last4: accountNumberLast4 }
}
