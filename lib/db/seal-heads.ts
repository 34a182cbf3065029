import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { type Queryable, statement } from './statement'

/* The head of a stream of seals: which seal is the last one, and a proof that nobody makes without the secret key. */

export const STREAMS = ['ledger', 'audit'] as const

export type StreamName = (typeof STREAMS)[number]

export type Seal = {
  number: bigint
  upTo: bigint
  /** As text: the driver and the ORM read arrays of numbers differently. */
  positions: string[]
  rowIds: string[]
  rowHashes: Uint8Array[]
  hash: Uint8Array
}

export type Head = {
  number: bigint
  proof: Uint8Array | null
  upTo: bigint
  nextUpTo: bigint | null
  nextXid: bigint | null
}

/** The hash before the first seal. */
export const NONE = Buffer.alloc(0)

const addHeads = statement<{ streams: string[]; proofs: Uint8Array[] }, object>(
  'add_seal_heads',
  `INSERT INTO seal_heads (stream, proof)
   SELECT * FROM unnest(:streams::text[], :proofs::bytea[]) ON CONFLICT DO NOTHING`,
)

const HEAD = `SELECT number, proof, up_to AS "upTo", next_up_to AS "nextUpTo", next_xid AS "nextXid"
                FROM seal_heads WHERE stream = :stream`
export const findHead = statement<{ stream: string }, Head>('find_seal_head', HEAD)
export const lockHead = statement<{ stream: string }, Head>('lock_seal_head', `${HEAD} FOR UPDATE`)

const SEAL = `SELECT number, up_to AS "upTo", positions::text[] AS positions, row_ids AS "rowIds",
                     row_hashes AS "rowHashes", hash FROM seals`
export const findSeal = statement<{ stream: string; number: bigint }, Seal>(
  'find_seal',
  `${SEAL} WHERE stream = :stream AND number = :number::bigint`,
)
export const sealsAfter = statement<{ stream: string; number: bigint }, Seal>(
  'find_seals_after',
  `${SEAL} WHERE stream = :stream AND number > :number::bigint ORDER BY number LIMIT 20`,
)

/**
 * Lets an instance that has sealed nothing yet begin to. Without the key nobody can make such a head: seals that were
 * removed together with their head don't begin again.
 */
export async function beginSeals(on: Queryable): Promise<void> {
  const proofs = STREAMS.map((stream) => proofOf(stream, 0n, NONE))
  await addHeads(on, { streams: [...STREAMS], proofs })
}

/** The seal that a head names as the last one, null before the first, and what speaks against the head. */
export async function lastSealOf(
  on: Queryable,
  stream: StreamName,
): Promise<{ last: Seal | null; problems: string[] }> {
  const [head] = await findHead(on, { stream })
  const [last = null] = head ? await findSeal(on, { stream, number: head.number }) : []
  if (head && head.number > 0n && !last) {
    return { last, problems: [`${stream}: seal ${head.number}, the last one, was removed`] }
  }
  return { last, problems: headProblems(stream, head, last?.hash ?? NONE) }
}

/** The last seal of each stream, by the heads alone, and the problems with them. */
export async function lastSeals(on: Queryable): Promise<{ last: Map<StreamName, Seal>; problems: string[] }> {
  const seals = new Map<StreamName, Seal>()
  const allProblems: string[] = []
  for (const stream of STREAMS) {
    const { last, problems } = await lastSealOf(on, stream)
    allProblems.push(...problems)
    if (last) seals.set(stream, last)
  }
  return { last: seals, problems: allProblems }
}

/** Problems with a head that names a seal with this hash. */
export function headProblems(stream: StreamName, head: Head | undefined, hash: Uint8Array): string[] {
  if (!head) return [`${stream}: the record of the last seal was removed`]
  if (isKeyed(head.proof, proofText(stream, head.number, hash))) return []
  return [`${stream}: the proof that seal ${head.number} is the last one was changed`]
}

export function proofOf(stream: StreamName, number: bigint, hash: Uint8Array): Uint8Array {
  return keyedHash('seal', proofText(stream, number, hash))
}

function proofText(stream: StreamName, number: bigint, hash: Uint8Array): string {
  return JSON.stringify([stream, 'head', String(number), hex(hash)])
}

/** The secret key may have been replaced since. */
export function isKeyed(hash: Uint8Array | null, text: string): boolean {
  return hash !== null && keyedHashes('seal', text).some((each) => Buffer.from(each).equals(hash))
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
