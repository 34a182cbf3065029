import type { Pool, PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { PayoutProvider, PayoutRehearsal, Transfer, TransferRequest } from '../payout-provider'
import type { Books } from './connection'
import {
  checkBooks,
  onlyRow,
  record,
  type Statements,
  type Together,
  untilAborted,
  withConnection,
} from './connection'
import { listTransfers } from './listing'
import { type PayoutScenario, payoutScenario, refusalDetail, transferProgress } from './payout-scenarios'

type TransferRow = {
  reference: string
  amount_minor: string | null
  currency: string | null
  scenario: string
  status: string
}

/**
 * The built-in payout provider: pays nobody and decides by account number. Like an outside system, it has its
 * own tables and transactions and commits before it answers, so a crash between its acceptance and ours is a
 * real case. The account number is not stored.
 */
export function createSandboxPayoutProvider(
  pool: Pool,
  clock = () => new Date(),
  together?: Together,
): PayoutProvider {
  const books: Books = { pool, clock, ...(together ? { together } : {}) }
  return {
    name: 'sandbox',
    account: 'sandbox',
    keyLifetimeMs: Number.POSITIVE_INFINITY,
    send: (request, signal) => untilAborted(signal, () => send(books, request, signal)),
    lookUp: ({ key, id }, signal) =>
      untilAborted(signal, async () => {
        const row = await withConnection(pool, signal, (client) => advanceOrVoid(client, key, clock()))
        const answer = answerFor(row)
        const isOwn = id === null || answer.kind !== 'accepted' || answer.value.id === id
        return isOwn ? answer : { kind: 'unknown', reason: 'the id is not that of the key’s transfer' }
      }),
    listTransfers: (range, cursor, signal) =>
      untilAborted(signal, () => listTransfers(books, range, cursor, signal)),
    check: (signal) => untilAborted(signal, () => checkBooks(books, signal)),
    rehearsal: {
      settle: (transfer, outcome, signal) =>
        untilAborted(signal, () => settle(books, transfer, outcome, signal)),
    },
  }
}

const SETTLED: Record<Parameters<PayoutRehearsal['settle']>[1], string> = {
  paid: 'DELIVERED',
  failed: 'FAILED',
  returned: 'RETURNED',
}

/** Decides the outcome of a transfer, also of one that never arrived. */
async function settle(
  { pool, clock }: Books,
  { key, amountMinor, currency }: Omit<TransferRequest, 'beneficiary' | 'rail'>,
  outcome: keyof typeof SETTLED,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  await withConnection(pool, signal, (client) =>
    client.query(
      `INSERT INTO sandbox_transfers AS t
         (idempotency_key, reference, amount_minor, currency, scenario, status, later_statuses, created_at)
       VALUES ($1, $2, $3, $4, 'settled', $5, '{}', $6)
       ON CONFLICT (idempotency_key) DO UPDATE SET status = $5, later_statuses = '{}'`,
      [key, newReference(), amountMinor.toString(), currency, SETTLED[outcome], clock()],
    ),
  )
  return { kind: 'accepted', value: null }
}

async function send(books: Books, request: TransferRequest, signal: AbortSignal): Promise<Outcome<Transfer>> {
  const scenario = payoutScenario(request.beneficiary.accountNumber)
  const row =
    scenario.kind === 'lost'
      ? await withConnection(books.pool, signal, (client) => find(client, request.key))
      : await record(books, 'transfer', signal, (on) => addTransfer(on, request, scenario, books.clock()))
  // The connection is back in the pool by now, so the endless wait holds none.
  if (row === null) return noAnswer()
  if (row.status === 'VOIDED') return refuse('never_accepted')
  const same =
    row.amount_minor !== null &&
    BigInt(row.amount_minor) === request.amountMinor &&
    row.currency === request.currency &&
    row.scenario === scenario.name
  if (!same) return refuse('idempotency_mismatch')
  if (scenario.kind === 'accepted' && !scenario.answers) return noAnswer()
  return answerFor(row)
}

async function find(client: PoolClient, key: string): Promise<TransferRow | null> {
  const result = await client.query<TransferRow>(
    `SELECT reference, amount_minor, currency, scenario, status
       FROM sandbox_transfers WHERE idempotency_key = $1`,
    [key],
  )
  return result.rows[0] ?? null
}

/** Records the transfer, or returns the one already recorded under the key. */
async function addTransfer(
  on: Statements,
  request: TransferRequest,
  scenario: Exclude<PayoutScenario, { kind: 'lost' }>,
  at: Date,
): Promise<TransferRow> {
  const [status, ...later] = scenario.kind === 'accepted' ? scenario.statuses : ['REFUSED']
  // DO UPDATE without a change, because DO NOTHING returns no row, and a SELECT after it in the same
  // statement does not see the row of a sender that committed meanwhile.
  const recorded = await on.query<TransferRow>({
    name: 'sandbox_record_transfer',
    text: `
      INSERT INTO sandbox_transfers AS t
        (idempotency_key, reference, amount_minor, currency, scenario, status, later_statuses, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (idempotency_key) DO UPDATE SET status = t.status
      RETURNING reference, amount_minor, currency, scenario, status`,
    values: [
      request.key,
      newReference(),
      request.amountMinor.toString(),
      request.currency,
      scenario.name,
      status,
      later,
      at,
    ],
  })
  return onlyRow(recorded.rows)
}

/**
 * Looks the transfer up and moves it to the next status of its scenario. If there is none, the same statement
 * voids the key, so that a request still in transit can't pay after we said that nothing was paid: whichever
 * reaches the row first wins.
 */
async function advanceOrVoid(client: PoolClient, key: string, at: Date): Promise<TransferRow> {
  const result = await client.query<TransferRow>(
    `INSERT INTO sandbox_transfers AS t
       (idempotency_key, reference, scenario, status, later_statuses, created_at)
     VALUES ($1, $2, 'never_accepted', 'VOIDED', '{}', $3)
     ON CONFLICT (idempotency_key) DO UPDATE
       SET status = coalesce(t.later_statuses[1], t.status), later_statuses = t.later_statuses[2:]
     RETURNING reference, amount_minor, currency, scenario, status`,
    [key, newReference(), at],
  )
  return onlyRow(result.rows)
}

function answerFor(row: TransferRow): Outcome<Transfer> {
  if (row.status === 'VOIDED') return refuse('never_accepted')
  if (row.status === 'REFUSED') return refuse(row.scenario)
  const { reference: id, status, currency } = row
  const amountMinor = row.amount_minor === null ? null : BigInt(row.amount_minor)
  return {
    kind: 'accepted',
    value: { id, providerStatus: status, amountMinor, currency, ...transferProgress(status) },
  }
}

function refuse(code: string): Outcome<never> {
  const httpStatus = code === 'never_accepted' ? 404 : code === 'idempotency_mismatch' ? 409 : 422
  return { kind: 'rejected', code, detail: refusalDetail(code), httpStatus }
}

/** An answer that never comes; only the signal ends the wait. */
function noAnswer(): Promise<never> {
  return new Promise(() => {})
}

function newReference(): string {
  return `sbx_tr_${v7()}`
}
