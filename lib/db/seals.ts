import type { PoolClient } from 'pg'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'
import { type Runner, statement } from './statement'
import { inDriverTransaction } from './transaction'

/*
 * Seals make it evident that rows which never change were changed, removed or inserted, by somebody with all rights on
 * the database (docs/decisions/0036-the-books-are-sealed.md).
 */

/** A table whose rows are sealed in the order of their positions. */
export type SealedStream = {
  name: 'ledger' | 'audit'
  /** The word for a row in a reported problem. */
  row: string
  sequence: string
  /** SQL of `position`, `id` and a `hash` of all that a row says, for `sealed.position` from a WHERE that follows. */
  hashes: string
}

/** A row by its position, id and hash. */
type Leaf = { position: bigint; id: string; hash: Uint8Array }

type Seal = {
  number: bigint
  upTo: bigint
  /** As text: the driver and the ORM read arrays of numbers differently. */
  positions: string[]
  rowIds: string[]
  rowHashes: Uint8Array[]
  hash: Uint8Array
}

type Head = {
  number: bigint
  proof: Uint8Array | null
  upTo: bigint
  nextUpTo: bigint | null
  nextXid: bigint | null
}

const ROWS_PER_SEAL = 1000
/** A table from before it was sealed is sealed over several runs. */
const SEALS_PER_RUN = 100
const NONE = Buffer.alloc(0)
/** Before every position, also one that nothing hands out. */
const BEGINNING = -(2n ** 63n)

const addHead = statement<[stream: string], object>(
  'add_seal_head',
  'INSERT INTO seal_heads (stream) VALUES ($1) ON CONFLICT DO NOTHING',
)

const HEAD = `SELECT number, proof, up_to AS "upTo", next_up_to AS "nextUpTo", next_xid AS "nextXid"
                FROM seal_heads WHERE stream = $1`
const findHead = statement<[stream: string], Head>('find_seal_head', HEAD)
const lockHead = statement<[stream: string], Head>('lock_seal_head', `${HEAD} FOR UPDATE`)

const moveHead = statement<
  [
    stream: string,
    number: bigint,
    proof: Uint8Array | null,
    upTo: bigint,
    nextUpTo: bigint | null,
    nextXid: bigint | null,
  ],
  object
>(
  'move_seal_head',
  `UPDATE seal_heads SET number = $2::bigint, proof = $3::bytea, up_to = $4::bigint, next_up_to = $5::bigint,
                         next_xid = $6::bigint
    WHERE stream = $1`,
)

const SEAL = `SELECT number, up_to AS "upTo", positions::text[] AS positions, row_ids AS "rowIds",
                     row_hashes AS "rowHashes", hash FROM seals`
const findSeal = statement<[stream: string, number: bigint], Seal>(
  'find_seal',
  `${SEAL} WHERE stream = $1 AND number = $2::bigint`,
)
const sealsAfter = statement<[stream: string, number: bigint], Seal>(
  'find_seals_after',
  `${SEAL} WHERE stream = $1 AND number > $2::bigint ORDER BY number LIMIT 20`,
)

const addSeal = statement<
  [
    stream: string,
    number: bigint,
    upTo: bigint,
    positions: string[],
    rowIds: string[],
    rowHashes: Uint8Array[],
    hash: Uint8Array,
    createdAt: Date,
  ],
  object
>(
  'add_seal',
  `INSERT INTO seals (stream, number, up_to, positions, row_ids, row_hashes, hash, created_at)
   VALUES ($1, $2::bigint, $3::bigint, $4::bigint[], $5::uuid[], $6::bytea[], $7::bytea, $8::timestamptz)`,
)

const lastPosition = statement<[sequence: string], { position: bigint | null }>(
  'last_sealed_position',
  'SELECT pg_sequence_last_value($1::regclass) AS position',
)

/** Transactions below `oldest` are over; those from `next` on have not begun to write. */
const transactionIds = statement<[], { oldest: bigint; next: bigint }>(
  'transaction_ids',
  `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest,
          pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next`,
)

/**
 * Seals the rows that were there at the run before, and notes up to where the next run seals; returns how many rows
 * it sealed. Takes no lock that a request waits for.
 *
 * Positions are handed out before a transaction commits, so a lower one may appear later. A run notes the last
 * position first and then the next transaction's id; once every transaction below that id is over, no row below that
 * position can still appear.
 */
