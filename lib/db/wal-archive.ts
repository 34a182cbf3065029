import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Client } from 'pg'
import { type Passphrase, seal, unseal } from '@/lib/crypto/sealed-stream'
import { walFiles } from './backup'
import { serverFolder } from './embedded-folder'

/** Keeps files of the log on the server until they are archived. */
const SLOT = 'counterfoil_archive'
const SUFFIX = '.sealed'
const SEGMENT_BYTES = 16 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024

export type ArchiveResult = {
  archived: number
  /** The server had to drop files that were not archived: only a new backup can be restored past them. */
  hasGap: boolean
}

/**
 * Archives the write-ahead log of the embedded server up to now, encrypted, one file for each of its own. What fails
 * is archived the next time: the server keeps a file until it is in the archive.
 */
export async function archiveWal(
  ownerUrl: string,
  dataDir: string,
  { archive, passphrase }: { archive: string; passphrase: Passphrase },
): Promise<ArchiveResult> {
  await mkdir(archive, { recursive: true, mode: 0o700 })
  const folder = serverFolder(dataDir)
  return withClient(ownerUrl, async (client) => {
    const { first, hasGap } = await heldFrom(client)
    // Complete the file that is being written, unless it is empty: then the one before is the last complete file.
    const { rows } = await client.query<{ last: string; next: string }>(
      `SELECT pg_walfile_name(lsn - 1) AS last, lsn AS next
         FROM (SELECT pg_switch_wal() AS lsn) AS switched`,
    )
    const { last = '', next } = rows[0] ?? {}
    const archiveNames = new Set(await readdir(archive))
    const names = (await walFiles(folder, first, last)).filter((name) => !archiveNames.has(name + SUFFIX))
    for (const name of names) {
      await sealFile(join(folder.data, 'pg_wal', name), join(archive, name + SUFFIX), name, passphrase)
    }
    await client.query('SELECT pg_replication_slot_advance($1, $2)', [SLOT, next])
    return { archived: names.length, hasGap }
  })
}

/** The first file that is not archived yet. */
async function heldFrom(client: Client): Promise<{ first: string; hasGap: boolean }> {
  const find = `SELECT pg_walfile_name(restart_lsn) AS first, wal_status = 'lost' AS "isLost"
                  FROM pg_replication_slots WHERE slot_name = $1`
  const readSlot = async () =>
    (await client.query<{ first: string | null; isLost: boolean }>(find, [SLOT])).rows[0]
  const before = await readSlot()
  if (before?.first && !before.isLost) return { first: before.first, hasGap: false }
  if (before) await client.query('SELECT pg_drop_replication_slot($1)', [SLOT])
  await client.query('SELECT pg_create_physical_replication_slot($1, true)', [SLOT])
  return { first: (await readSlot())?.first ?? '', hasGap: before !== undefined }
}

/** Lets the server drop its log again, where none is archived any more. */
export async function stopArchiving(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) =>
    client.query(
      'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
      [SLOT],
    ),
  )
}

async function sealFile(from: string, to: string, name: string, passphrase: Passphrase): Promise<void> {
  const partial = `${to}.partial`
  await pipeline(
    createReadStream(from, { highWaterMark: PIECE_BYTES }),
    createGzip({ level: 1 }),
    (source: AsyncIterable<Buffer>) => seal(source, passphrase, { wal: name }),
    createWriteStream(partial, { mode: 0o600, flush: true }),
  )
  await rename(partial, to)
}

/** Puts the archived files from the first one on into a server's log folder, and leaves those that are there. */
export async function unarchiveWal(
  archive: string,
  walFolder: string,
  { first, passphrase, own }: { first: string; passphrase: Passphrase; own: (path: string) => Promise<void> },
): Promise<void> {
  const there = new Set(await readdir(walFolder))
  const names = (await readdir(archive))
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    // A later timeline comes after every file of an earlier one; how they branched is needed as well.
    .filter((name) => !there.has(name) && (name.endsWith('.history') || name >= first))
  for (const name of names.sort()) {
    const path = join(walFolder, name)
    await pipeline(
      createReadStream(join(archive, name + SUFFIX)),
      (source: AsyncIterable<Buffer>) => unseal(source, passphrase),
      createGunzip({ chunkSize: PIECE_BYTES }),
      (source: AsyncIterable<Buffer>) => writeSparsely(source, path, name),
    )
    await own(path)
  }
}

/** Without the zeros that fill a file up, so that a day's log needs no more room than what was written. */
async function writeSparsely(source: AsyncIterable<Buffer>, path: string, name: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    let position = 0
    for await (const piece of source) {
      if (piece.some((byte) => byte !== 0)) await handle.write(piece, 0, piece.length, position)
      position += piece.length
    }
    await handle.truncate(name.endsWith('.history') ? position : SEGMENT_BYTES)
  } finally {
    await handle.close()
  }
}

/** Removes archived files that no backup from `first` on needs. */
export async function forgetWal(archive: string, first: string): Promise<number> {
  const names = (await readdir(archive)).filter((name) => name.endsWith(SUFFIX) && !name.includes('.history'))
  const old = names.filter((name) => name.slice(0, -SUFFIX.length) < first)
  for (const name of old) await rm(join(archive, name))
  return old.length
}

/** True if the folder exists and holds archived log. */
export async function isWalArchive(path: string): Promise<boolean> {
  if (!(await stat(path).catch(() => null))?.isDirectory()) return false
  return (await readdir(path)).some((name) => name.endsWith(SUFFIX))
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
