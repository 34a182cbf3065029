import { connectionPool } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { BANK, movedBalances, ON_ITS_WAY, type PlaceBalance } from '@/lib/ledger/operator-movements'
import { providersOf } from '@/lib/providers/registry'
import type { HeldBalance, Outcome } from '@/lib/providers/shared/outcome'
import { signalAfter } from '@/lib/time/clock'

/*
 * Whose money the live providers hold, and whether it is there: what the books say of each provider, line by line, beside what it
 * says itself, and what vendors own beside that.
 */

/** The causes of a provider's balance, in the order of the page. */
export const MONEY_LINES = [
  'payments',
  'second_payments',
  'fees',
  'refunds',
  'disputes',
  'dispute_fees',
  'payouts',
  'payouts_on_their_way',
  'transfer_fees',
  'movements',
] as const

type MoneyLine = (typeof MONEY_LINES)[number]

type BookLine = { provider: string; currency: string; line: MoneyLine; amountMinor: bigint }

/**
 * The vendors' transactions at each live provider by their cause, in minor units. Slow: it adds up the whole ledger.
 */
const readBookLines = statement<Record<string, never>, BookLine>(
  'read_money_lines',
  `SELECT provider, currency, line, sum(amount_minor)::bigint AS "amountMinor"
     FROM (
       SELECT coalesce(paid.provider, charged.provider, refund.provider, dispute.provider, payout.provider) AS provider,
              entry.currency,
              CASE WHEN posted.reason = 'invoice.paid' THEN 'payments'
                   WHEN posted.reason = 'payment.fee' THEN 'fees'
                   WHEN posted.reason = 'transfer.fee' THEN 'transfer_fees'
                   WHEN posted.reason LIKE 'refund.%' THEN 'refunds'
                   WHEN posted.reason LIKE 'dispute.fee%' THEN 'dispute_fees'
                   WHEN posted.reason LIKE 'dispute.%' THEN 'disputes'
                   ELSE 'payouts' END AS line,
              CASE WHEN source.kind = 'provider_clearing' THEN entry.amount_minor ELSE -entry.amount_minor END
                AS amount_minor
         FROM ledger_entries AS entry
         JOIN ledger_accounts AS source ON source.account_id = entry.account_id AND source.id = entry.source_id
         JOIN ledger_accounts AS destination
           ON destination.account_id = entry.account_id AND destination.id = entry.destination_id
         JOIN ledger_transactions AS posted
           ON posted.account_id = entry.account_id AND posted.id = entry.transaction_id
         LEFT JOIN payments AS paid
           ON posted.reason = 'invoice.paid' AND paid.account_id = posted.account_id
          AND paid.invoice_id = posted.reference_id AND paid.status = 'SUCCEEDED'
         LEFT JOIN payments AS charged
           ON posted.reason = 'payment.fee' AND charged.account_id = posted.account_id
          AND charged.id = posted.reference_id
         LEFT JOIN refunds AS refund
           ON refund.account_id = posted.account_id AND refund.id = posted.reference_id
         LEFT JOIN disputes AS dispute
           ON dispute.account_id = posted.account_id AND dispute.id = posted.reference_id
         LEFT JOIN transfer_fees AS kept
           ON posted.reason = 'transfer.fee' AND kept.account_id = posted.account_id AND kept.id = posted.reference_id
         LEFT JOIN payouts AS payout
           ON payout.account_id = posted.account_id AND payout.id = coalesce(kept.payout_id, posted.reference_id)
        WHERE 'provider_clearing' IN (source.kind::text, destination.kind::text)
       UNION ALL
       SELECT provider, currency, 'second_payments', amount_minor FROM payments WHERE status = 'REFUNDING'
       UNION ALL
       SELECT provider, currency, 'payouts_on_their_way', -amount_minor FROM payouts
        WHERE status = 'PROCESSING' AND provider_transfer_id IS NOT NULL) AS lines
    WHERE provider <> 'sandbox'
    GROUP BY provider, currency, line`,
)

/** How much live vendors own and owe, and how much the operator earns and pays, in minor units of a currency. */
type Owners = {
  currency: string
  /** Vendors can pay it out now. */
  availableMinor: bigint
  /** Vendors' too, on hold after a payment. */
  pendingMinor: bigint
  /** Of payouts that no provider has accepted yet. */
  waitingMinor: bigint
  /** What vendors owe after refunds and disputes. */
  owedMinor: bigint
  /** The operator's fees, less what went back with refunds and disputes. */
  earnedMinor: bigint
  /** What providers keep, at the operator's cost. */
  costMinor: bigint
}

