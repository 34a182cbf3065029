import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupError } from './backup-error'

/*
 * Files and folders one after the other: a length, a JSON header, and the file's bytes. The last entry says how many
 * came before it.
 */

const PIECE_BYTES = 256 * 1024
const HEADER_LIMIT_BYTES = 8192

type EntryHeader = { path: string; kind: 'file' | 'folder' | 'end'; bytes: number }

function headerOf(header: EntryHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json])
}

export function folderEntry(path: string): Buffer {
  return headerOf({ path, kind: 'folder', bytes: 0 })
}

export function textEntry(path: string, text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([headerOf({ path, kind: 'file', bytes: bytes.length }), bytes])
}

export function endEntry(entries: number): Buffer {
  return headerOf({ path: '', kind: 'end', bytes: entries })
}

/**
 * A file that the server may be writing to, in the length that it has now: what is added is in the write-ahead log,
 * and what was cut off meanwhile is filled with zeros. Nothing for a file that is gone.
 */
export async function* fileEntry(path: string, from: string): AsyncGenerator<Buffer> {
  const stats = await stat(from).catch(nullIfMissing)
  const handle = stats && (await open(from, 'r').catch(nullIfMissing))
  if (!handle) return
  try {
    yield headerOf({ path, kind: 'file', bytes: stats.size })
    let bytesToRead = stats.size
    if (bytesToRead > 0) {
      const range = { start: 0, end: stats.size - 1 }
      const stream = handle.createReadStream({ ...range, autoClose: false, highWaterMark: PIECE_BYTES })
      for await (const piece of stream) {
        bytesToRead -= (piece as Buffer).length
        yield piece as Buffer
      }
    }
    for (; bytesToRead > 0; bytesToRead -= Math.min(bytesToRead, PIECE_BYTES))
      yield Buffer.alloc(Math.min(bytesToRead, PIECE_BYTES))
  } finally {
    await handle.close()
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** An entry to read: `content` must be read to its end before the next entry. */
export type Entry = { path: string; kind: 'file' | 'folder'; bytes: number; content: AsyncIterable<Buffer> }

/** Reads the entries of a backup. Throws if they end early. */
export async function* readEntries(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = new Reader(source)
  let count = 0
  for (;;) {
    const length = (await reader.take(4)).readUInt32BE()
    if (length > HEADER_LIMIT_BYTES) throw new BackupError('The backup holds no list of files')
    const { path, kind, bytes } = JSON.parse((await reader.take(length)).toString()) as EntryHeader
    if (kind === 'end') {
      if (bytes !== count) throw new BackupError('The backup lacks files')
      await reader.expectEnd()
      return
    }
    yield { path, kind, bytes, content: reader.pieces(bytes) }
    count += 1
  }
}

class Reader {
  readonly #iterator: AsyncIterator<Buffer>
  #buffered: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#iterator = source[Symbol.asyncIterator]()
  }

  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const piece of this.pieces(bytes)) parts.push(piece)
    return Buffer.concat(parts)
  }

  async *pieces(bytes: number): AsyncGenerator<Buffer> {
    let bytesToRead = bytes
    while (bytesToRead > 0) {
      if (this.#buffered.length === 0 && !(await this.#fill())) {
        throw new BackupError('The backup ends in the middle of a file')
      }
      const piece = this.#buffered.subarray(0, bytesToRead)
      this.#buffered = this.#buffered.subarray(piece.length)
      bytesToRead -= piece.length
      yield piece
    }
  }

  /** Reads on, because only the end of the stream proves that nothing was cut off. */
  async expectEnd(): Promise<void> {
    while (this.#buffered.length === 0 && (await this.#fill())) {}
    if (this.#buffered.length > 0) throw new BackupError('The backup goes on after its end')
  }

  async #fill(): Promise<boolean> {
    const next = await this.#iterator.next()
    if (next.done) return false
    this.#buffered = next.value
    return true
  }
}

/** Writes one entry below a folder, readable for its owner alone. `finish` gets its path. */
export async function writeEntry(
  entry: Entry,
  folder: string,
  finish: (path: string) => Promise<void>,
): Promise<void> {
  // Authentic backups are ours, but no archive decides where it is unpacked.
  if (entry.path.split('/').some((part) => ['', '.', '..'].includes(part))) {
    throw new BackupError(`The backup holds a file that leads elsewhere: ${entry.path}`)
  }
  const path = join(folder, entry.path)
  if (entry.kind === 'folder') {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return finish(path)
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const piece of entry.content) await handle.write(piece)
  } finally {
    await handle.close()
  }
  await finish(path)
}
