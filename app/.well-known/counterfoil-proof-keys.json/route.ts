import { publishedProofKeys } from '@/lib/proofs/proof-keys'

export const dynamic = 'force-dynamic'

export function GET(): Response {
  return publishedProofKeys()
}
