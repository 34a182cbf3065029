import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import {
  canonicalJson,
  type ProofDocument,
  pdfSignatureLine,
  type SignedProof,
  signedText,
} from './proof-document.ts'

/** A public key and its name. */
export type ProofKey = { id: string; key: KeyObject }

/** Why a file is no proof, or not the one that was signed. */
export class ProofError extends Error {}

/** More than a proof ever unpacks to. */
const MAX_JSON_BYTES = 256 * 1024 * 1024

/** The Ed25519 key of 32 bytes in DER begins with these. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * The keys in a text: one in Base64 or PEM, or the list that the service publishes. Throws a `ProofError` if there are none.
 */
export function parseKeys(text: string): ProofKey[] {
  const trimmed = text.trim()
  try {
    if (trimmed.startsWith('{')) {
      const { keys } = JSON.parse(trimmed) as { keys: { public_key: string }[] }
      return keys.map(({ public_key }) => rawKey(public_key))
    }
    if (!trimmed.startsWith('-----')) return [rawKey(trimmed)]
    const der = createPublicKey(trimmed).export({ type: 'spki', format: 'der' })
    return [rawKey(der.subarray(SPKI_PREFIX.length).toString('base64'))]
  } catch {
    throw new ProofError('That is no public key: give it in Base64 or PEM, or the published list of keys')
  }
}

function rawKey(base64: string): ProofKey {
  const raw = Buffer.from(base64, 'base64')
  if (raw.length !== 32) throw new Error('An Ed25519 key has 32 bytes')
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
  return { id: keyIdOf(raw), key }
}

/** Names a public key: the beginning of its hash. */
export function keyIdOf(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex').slice(0, 16)
}

/**
 * Reads a proof from its file, JSON or PDF. Throws a `ProofError` unless every byte is as one of the keys has signed it.
 */
export function verifyProof(file: Buffer, keys: ProofKey[]): ProofDocument {
  const isPdf = file.subarray(0, 5).toString('latin1') === '%PDF-'
  return isPdf ? readPdf(file, keys) : readJson(file, keys)
}

function readPdf(file: Buffer, keys: ProofKey[]): ProofDocument {
  const end = file.lastIndexOf('\n', file.length - 2) + 1
  const line = file.subarray(end).toString('latin1')
  const [, keyId = '', signature = ''] =
    /^% counterfoil-proof-v1 ([0-9a-f]{16}) ([A-Za-z0-9+/=]{88})\n$/.exec(line) ?? []
  if (line !== pdfSignatureLine(keyId, signature)) {
    throw new ProofError('The PDF does not end with the signature of a proof, or was changed after it')
  }
  requireSignature('pdf', sha256Of(file.subarray(0, end)), { keyId, signature }, keys)
  const proof = readJson(attachmentOf(file), keys)
  if (proof.key_id !== keyId) throw new ProofError('The PDF and the data in it were signed with two keys')
  return proof
}

/** The one file that the PDF carries. Its bytes are verified by now: they are as the service wrote them. */
function attachmentOf(file: Buffer): Buffer {
  const text = file.toString('latin1')
  const [found, ...others] = text.matchAll(
    /\/Type \/EmbeddedFile\b[\s\S]*?\/Length (\d+)[\s\S]*?stream\r?\n/g,
  )
  if (!found || others.length > 0) throw new ProofError('The PDF carries no data of a proof')
  const start = found.index + found[0].length
  const bytes = file.subarray(start, start + Number(found[1]))
  return inflateSync(bytes, { maxOutputLength: MAX_JSON_BYTES })
}

function readJson(file: Buffer, keys: ProofKey[]): ProofDocument {
  const text = file.toString('utf8')
  const signed = parsed(text)
  const { proof, sha256, signature } = signed
  // One form only: no space, no order and no second or further name can say anything that isn't signed.
  if (text !== `${canonicalJson({ algorithm: 'Ed25519', proof, sha256, signature })}\n`) {
    throw new ProofError('The file is not as it was downloaded: it is no canonical JSON of a proof')
  }
  if (proof?.version !== 1) throw new ProofError('The file is no proof of a version that this program knows')
  if (sha256Of(Buffer.from(canonicalJson(proof))) !== sha256) {
    throw new ProofError('The proof was changed: its hash is another one')
  }
  requireSignature('json', sha256, { keyId: proof.key_id, signature }, keys)
  return proof
}

function parsed(text: string): SignedProof {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as SignedProof
  } catch {}
  throw new ProofError('The file is neither a PDF nor JSON')
}

function requireSignature(
  form: 'json' | 'pdf',
  sha256: string,
  { keyId, signature }: { keyId: string; signature: string },
  keys: ProofKey[],
): void {
  const publicKey = keys.find(({ id }) => id === keyId)
  if (!publicKey) {
    const yours = keys.map(({ id }) => id).join(', ')
    throw new ProofError(`The proof names the key ${keyId}, and yours is ${yours}`)
  }
  const bytes = Buffer.from(String(signature), 'base64')
  const isSame = bytes.toString('base64') === signature
  if (!isSame || !verify(null, Buffer.from(signedText(form, sha256)), publicKey.key, bytes)) {
    throw new ProofError(`The signature does not fit: the file was changed, or ${keyId} did not sign it`)
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
