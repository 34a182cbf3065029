import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '@/lib/env'

/** Each purpose has its own key, derived from SECRET_KEY. */
type Purpose =
  | 'bank-account'
  | 'webhook-secret'
  | 'idempotency'
  | 'api-key'
  | 'session'
  | 'fingerprint'
  | 'mail'
  | 'one-time-token'
  | 'invitation'
  | 'totp'
  | 'recovery-code'
  | 'payment-form'
  | 'known-browser'
  | 'sign-in-email'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

const keys = new Map<Purpose, Buffer>()

function keyFor(purpose: Purpose): Buffer {
  const known = keys.get(purpose)
  if (known) return known
  assert(env.SECRET_KEY, 'SECRET_KEY is not set')
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(env.SECRET_KEY, 'hex'), '', `counterfoil ${purpose}`, 32),
  )
  keys.set(purpose, key)
  return key
}

/** Encrypts with AES-256-GCM. `context` names the row: a ciphertext moved to another row does not decrypt. */
export function encrypt(purpose: Purpose, context: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Decrypts what `encrypt` returned for the same purpose and context; throws otherwise. */
export function decrypt(purpose: Purpose, context: string, encrypted: string): string {
  const [version, encoded] = encrypted.split('.')
  assert(version === VERSION && encoded, 'unknown ciphertext version')
  const bytes = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

/** HMAC-SHA256: without SECRET_KEY nobody can compute the hash or test guesses against it. */
export function keyedHash(purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', keyFor(purpose)).update(text).digest()
}

/** The key that signs sessions, in hex. */
export function sessionSecret(): string {
  return keyFor('session').toString('hex')
}
