import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { proofSeeds } from '@/lib/crypto/secrets'
import {
  canonicalJson,
  type ProofDocument,
  pdfSignatureLine,
  type SignedProof,
  signedText,
} from '@/packages/client/src/proofs/proof-document'
import { keyIdOf } from '@/packages/client/src/proofs/verify-proof'

/*
 * The keys that sign proofs follow from the secret key, so they rotate with it and are restored with it. An earlier one is
 * published as long as its secret key is there, and signs nothing any more.
 */

/** An Ed25519 key in DER is this and its seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

type ProofKey = {
  id: string
  /** Its 32 bytes in Base64. */
  publicKey: string
  /** The signature in Base64. */
  sign: (form: 'json' | 'pdf', bytes: Uint8Array) => string
}

function keyOf(seed: Buffer): ProofKey {
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32)
  return {
    id: keyIdOf(raw),
    publicKey: raw.toString('base64'),
    sign: (form, bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return sign(null, Buffer.from(signedText(form, sha256)), privateKey).toString('base64')
    },
  }
}

/** The key that signs now. */
export function currentProofKey(): ProofKey {
  const [key] = proofSeeds().map(keyOf)
  if (!key) throw new Error('There is no secret key')
  return key
}

/** The proof as a file of JSON in its one form, signed by the key that it names. */
export function signProof(proof: ProofDocument): { file: string; signature: string } {
  const bytes = Buffer.from(canonicalJson(proof))
  const signature = currentProofKey().sign('json', bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const signed: SignedProof = { algorithm: 'Ed25519', proof, sha256, signature }
  return { file: `${canonicalJson(signed)}\n`, signature }
}

/** The PDF with a last line, a comment to every reader, that signs all bytes before it. */
export function signPdf(pdf: Uint8Array): Uint8Array<ArrayBuffer> {
  const { id, sign } = currentProofKey()
  const signed = Buffer.concat([pdf, Buffer.from('\n')])
  return new Uint8Array(Buffer.concat([signed, Buffer.from(pdfSignatureLine(id, sign('pdf', signed)))]))
}

/** The public keys for everybody, as `/.well-known/counterfoil-proof-keys.json` has them. */
export function publishedProofKeys(): Response {
  const keys = proofSeeds()
    .map(keyOf)
    .map(({ id, publicKey }, index) => ({
      key_id: id,
      algorithm: 'Ed25519',
      public_key: publicKey,
      is_current: index === 0,
    }))
  return Response.json({ keys }, { headers: { 'cache-control': 'no-store' } })
}
