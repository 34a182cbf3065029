import { keyedHash } from '@/lib/crypto/secrets'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'
import { anchorProblems, SealsChangedError } from './seal-anchor'
import {
  findHead,
  findSeal,
  type Head,
  headProblems,
  hex,
  isKeyed,
  lastSealOf,
  lockHead,
  NONE,
  proofOf,
  type Seal,
  type StreamName,
  sealsAfter,
} from './seal-heads'
import { type Queryable, statement } from './statement'
import { inTransaction, type Transaction } from './transaction'

/*
 * Seals make it evident that rows which never change were changed, removed or inserted, by somebody with all rights on
 * the database (docs/decisions/0036-the-books-are-sealed.md).
 */

/** A table whose rows are sealed in the order of their positions. */
export type SealedStream = {
  name: StreamName
  /** The word for a row in a reported problem. */
  row: string
  sequence: string
  /** SQL of `position`, `id` and a `hash` of all that a row says, for `sealed.position` from a WHERE that follows. */
  hashes: string
}

/** A row by its position, id and hash. */
type Leaf = { position: bigint; id: string; hash: Uint8Array }

/**
 * A seal is of these many positions, and so of no more rows: of all that are left, PostgreSQL would sort every one to find the
 * first thousand.
 */
const POSITIONS_PER_SEAL = 1000n
/** A table with rows older than its seals is sealed over several runs. */
const SEALS_PER_RUN = 100
/** Before every position, also one that nothing hands out. */
const BEGINNING = -(2n ** 63n)

const moveHead = statement<
  {
    stream: string
    number: bigint
    proof: Uint8Array | null
    upTo: bigint
    nextUpTo: bigint | null
    nextXid: bigint | null
  },
  object
>(
  'move_seal_head',
  `UPDATE seal_heads SET number = :number::bigint, proof = :proof::bytea, up_to = :upTo::bigint, next_up_to = :nextUpTo::bigint,
                         next_xid = :nextXid::bigint
    WHERE stream = :stream`,
)

const addSeal = statement<
  {
    stream: string
    number: bigint
    upTo: bigint
    positions: string[]
    rowIds: string[]
    rowHashes: Uint8Array[]
    hash: Uint8Array
    createdAt: Date
  },
  object
>(
  'add_seal',
  `INSERT INTO seals (stream, number, up_to, positions, row_ids, row_hashes, hash, created_at)
   VALUES (:stream, :number::bigint, :upTo::bigint, :positions::bigint[], :rowIds::uuid[], :rowHashes::bytea[], :hash::bytea, :createdAt::timestamptz)`,
)

const lastPosition = statement<{ sequence: string }, { position: bigint | null }>(
  'last_sealed_position',
  'SELECT pg_sequence_last_value(:sequence::regclass) AS position',
)

/** Transactions below `oldest` are over; those from `next` on have not begun to write. */
const transactionIds = statement<Record<never, never>, { oldest: bigint; next: bigint }>(
  'transaction_ids',
  `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest,
          pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next`,
)

/**
 * Seals the rows that were there at the run before, and notes up to where the next run seals; returns how many rows
 * it sealed. Takes no lock that a request waits for. Throws `SealsChangedError` if seals were taken back: further ones
 * would hide it.
 *
 * Positions are handed out before a transaction commits, so a lower one may appear later. A run notes the last
 * position first and then the next transaction's id; once every transaction below that id is over, no row below that
 * position can still appear.
 */
export async function sealRows(stream: SealedStream): Promise<number> {
  return inTransaction(async (tx) => {
    const [head] = await lockHead(tx, { stream: stream.name })
    const { problems } = await lastSealOf(tx, stream.name)
    const anchorFaults = await anchorProblems(tx, stream.name)
    if (!head || anchorFaults.length + problems.length > 0)
      throw new SealsChangedError([...anchorFaults, ...problems])
    const [last] = await lastPosition(tx, { sequence: stream.sequence })
    const [ids] = await transactionIds(tx, {})
    if (!ids) throw new Error('the server has transaction ids')
    const { nextUpTo, nextXid } = head
    const next = { nextUpTo: last?.position ?? 0n, nextXid: ids.next }
    // Ids that have not been reached are those of a server that this database was moved from.
    if (nextUpTo === null || nextXid === null || nextXid > ids.next) {
      await move(tx, stream, { ...head, ...next })
      return 0
    }
    if (ids.oldest < nextXid) return 0
    return sealUpTo(tx, stream, head, nextUpTo, next)
  })
}