export async function sealRows(stream: SealedStream): Promise<number> {
  return inDriverTransaction(async (tx) => {
    await addHead(tx, stream.name)
    const [head] = await lockHead(tx, stream.name)
    if (!head) throw new Error('the head of the seals is there')
    const [last] = await lastPosition(tx, stream.sequence)
    const [ids] = await transactionIds(tx)
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
  tx: PoolClient,
  stream: SealedStream,
  head: Head,
  end: bigint,
  next: Pick<Head, 'nextUpTo' | 'nextXid'>,
): Promise<number> {
  let { number, upTo } = head
  let before = (await findSeal(tx, stream.name, number))[0]?.hash ?? NONE
  let count = 0
  for (let seals = 0; upTo < end; seals += 1) {
    if (seals === SEALS_PER_RUN) {
      // The rest is due at the next run, up to the same end.
      await move(tx, stream, { ...head, number, proof: proofOf(stream, number, before), upTo })
      return count
    }
    const leaves = await leavesOf(tx, stream, upTo, end, ROWS_PER_SEAL)
    upTo = leaves.length === ROWS_PER_SEAL ? (leaves.at(-1)?.position ?? end) : end
    if (leaves.length === 0) break
    number += 1n
    const rows = {
      positions: leaves.map(({ position }) => String(position)),
      rowIds: leaves.map(({ id }) => id),
      rowHashes: leaves.map(({ hash }) => hash),
    }
    before = keyedHash('seal', textOf(stream, { number, upTo, ...rows }, before))
    const { positions, rowIds, rowHashes } = rows
    await addSeal(tx, stream.name, number, upTo, positions, rowIds, rowHashes, before, now())
    count += leaves.length
  }
  const proof = number === 0n ? null : proofOf(stream, number, before)
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

async function move(tx: PoolClient, { name }: SealedStream, head: Head): Promise<void> {
  await moveHead(tx, name, head.number, head.proof, head.upTo, head.nextUpTo, head.nextXid)
}

function leavesOf(
  on: Runner,
  { name, hashes }: SealedStream,
  after: bigint,
  upTo: bigint,
  limit: number | null,
): Promise<Leaf[]> {
  const read = statement<[after: bigint, upTo: bigint, limit: number | null], Leaf>(
    `read_${name}_hashes`,
    `${hashes} WHERE sealed.position > $1::bigint AND sealed.position <= $2::bigint
      ORDER BY sealed.position LIMIT $3::int`,
  )
  return read(on, after, upTo, limit)
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

function proofText({ name }: SealedStream, number: bigint, hash: Uint8Array): string {
  return JSON.stringify([name, 'head', String(number), hex(hash)])
}

function proofOf(stream: SealedStream, number: bigint, hash: Uint8Array): Uint8Array {
  return keyedHash('seal', proofText(stream, number, hash))
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** The secret key may have been replaced since. */
function isKeyed(hash: Uint8Array | null, text: string): boolean {
  return hash !== null && keyedHashes('seal', text).some((known) => Buffer.from(known).equals(hash))
}

/**
 * Compares rows and seals; names each row that was changed, removed or inserted since it was sealed, and each seal that
 * was. Run it in a REPEATABLE READ transaction.
 */
export async function verifySeals(on: Runner, stream: SealedStream): Promise<string[]> {
  const problems: string[] = []
  let number = 0n
  let upTo = BEGINNING
  let before: Uint8Array = NONE
  for (;;) {
    const seals = await sealsAfter(on, stream.name, number)
    if (seals.length === 0) break
    for (const seal of seals) {
      if (seal.number !== number + 1n) {
        problems.push(`${stream.name}: seal ${number + 1n} is missing, the next one is ${seal.number}`)
      } else if (!isKeyed(seal.hash, textOf(stream, seal, before))) {
        problems.push(`${stream.name}: seal ${seal.number} was changed, or was not made with our key`)
      }
      problems.push(...differences(stream, seal, await leavesOf(on, stream, upTo, seal.upTo, null)))
      number = seal.number
      upTo = seal.upTo
      before = seal.hash
    }
  }
  const [head] = await findHead(on, stream.name)
  if ((head?.number ?? 0n) !== number) {
    problems.push(`${stream.name}: the last seal is ${number}, and there were ${head?.number ?? 0n}`)
  } else if (number > 0n && !isKeyed(head?.proof ?? null, proofText(stream, number, before))) {
    problems.push(`${stream.name}: the proof that seal ${number} is the last one was changed`)
  }
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
