import { type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'

/*
 * The operator's own money between the places where it is. The vendors' ledger knows what providers hold of their business
 * (`provider_clearing`); with these movements it is what each provider holds (docs/decisions/0083-money-of-the-operator.md).
 */

/** The worker's periodic work that reads providers' payouts to the operator's bank. */
export const BANK_PAYOUTS = 'read_bank_payouts'

/** The operator's own bank accounts. */
export const BANK = 'bank'
/** Has left a provider or the bank, and has not arrived. */
export const ON_ITS_WAY = 'on_its_way'

type MovementReason =
  | 'payout.sent'
  | 'payout.arrived'
  | 'payout.failed'
  | 'funding.recorded'
  | 'funding.reversed'

type Movement = {
  reason: MovementReason
  /** Once for each reason. */
  reference: string
  /** A provider's name, `bank` or `on_its_way`. */
  source: string
  destination: string
  /** Above zero. */
  amountMinor: bigint
  currency: string
  note?: string | null
}

const addMovement = statement<Required<Movement> & { id: string; createdAt: Date }, { id: string }>(
  'add_operator_movement',
  `INSERT INTO operator_movements (id, reason, reference, source, destination, amount_minor, currency, note, created_at)
   VALUES (:id::uuid, :reason, :reference, :source, :destination, :amountMinor::bigint, :currency, :note, :createdAt::timestamptz)
   ON CONFLICT (reason, reference) DO NOTHING
   RETURNING id`,
)

/** Records a movement, once for its reason and reference. Returns its id, or null if it is recorded already. */
export async function recordMovement(on: Queryable, movement: Movement): Promise<string | null> {
  const [row] = await addMovement(on, {
    ...movement,
    note: movement.note ?? null,
    id: newId(),
    createdAt: now(),
  })
  return row?.id ?? null
}

const findArrival = statement<{ reference: string }, object>(
  'find_arrived_payout',
  `SELECT 1 AS arrived FROM operator_movements WHERE reason = 'payout.arrived' AND reference = :reference`,
)

type ReportedPayout = {
  reference: string
  status: 'on_its_way' | 'arrived' | 'failed'
  /** Below zero where the provider takes money from the bank. */
  amountMinor: bigint
  currency: string
}

/**
 * Books what a provider reports of a payout to the operator's bank, each step once: its balance is less from the start, and gets
 * the money back if it failed, also after it had arrived.
 */
export async function recordBankPayout(
  tx: Transaction,
  provider: string,
  { reference, status, currency, ...payout }: ReportedPayout,
): Promise<void> {
  const isTaken = payout.amountMinor < 0n
  const [from, to] = isTaken ? [BANK, provider] : [provider, BANK]
  const common = {
    reference: `${provider} ${reference}`,
    amountMinor: isTaken ? -payout.amountMinor : payout.amountMinor,
    currency,
  }
  await recordMovement(tx, { ...common, reason: 'payout.sent', source: from, destination: ON_ITS_WAY })
  if (status === 'arrived') {
    await recordMovement(tx, { ...common, reason: 'payout.arrived', source: ON_ITS_WAY, destination: to })
  }
  if (status === 'failed') {
    const arrived = await findArrival(tx, { reference: common.reference })
    const source = arrived.length > 0 ? to : ON_ITS_WAY
    await recordMovement(tx, { ...common, reason: 'payout.failed', source, destination: from })
  }
}

/** The sum of the movements to a place, less those from it, in minor units. */
export type PlaceBalance = { place: string; currency: string; amountMinor: bigint }

/** By place and currency. */
export const movedBalances = statement<Record<string, never>, PlaceBalance>(
  'read_moved_balances',
  `SELECT place, currency, sum(amount_minor)::bigint AS "amountMinor"
     FROM (SELECT destination AS place, currency, amount_minor FROM operator_movements
           UNION ALL SELECT source, currency, -amount_minor FROM operator_movements) sides
    GROUP BY place, currency ORDER BY place, currency`,
)

export type StoredMovement = Movement & { id: string; createdAt: Date }

/** The latest movements, latest first. */
export const listMovements = statement<{ limit: number }, StoredMovement>(
  'list_operator_movements',
  `SELECT id, reason, reference, source, destination, amount_minor AS "amountMinor", currency, note, created_at AS "createdAt"
     FROM operator_movements ORDER BY id DESC LIMIT :limit::int`,
)

export const findFunding = statement<{ id: string }, StoredMovement>(
  'find_funding',
  `SELECT id, reason, reference, source, destination, amount_minor AS "amountMinor", currency, note, created_at AS "createdAt"
     FROM operator_movements WHERE id = :id::uuid AND reason = 'funding.recorded'`,
)
