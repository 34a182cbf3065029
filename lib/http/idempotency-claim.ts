import { decrypt, encrypt } from '@/lib/crypto/secrets'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'

const KEPT_MS = 24 * 60 * 60 * 1000

export type ClaimKey = {
  accountId: string
  /** The method and the concrete path. */
  endpoint: string
  /** The Idempotency-Key. */
  key: string
}

/** A claim that is ours to work on, until its lease is over and somebody takes it over. */
export type Claim = ClaimKey & {
  holder: string
  /** What an earlier holder had made before it died: to be finished, not made again. */
  resourceId: string | null
}

export type Answer = { status: number; body: string }

/**
 * Claims an idempotency key, or returns the answer that it has already. Commit it before the work: it
 * is what a second request with the key meets.
 *
 * - `idempotency_key_reused`: the key was used with another request body.
 * - `idempotency_key_in_progress`: the first request is still running. One that died is told by its
 *   lease, and its claim is taken over, with whatever it had made.
 */
export async function claimKey(
  tx: Transaction,
  claim: ClaimKey & { requestHash: Buffer; leaseMs: number; keptForGood: boolean },
): Promise<Claim | Answer> {
  const { accountId, endpoint, key } = claim
  const createdAt = now()
  const mine = {
    holder: newId(),
    leaseUntil: new Date(createdAt.getTime() + claim.leaseMs),
    requestHash: Uint8Array.from(claim.requestHash),
  }
  const fresh = {
    ...mine,
    resourceId: null,
    responseStatus: null,
    responseEncrypted: null,
    createdAt,
    expiresAt: claim.keptForGood ? null : new Date(createdAt.getTime() + KEPT_MS),
  }
  const made = await tx.idempotencyClaim.createMany({
    data: [{ accountId, endpoint, key, ...fresh }],
    skipDuplicates: true,
  })
  if (made.count === 1) return { accountId, endpoint, key, holder: mine.holder, resourceId: null }

  // Locked, so that of two repeats that find a dead request only one takes it over.
  await tx.$queryRaw`
    SELECT 1 FROM idempotency_claims
     WHERE account_id = ${accountId}::uuid AND endpoint = ${endpoint} AND key = ${key} FOR UPDATE`
  const where = { accountId_endpoint_key: { accountId, endpoint, key } }
  const found = await tx.idempotencyClaim.findUnique({ where })
  // Released between the two statements: its holder was refused just now, so this one is a retry.
  if (!found) throw new DomainError('idempotency_key_in_progress')
  if (found.expiresAt && found.expiresAt <= createdAt) {
    await tx.idempotencyClaim.update({ where, data: fresh })
    return { accountId, endpoint, key, holder: mine.holder, resourceId: null }
  }
  if (!claim.requestHash.equals(found.requestHash)) throw new DomainError('idempotency_key_reused')
  if (found.responseStatus !== null && found.responseEncrypted !== null) {
    return {
      status: found.responseStatus,
      body: decrypt('idempotency', contextOf(claim), found.responseEncrypted),
    }
  }
  if (found.leaseUntil > createdAt) throw new DomainError('idempotency_key_in_progress')
  await tx.idempotencyClaim.update({ where, data: { holder: mine.holder, leaseUntil: mine.leaseUntil } })
  return { accountId, endpoint, key, holder: mine.holder, resourceId: found.resourceId }
}

/** Notes what the request has made, in the transaction that makes it. */
export async function noteResource(tx: Transaction, claim: Claim, resourceId: string): Promise<void> {
  await updateOwn(tx, claim, { resourceId })
}

/** Keeps the answer, encrypted since it may hold an account number. Together with the effect, where that is one transaction. */
export async function completeClaim(tx: Transaction, claim: Claim, answer: Answer): Promise<void> {
  const responseEncrypted = encrypt('idempotency', contextOf(claim), answer.body)
  await updateOwn(tx, claim, { responseStatus: answer.status, responseEncrypted })
}

/** Gives the key back after a refusal, so that it may be tried again. */
export async function releaseClaim(
  tx: Transaction,
  { accountId, endpoint, key, holder }: Claim,
): Promise<void> {
  await tx.idempotencyClaim.deleteMany({ where: { accountId, endpoint, key, holder, responseStatus: null } })
}

/** Forgets the claims whose time is over, at most `limit`. */
export async function forgetExpiredClaims(tx: Transaction, limit: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM idempotency_claims
     WHERE (account_id, endpoint, key) IN (
       SELECT account_id, endpoint, key FROM idempotency_claims
        WHERE expires_at <= ${now()}::timestamptz ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
}

/** Whoever has taken the claim over is now the only one who may act on it: then this transaction is undone. */
async function updateOwn(
  tx: Transaction,
  { accountId, endpoint, key, holder }: Claim,
  data: { resourceId: string } | { responseStatus: number; responseEncrypted: string },
): Promise<void> {
  const { count } = await tx.idempotencyClaim.updateMany({
    where: { accountId, endpoint, key, holder, responseStatus: null },
    data,
  })
  if (count !== 1) throw new DomainError('idempotency_key_in_progress')
}

function contextOf({ accountId, endpoint, key }: ClaimKey): string {
  return JSON.stringify([accountId, endpoint, key])
}
