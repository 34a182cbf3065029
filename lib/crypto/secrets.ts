import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { keyRing, type RingKey } from './key-ring'

/** Each purpose has its own key, derived from SECRET_KEY. */
export type Purpose =
  | 'bank-account'
  | 'bank-account-link'
  | 'portal-link'
  | 'portal-session'
  | 'webhook-secret'
  | 'webhook-inbox'
  | 'idempotency'
  | 'api-key'
  | 'session'
  | 'fingerprint'
  | 'seal'
  | 'mail'
  | 'one-time-token'
  | 'invitation'
  | 'totp'
  | 'recovery-code'
  | 'known-browser'
  | 'sign-in-email'
  | 'list-cursor'
  | 'proof'

/** `v2.KEY.BYTES`; the first version did not name its key. */
const VERSION = 'v2'
const FIRST_VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

const keys = new Map<string, Buffer>()

function derived(purpose: Purpose, { id, hex }: RingKey): Buffer {
  const name = `${id} ${purpose}`
  const cachedKey = keys.get(name)
  if (cachedKey) return cachedKey
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `counterfoil ${purpose}`, 32))
  keys.set(name, key)
  return key
}

/** Encrypts with AES-256-GCM. `context` names the row: a ciphertext moved to another row does not decrypt. */
export function encrypt(purpose: Purpose, context: string, text: string): string {
  const [key] = keyRing()
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derived(purpose, key), iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${prefixOf(key)}${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

function prefixOf({ id }: RingKey): string {
  return `${VERSION}.${id}.`
}

/** The prefix of all values that the current key encrypts. */
export function currentPrefix(): string {
  return prefixOf(keyRing()[0])
}

/** Decrypts what `encrypt` returned for the same purpose and context; throws otherwise. */
export function decrypt(purpose: Purpose, context: string, encrypted: string): string {
  const { keys, bytes } = parse(encrypted)
  const [first, ...others] = keys
  assert(first, 'the key of this ciphertext is not known')
  try {
    return decryptWith(derived(purpose, first), context, bytes)
  } catch (error) {
    for (const key of others) {
      try {
        return decryptWith(derived(purpose, key), context, bytes)
      } catch {}
    }
    throw error
  }
}

/** The keys that may open a ciphertext, and its bytes. */
function parse(encrypted: string): { keys: RingKey[]; bytes: Buffer } {
  const parts = encrypted.split('.')
  const encoded = parts.at(-1)
  const isNamed = parts[0] === VERSION && parts.length === 3
  assert(
    encoded && (isNamed || (parts[0] === FIRST_VERSION && parts.length === 2)),
    'unknown ciphertext version',
  )
  const keys = keyRing().filter(({ id }) => !isNamed || id === parts[1])
  return { keys, bytes: Buffer.from(encoded, 'base64url') }
}

function decryptWith(key: Buffer, context: string, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

/** HMAC-SHA256: without SECRET_KEY nobody can compute the hash or test guesses against it. */
export function keyedHash(purpose: Purpose, text: string): Buffer {
  return hashWith(derived(purpose, keyRing()[0]), text)
}

/** The hashes by the current key and by the earlier ones, to find what one of them has hashed. */
export function keyedHashes(purpose: Purpose, text: string): Uint8Array<ArrayBuffer>[] {
  return keyRing().map((key) => new Uint8Array(hashWith(derived(purpose, key), text)))
}

function hashWith(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** The key that signs sessions, in hex. */
export function sessionSecret(): string {
  return sessionSecrets()[0] ?? ''
}

/** The keys that may have signed a session, the current one first. */
export function sessionSecrets(): string[] {
  return keyRing().map((key) => derived('session', key).toString('hex'))
}

/** The seeds of the Ed25519 keys that sign proofs, the current one first. */
export function proofSeeds(): Buffer[] {
  return keyRing().map((key) => derived('proof', key))
}
