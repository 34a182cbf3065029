import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { env } from '@/lib/env'

/*
 * An authenticator in software, after the W3C's Web Authentication, level 3: one credential of ES256, and what a browser
 * would send of it. Each test turns one thing of an answer wrong.
 */

type Options = { challenge: string }

type Quirks = {
  origin?: string
  rpId?: string
  /** False: only touched, without fingerprint or PIN. */
  isUserVerified?: boolean
  /** The counter of signatures; the next one by default. */
  count?: number
  /** The user that it names, in base64url; null names none. */
  userHandle?: string | null
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let signatures = 0
  let userHandle: string | null = null

  const clientData = (type: string, { challenge }: Options, { origin = ownOrigin() }: Quirks) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (flags: number, quirks: Quirks, rest: Buffer = Buffer.alloc(0)) => {
    const { rpId = new URL(env.PUBLIC_URL).hostname, isUserVerified = true, count = ++signatures } = quirks
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | PRESENT | (isUserVerified ? VERIFIED : 0), 0)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), head, rest])
  }
  const credential = { id: text(id), rawId: text(id), type: 'public-key' as const }

  return {
    /** The answer to a request for a new credential, which it keeps with the user's handle. */
    create(options: Options & { user?: { id: string } }, quirks: Quirks = {}) {
      userHandle = options.user?.id ?? null
      const cose = Buffer.concat([bytes('a5010203262001215820'), bytes64(x), bytes('225820'), bytes64(y)])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = dataOf(HAS_CREDENTIAL, quirks, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      // {"fmt": "none", "attStmt": {}, "authData": data}
      const head = bytes('a363666d74646e6f6e656761747453746d74a068617574684461746159')
      const attestationObject = text(Buffer.concat([head, size, data]))
      const clientDataJSON = text(clientData('webauthn.create', options, quirks))
      return { ...credential, response: { clientDataJSON, attestationObject } }
    },
    /** The answer to a request for its credential. */
    get(options: Options, quirks: Quirks = {}) {
      const client = clientData('webauthn.get', options, quirks)
      const data = dataOf(0, quirks)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const named = quirks.userHandle === undefined ? userHandle : quirks.userHandle
      return {
        ...credential,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          ...(named ? { userHandle: named } : {}),
        },
      }
    },
  }
}

const ownOrigin = () => new URL(env.PUBLIC_URL).origin
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Buffer) => data.toString('base64url')
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const bytes64 = (base64url: string) => Buffer.from(base64url, 'base64url')
