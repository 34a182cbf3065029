import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/*
 * A stream encrypted under a passphrase: a magic line, a header in clear text, and chunks under AES-256-GCM. Each
 * chunk's nonce has its number and whether it is the last one, and the header is authenticated with each of them: a
 * stream that was altered, reordered, cut off or continued does not open.
 */

const MAGIC = Buffer.from('counterfoil sealed 1\n')
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const HEADER_LIMIT_BYTES = 4096
/** 128 MB of memory and about 0.3 s for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** Readable without the passphrase, but not changeable. */
export type PublicHeader = Record<string, string>

type Header = { salt: string; id: string; public: PublicHeader }

/** The stream is not one of ours, was changed or cut off, or the passphrase is another one. */
export class SealError extends Error {
  override name = 'SealError'
}

const stretch = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

/** A passphrase with the keys that it was stretched to, which takes a while for each salt. */
export class Passphrase {
  readonly #salt = randomBytes(16)
  readonly #keys = new Map<string, Promise<Buffer>>()

  constructor(readonly text: string) {}

  keyFor(salt = this.#salt): Promise<Buffer> {
    const name = salt.toString('base64')
    const stretching = this.#keys.get(name) ?? stretch(this.text, salt, 32, SCRYPT)
    this.#keys.set(name, stretching)
    return stretching
  }

  get salt(): Buffer {
    return this.#salt
  }
}

type Bytes = AsyncIterable<Buffer>

/** Encrypts a stream. The key is this stream's own, so that a nonce is never used twice under one. */
export async function* seal(
  source: Bytes,
  passphrase: Passphrase,
  header: PublicHeader,
): AsyncGenerator<Buffer> {
  const id = randomBytes(16)
  const written: Header = {
    salt: passphrase.salt.toString('base64'),
    id: id.toString('base64'),
    public: header,
  }
  const head = headOf(Buffer.from(JSON.stringify(written)))
  const key = streamKey(await passphrase.keyFor(), id)
  yield head
  let number = 0
  for await (const { chunk, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(head)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/** Decrypts what `seal` wrote. Throws `SealError`, after the chunks before the damage were returned. */
export async function* unseal(source: Bytes, passphrase: Passphrase): AsyncGenerator<Buffer> {
  const { head, header, rest } = await splitHead(source)
  const salt = Buffer.from(header.salt, 'base64')
  const key = streamKey(await passphrase.keyFor(salt), Buffer.from(header.id, 'base64'))
  let number = 0
  for await (const { chunk, isLast } of chunksOf(rest, CHUNK_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(head)
    try {
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
      yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      const isFirst = number === 0
      throw new SealError(
        isFirst ? 'The passphrase is wrong, or the file was changed' : 'The file was changed or cut off',
      )
    }
    number += 1
  }
}

/** The header of a sealed stream. It is proved only by `unseal`. */
export async function readPublicHeader(source: Bytes): Promise<PublicHeader> {
  return (await splitHead(source)).header.public
}

function headOf(json: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([MAGIC, length, json])
}

async function splitHead(source: Bytes): Promise<{ head: Buffer; header: Header; rest: Bytes }> {
  const iterator = source[Symbol.asyncIterator]()
  let buffered = Buffer.alloc(0)
  const fill = async (bytes: number) => {
    while (buffered.length < bytes) {
      const next = await iterator.next()
      if (next.done) throw new SealError('The file is not a backup of ours, or was cut off')
      buffered = Buffer.concat([buffered, next.value])
    }
  }
  await fill(MAGIC.length + 4)
  const length = buffered.readUInt32BE(MAGIC.length)
  if (!buffered.subarray(0, MAGIC.length).equals(MAGIC) || length > HEADER_LIMIT_BYTES) {
    throw new SealError('The file is not a backup of ours')
  }
  const headBytes = MAGIC.length + 4 + length
  await fill(headBytes)
  const head = buffered.subarray(0, headBytes)
  const remaining = buffered.subarray(headBytes)
  async function* rest(): AsyncGenerator<Buffer> {
    yield remaining
    for (;;) {
      const next = await iterator.next()
      if (next.done) return
      yield next.value
    }
  }
  return { head, header: parseHeader(head.subarray(MAGIC.length + 4).toString('utf8')), rest: rest() }
}

function parseHeader(json: string): Header {
  try {
    const header = JSON.parse(json) as Partial<Header>
    const { salt, id, public: open } = header
    if (typeof salt === 'string' && typeof id === 'string' && open) return { salt, id, public: open }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new SealError('The header of the file was changed')
}

function streamKey(key: Buffer, id: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, id, 'counterfoil sealed stream', 32))
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Chunks of one size, but for the last, which may be shorter. There is always a last one. */
async function* chunksOf(source: Bytes, size: number): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of source) {
    parts.push(part)
    length += part.length
    // A full chunk waits for one more byte: until then it may be the last.
    if (length <= size) continue
    let all = Buffer.concat(parts)
    for (; all.length > size; all = all.subarray(size)) {
      yield { chunk: all.subarray(0, size), isLast: false }
    }
    parts = [all]
    length = all.length
  }
  yield { chunk: Buffer.concat(parts), isLast: true }
}