async function sealUpTo(
  tx: Transaction,
  stream: SealedStream,
  head: Head,
  end: bigint,
  next: Pick<Head, 'nextUpTo' | 'nextXid'>,
): Promise<number> {
  let { number, upTo } = head
  let before = (await findSeal(tx, { stream: stream.name, number }))[0]?.hash ?? NONE
  let count = 0
  for (let seals = 0; upTo < end; seals += 1) {
    if (seals === SEALS_PER_RUN) {
      // The rest is due at the next run, up to the same end.
      await move(tx, stream, { ...head, number, proof: proofOf(stream.name, number, before), upTo })
      return count
    }
    const sealEnd = upTo + POSITIONS_PER_SEAL < end ? upTo + POSITIONS_PER_SEAL : end
    const leaves = await leavesOf(tx, stream, upTo, sealEnd)
    if (leaves.length === 0) {
      // Nobody has these positions: on to the first one that somebody has.
      const [first] = await leavesOf(tx, stream, sealEnd, end, 1)
      upTo = first ? first.position - 1n : end
      continue
    }
    upTo = sealEnd
    number += 1n
    const rows = {
      positions: leaves.map(({ position }) => String(position)),
      rowIds: leaves.map(({ id }) => id),
      rowHashes: leaves.map(({ hash }) => hash),
    }
    before = keyedHash('seal', textOf(stream, { number, upTo, ...rows }, before))
    const { positions, rowIds, rowHashes } = rows
    await addSeal(tx, {
      stream: stream.name,
      number,
      upTo,
      positions,
      rowIds,
      rowHashes,
      hash: before,
      createdAt: now(),
    })
    count += leaves.length
  }
  const proof = proofOf(stream.name, number, before)
  await move(tx, stream, { number, proof, upTo, ...next })
  if (count > 0) {
    // Read elsewhere, a line of the log proves the seals against somebody who has the key as well.
    log.info(
      { stream: stream.name, seal: Number(number), hash: hex(before), rows: count },
      'rows were sealed',
    )
  }
  return count
}

async function move(tx: Transaction, { name }: SealedStream, head: Head): Promise<void> {
  await moveHead(tx, {
    stream: name,
    number: head.number,
    proof: head.proof,
    upTo: head.upTo,
    nextUpTo: head.nextUpTo,
    nextXid: head.nextXid,
  })
}

function leavesOf(
  on: Queryable,
  { name, hashes }: SealedStream,
  after: bigint,
  upTo: bigint,
  limit: number | null = null,
): Promise<Leaf[]> {
  const read = statement<{ after: bigint; upTo: bigint; limit: number | null }, Leaf>(
    `read_${name}_hashes`,
    `${hashes} WHERE sealed.position > :after::bigint AND sealed.position <= :upTo::bigint
      ORDER BY sealed.position LIMIT :limit::int`,
  )
  return read(on, { after, upTo, limit })
}

/** All that a seal says, and the hash of the one before. */
function textOf({ name }: SealedStream, seal: Omit<Seal, 'hash'>, before: Uint8Array): string {
  const rows = seal.positions.map((position, index) => [
    position,
    seal.rowIds[index],
    hex(seal.rowHashes[index] ?? NONE),
  ])
  return JSON.stringify([name, String(seal.number), String(seal.upTo), hex(before), rows])
}

/**
 * Compares rows and seals; names each row that was changed, removed or inserted since it was sealed, and each seal that
 * was. Run it in a REPEATABLE READ transaction.
 */
export async function verifySeals(on: Queryable, stream: SealedStream): Promise<string[]> {
  const problems: string[] = []
  let number = 0n
  let upTo = BEGINNING
  let before: Uint8Array = NONE
  for (;;) {
    const seals = await sealsAfter(on, { stream: stream.name, number })
    if (seals.length === 0) break
    for (const seal of seals) {
      if (seal.number !== number + 1n) {
        problems.push(`${stream.name}: seal ${number + 1n} is missing, the next one is ${seal.number}`)
      } else if (!isKeyed(seal.hash, textOf(stream, seal, before))) {
        problems.push(`${stream.name}: seal ${seal.number} was changed, or was not made with our key`)
      }
      problems.push(...differences(stream, seal, await leavesOf(on, stream, upTo, seal.upTo)))
      number = seal.number
      upTo = seal.upTo
      before = seal.hash
    }
  }
  const [head] = await findHead(on, { stream: stream.name })
  if (head && head.number !== number) {
    problems.push(`${stream.name}: the last seal is ${number}, and there were ${head.number}`)
  } else problems.push(...headProblems(stream.name, head, before))
  return problems
}

function differences({ row }: SealedStream, seal: Seal, leaves: Leaf[]): string[] {
  const problems: string[] = []
  const sealed = new Map(seal.positions.map((position, index) => [position, index]))
  for (const { position, id, hash } of leaves) {
    const index = sealed.get(String(position))
    if (index === undefined || seal.rowIds[index] !== id) {
      problems.push(`${row} ${id} was inserted after seal ${seal.number}`)
      continue
    }
    sealed.delete(String(position))
    if (hex(hash) !== hex(seal.rowHashes[index] ?? NONE)) {
      problems.push(`${row} ${id} was changed after seal ${seal.number}`)
    }
  }
  for (const index of sealed.values()) {
    problems.push(`${row} ${seal.rowIds[index]} was removed after seal ${seal.number}`)
  }
  return problems
}