const readOwners = statement<Record<string, never>, Owners>(
  'read_money_owners',
  `SELECT currency,
          coalesce(sum(minor) FILTER (WHERE kind = 'credit_wallet'), 0)::bigint AS "availableMinor",
          coalesce(sum(minor) FILTER (WHERE kind = 'pending_wallet'), 0)::bigint AS "pendingMinor",
          coalesce(sum(minor) FILTER (WHERE kind = 'waiting'), 0)::bigint AS "waitingMinor",
          coalesce(-sum(minor) FILTER (WHERE kind = 'owed_by_vendor'), 0)::bigint AS "owedMinor",
          coalesce(sum(minor) FILTER (WHERE kind = 'platform_fees'), 0)::bigint AS "earnedMinor",
          coalesce(-sum(minor) FILTER (WHERE kind = 'provider_fees'), 0)::bigint AS "costMinor"
     FROM (
       SELECT wallet.currency, wallet.kind::text AS kind, wallet.balance_minor AS minor
         FROM ledger_accounts AS wallet JOIN accounts ON accounts.id = wallet.account_id
        WHERE accounts.mode = 'live' AND wallet.balance_minor <> 0
       UNION ALL
       SELECT payout.currency, 'waiting', payout.amount_minor
         FROM payouts AS payout JOIN accounts ON accounts.id = payout.account_id
        WHERE accounts.mode = 'live' AND payout.status = 'PROCESSING' AND payout.provider_transfer_id IS NULL
       UNION ALL
       SELECT entry.currency, side.kind::text,
              CASE WHEN side.id = entry.destination_id THEN entry.amount_minor ELSE -entry.amount_minor END
         FROM ledger_accounts AS side
         JOIN accounts ON accounts.id = side.account_id
         JOIN ledger_entries AS entry
           ON entry.account_id = side.account_id AND side.id IN (entry.source_id, entry.destination_id)
        WHERE accounts.mode = 'live' AND side.kind IN ('platform_fees', 'provider_fees')) AS parts
    GROUP BY currency ORDER BY currency`,
)

/** A live vendor that owes after refunds and disputes. Minor units. */
type Debtor = { vendorId: string; name: string; currency: string; owedMinor: bigint }

const DEBTORS_SHOWN = 20

const readDebtors = statement<Record<string, never>, Debtor>(
  'read_money_debtors',
  `SELECT vendors.id AS "vendorId", vendors.name, debt.currency, -debt.balance_minor AS "owedMinor"
     FROM ledger_accounts AS debt
     JOIN accounts ON accounts.id = debt.account_id
     JOIN vendors ON vendors.id = accounts.vendor_id
    WHERE accounts.mode = 'live' AND debt.kind = 'owed_by_vendor' AND debt.balance_minor < 0
    ORDER BY debt.balance_minor, vendors.id LIMIT ${DEBTORS_SHOWN}`,
)

/** What live vendors may have paid out by and by: cheap, unlike the other sums. */
const readPromises = statement<Record<string, never>, { currency: string; promisedMinor: bigint }>(
  'read_money_promises',
  `SELECT currency, sum(minor)::bigint AS "promisedMinor"
     FROM (SELECT wallet.currency, wallet.balance_minor AS minor
             FROM ledger_accounts AS wallet JOIN accounts ON accounts.id = wallet.account_id
            WHERE accounts.mode = 'live' AND wallet.kind IN ('credit_wallet', 'pending_wallet', 'customer_wallet')
              AND wallet.balance_minor > 0
           UNION ALL
           SELECT payout.currency, payout.amount_minor
             FROM payouts AS payout JOIN accounts ON accounts.id = payout.account_id
            WHERE accounts.mode = 'live' AND payout.status = 'PROCESSING' AND payout.provider_transfer_id IS NULL
          ) AS parts
    GROUP BY currency ORDER BY currency`,
)

/** What the books say that each provider holds: its lines, with the operator's own movements as the last. */
export async function readProviderBooks(moved?: PlaceBalance[]): Promise<BookLine[]> {
  const pool = connectionPool()
  const places = moved ?? (await movedBalances(pool, {}))
  return [
    ...(await readBookLines(pool, {})),
    ...places
      .filter(({ place }) => !isOwnPlace(place))
      .map(
        ({ place: provider, currency, amountMinor }): BookLine => ({
          provider,
          currency,
          line: 'movements',
          amountMinor,
        }),
      ),
  ]
}

/** The bank, or on the way: no provider. */
function isOwnPlace(place: string): boolean {
  return place === BANK || place === ON_ITS_WAY
}

type Holder = { name: string; readBalance?(signal: AbortSignal): Promise<Outcome<HeldBalance[]>> }

/** The providers of live mode that hold money. */
export function liveHolders(): Holder[] {
  const { payments, payouts } = providersOf('live')
  return [...payments, ...payouts]
}

type Reading = { name: string; balances: HeldBalance[] | null; problem: string | null }

