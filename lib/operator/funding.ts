import { type ActingOperator, INSTANCE_ID, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { connectionPool } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { isId, newId } from '@/lib/ids'
import { BANK, findFunding, recordMovement, type StoredMovement } from '@/lib/ledger/operator-movements'
import { formatMajor } from '@/lib/money/money'
import { liveHolders } from './money'

/*
 * Funding: the operator moves its own money to a provider, from the bank or another provider, outside this service, and records
 * it here, so that the books have what each provider holds (docs/decisions/0096-funding-is-recorded.md).
 */

export type Funding = {
  source: string
  destination: string
  /** Minor units, above zero. */
  amountMinor: bigint
  currency: string
  /** Helps the operator to find it again: the bank's reference, for example. */
  note: string | null
}

/** Where the operator's money can be: the bank, and the providers of live mode. */
export function fundingPlaces(): string[] {
  return [BANK, ...liveHolders().map(({ name }) => name)]
}

/** Records a movement of the operator's money, with an audit event. Returns its id. */
export function recordFunding(funding: Funding, operator: ActingOperator): Promise<string> {
  const { note } = funding
  return inTransaction(async (tx) => {
    const id = await recordMovement(tx, { ...funding, reason: 'funding.recorded', reference: newId() })
    if (id === null) throw new Error('a new reference is recorded once')
    const detail = note ? `${inWords(funding)}: ${note}` : inWords(funding)
    await recordAuditEvent(tx, {
      vendorId: INSTANCE_ID,
      operator,
      action: 'funding.recorded',
      subjectId: id,
      detail,
    })
    return id
  })
}

/** Takes a recorded movement back by one the other way, once. Returns it; null if there is none, or it was taken back. */
export async function reverseFunding(id: string, operator: ActingOperator): Promise<StoredMovement | null> {
  const [funding] = isId(id) ? await findFunding(connectionPool(), { id }) : []
  if (!funding) return null
  const { source, destination, reference, amountMinor, currency } = funding
  const back = { source: destination, destination: source, reference, amountMinor, currency }
  return inTransaction(async (tx) => {
    const isNew = await recordMovement(tx, { ...back, reason: 'funding.reversed' })
    if (isNew === null) return null
    const detail = inWords(funding)
    await recordAuditEvent(tx, {
      vendorId: INSTANCE_ID,
      operator,
      action: 'funding.reversed',
      subjectId: id,
      detail,
    })
    return funding
  })
}

function inWords({ source, destination, amountMinor, currency }: Omit<Funding, 'note'>): string {
  return `${formatMajor(amountMinor, currency)} ${currency} from ${source} to ${destination}`
}
