import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { isDomainError } from '@/lib/errors'
import { Refusal } from '@/lib/http/refusals'
import { findAccount } from '@/lib/vendors/account'
import { type ProofView, presentProof } from './proof-view'
import { provableMonths, readProof } from './read-proof'

type Subject = { vendorId: string; mode: Mode; kind: ProofView['kind']; id: string }

/** The proof in words; null if the vendor has nothing of that id in this mode, or a sentence that says why there is none. */
export async function readProofPage({
  vendorId,
  mode,
  kind,
  id,
}: Subject): Promise<{ proof: ProofView } | { refused: string } | null> {
  const account = await findAccount(database(), vendorId, mode)
  try {
    return { proof: presentProof(await readProof(account, kind, id)) }
  } catch (error) {
    if (isDomainError(error, 'invoice_not_found') || isDomainError(error, 'payout_not_found')) return null
    if (error instanceof Refusal && error.code === 'invalid_input') return { refused: error.message }
    throw error
  }
}

/** The account's months that have a proof. */
export async function readProvableMonths(accountId: string): Promise<string[]> {
  return provableMonths(database(), accountId)
}
