import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { keyedHash } from '@/lib/crypto/secrets'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { connectionPool } from './client'
import { findSeal, hex, isKeyed, lastSealOf, lastSeals, type Seal, type StreamName } from './seal-heads'
import { type Queryable, statement } from './statement'

/*
 * The last seals in a file outside the database, so that nobody takes seals back by changing the database alone.
 * The file may lag behind the database, and is never ahead of it (docs/decisions/0036-the-books-are-sealed.md).
 */

const anchoredSeal = z.object({ seal: z.int().positive(), hash: z.string() })
const anchorFile = z.object({ seals: z.record(z.string(), anchoredSeal), proof: z.hex() })

/** The number and the hash of each stream's last seal. A stream without a seal is left out. */
type Anchor = z.infer<typeof anchorFile>['seals']

/** The seals are not those that were made: some were taken back, or others are in their place. */
export class SealsChangedError extends Error {
  override name = 'SealsChangedError'

  constructor(readonly problems: string[]) {
    super(problems.join('\n'))
  }
}

const findLastNumber = statement<{ stream: string }, { number: bigint }>(
  'find_last_seal_number',
  'SELECT number FROM seals WHERE stream = :stream ORDER BY number DESC LIMIT 1',
)

export function anchorPath(): string {
  return env.SEAL_ANCHOR_FILE ?? anchorPathIn(env.DATA_DIR)
}

/** The anchor of a data folder, where SEAL_ANCHOR_FILE names none. */
export function anchorPathIn(dataDir: string): string {
  return join(dataDir, 'seals.json')
}

/** Null if there is no file, and `changed` if it is not as we wrote it. */
async function readAnchor(): Promise<Anchor | 'changed' | null> {
  const text = await readFile(anchorPath(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const { data } = anchorFile.safeParse(jsonOf(text))
  return data && isKeyed(Buffer.from(data.proof, 'hex'), proofText(data.seals)) ? data.seals : 'changed'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function proofText(seals: Anchor): string {
  return JSON.stringify(['anchor', seals])
}

/** Replaces the file in one step, which outlasts a power cut. */
async function writeAnchor(path: string, seals: Anchor): Promise<void> {
  const proof = keyedHash('seal', proofText(seals)).toString('hex')
  const temporary = `${path}.${randomBytes(4).toString('hex')}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    await handle
      .writeFile(`${JSON.stringify({ seals, proof })}\n`)
      .then(() => handle.sync())
      .finally(() => handle.close())
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** For an instance that has sealed nothing yet. A file that is there stays: it says that the instance did seal. */
export async function beginAnchor(): Promise<void> {
  if ((await readAnchor()) === null) await writeAnchor(anchorPath(), {})
}

/** Has the anchor name no seals, for a database that is about to be put back on purpose. */
export function clearAnchor(): Promise<void> {
  return writeAnchor(anchorPath(), {})
}

/**
 * Compares the seals with the anchor of this machine: none that it names may be gone, or be another one. The file is
 * read first, so `on` must not be an older snapshot: seals made since would look taken back.
 */
export async function anchorProblems(on: Queryable, stream: StreamName): Promise<string[]> {
  const anchor = await readAnchor()
  const path = anchorPath()
  // Machines without an anchor may join; where the setting names a file, it was removed.
  if (!anchor) return env.SEAL_ANCHOR_FILE ? [`${stream}: the anchor ${path} is missing`] : []
  if (anchor === 'changed') return [`${stream}: the anchor ${path} was changed, or was not made with our key`]
  const anchored = anchor[stream]
  if (!anchored) return []
  const [seal] = await findSeal(on, { stream, number: BigInt(anchored.seal) })
  if (seal) {
    return hex(seal.hash) === anchored.hash
      ? []
      : [`${stream}: seal ${anchored.seal} is not the one that was made`]
  }
  const [last] = await findLastNumber(on, { stream })
  const rest = last ? `the last one is ${last.number} now` : 'none is left'
  return [`${stream}: seals were taken back: there was a seal ${anchored.seal}, and ${rest}`]
}

/** The number of a stream's last seal by this machine's anchor; null without one. */
export async function anchoredNumber(stream: StreamName): Promise<number | null> {
  const anchor = await readAnchor()
  return anchor && anchor !== 'changed' ? (anchor[stream]?.seal ?? 0) : null
}

/**
 * Takes a stream's last seal over into this machine's anchor. Throws `SealsChangedError` instead if seals were taken
 * back. If two processes do so at once, the file may name the earlier of two seals, which is as true.
 */
export async function advanceAnchor(stream: StreamName): Promise<void> {
  const anchorFaults = await anchorProblems(connectionPool(), stream)
  const { last, problems } = await lastSealOf(connectionPool(), stream)
  if (anchorFaults.length + problems.length > 0) throw new SealsChangedError([...anchorFaults, ...problems])
  const anchor = await readAnchor()
  if (anchor === 'changed') return
  if (anchor && (!last || last.number <= (anchor[stream]?.seal ?? 0))) return
  if (!anchor && last) {
    const seal = Number(last.number)
    log.warn({ stream, seal, path: anchorPath() }, 'there was no anchor of the seals, so it begins here')
  }
  await writeAnchor(anchorPath(), { ...anchor, ...(last ? { [stream]: entryOf(last) } : {}) })
}

/**
 * Writes the last seals of the database into an anchor, whatever it said before: an operator's decision, as after an
 * earlier backup was restored. Returns their numbers. Throws `SealsChangedError` if the database's own record of its
 * last seals is missing or forged.
 */
export async function replaceAnchor(path: string): Promise<{ [stream: string]: number }> {
  const { last, problems } = await lastSeals(connectionPool())
  if (problems.length > 0) throw new SealsChangedError(problems)
  const seals = Object.fromEntries([...last].map(([stream, seal]) => [stream, entryOf(seal)]))
  await writeAnchor(path, seals)
  return Object.fromEntries([...last].map(([stream, { number }]) => [stream, Number(number)]))
}

function entryOf({ number, hash }: Seal): Anchor[string] {
  return { seal: Number(number), hash: hex(hash) }
}