async function readHolder({ name, readBalance }: Holder, timeoutMs: number): Promise<Reading> {
  if (!readBalance) return { name, balances: null, problem: 'It doesn’t tell its balance' }
  const outcome = await readBalance(signalAfter(timeoutMs))
  if (outcome.kind === 'accepted') return { name, balances: outcome.value, problem: null }
  return { name, balances: null, problem: outcome.kind === 'rejected' ? outcome.detail : outcome.reason }
}

type ProviderMoney = {
  provider: string
  /** Why its balance could not be read. */
  problem: string | null
  currencies: {
    currency: string
    /** In the order of `MONEY_LINES`; without those of nothing. */
    lines: { line: MoneyLine; amountMinor: bigint }[]
    /** The sum of the lines. */
    bookedMinor: bigint
    availableMinor: bigint | null
    pendingMinor: bigint | null
    /** What the provider holds beyond the books; below zero: what it lacks. */
    differenceMinor: bigint | null
  }[]
}

export type Shortfall = {
  currency: string
  promisedMinor: bigint
  balanceMinor: bigint
  missingMinor: bigint
}

export type MoneyReport = {
  providers: ProviderMoney[]
  /** The bank and what is on its way, from the operator's movements. */
  places: PlaceBalance[]
  owners: Owners[]
  /** The largest debts. */
  debtors: Debtor[]
  /** Currencies in which wallets promise more than providers hold; null if one didn't tell its balance. */
  shortfalls: Shortfall[] | null
}

/** Asks the live providers for their balances and adds up the books. Slow: it reads the whole ledger. */
export async function readMoney(
  holders: Holder[] = liveHolders(),
  timeoutMs = env.PROVIDER_TIMEOUT_MS,
): Promise<MoneyReport> {
  const pool = connectionPool()
  const readings = await Promise.all(holders.map((holder) => readHolder(holder, timeoutMs)))
  const moved = await movedBalances(pool, {})
  const books = await readProviderBooks(moved)
  // One that is no longer configured may still hold money.
  const former = books
    .map(({ provider }) => provider)
    .filter((name) => holders.every((each) => each.name !== name))
  const all = [
    ...readings,
    ...[...new Set(former)].map((name) => ({
      name,
      balances: null,
      problem: 'It is not configured any more',
    })),
  ]
  return {
    providers: all.map((reading) => moneyOf(reading, books)),
    places: moved.filter(({ place }) => isOwnPlace(place)),
    owners: await readOwners(pool, {}),
    debtors: await readDebtors(pool, {}),
    shortfalls: await shortfallsOf(readings),
  }
}

function moneyOf({ name, balances, problem }: Reading, books: BookLine[]): ProviderMoney {
  const own = books.filter(({ provider }) => provider === name)
  const currencies = [...new Set([...own, ...(balances ?? [])].map(({ currency }) => currency))].toSorted()
  return {
    provider: name,
    problem,
    currencies: currencies.flatMap((currency) => {
      const lines = MONEY_LINES.flatMap((line) => {
        const amountMinor = own
          .filter((each) => each.line === line && each.currency === currency)
          .reduce((sum, each) => sum + each.amountMinor, 0n)
        return amountMinor === 0n ? [] : [{ line, amountMinor }]
      })
      const bookedMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      const balance = balances && (balances.find((each) => each.currency === currency) ?? EMPTY)
      if (lines.length === 0 && balance && balance.availableMinor === 0n && balance.pendingMinor === 0n)
        return []
      return [
        {
          currency,
          lines,
          bookedMinor,
          availableMinor: balance?.availableMinor ?? null,
          pendingMinor: balance?.pendingMinor ?? null,
          differenceMinor: balance && balance.availableMinor + balance.pendingMinor - bookedMinor,
        },
      ]
    }),
  }
}

const EMPTY = { availableMinor: 0n, pendingMinor: 0n }

/** Where wallets promise more than the providers hold together; null if one didn't tell. */
async function shortfallsOf(readings: Reading[]): Promise<Shortfall[] | null> {
  if (readings.some(({ balances }) => balances === null)) return null
  const balances = readings.flatMap(({ balances }) => balances ?? [])
  const promises = await readPromises(connectionPool(), {})
  return promises.flatMap(({ currency, promisedMinor }) => {
    const balanceMinor = balances
      .filter((each) => each.currency === currency)
      .reduce((sum, { availableMinor, pendingMinor }) => sum + availableMinor + pendingMinor, 0n)
    const missingMinor = promisedMinor - balanceMinor
    return missingMinor > 0n ? [{ currency, promisedMinor, balanceMinor, missingMinor }] : []
  })
}

/** The shortfalls by the providers' balances now, without the books; null if there is no live provider, or one didn't tell. */
export async function readShortfalls(
  holders: Holder[] = liveHolders(),
  timeoutMs = env.PROVIDER_TIMEOUT_MS,
): Promise<Shortfall[] | null> {
  if (holders.length === 0) return null
  return shortfallsOf(await Promise.all(holders.map((holder) => readHolder(holder, timeoutMs))))
}
