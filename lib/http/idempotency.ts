import { decrypt, encrypt, keyedHash } from '@/lib/crypto/secrets'
import type { Transaction } from '@/lib/db/transaction'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { claimLeaseMs } from '@/lib/jobs/lease'
import { fromJson, type JsonValue, toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import { type BodyValue, isBodyObject, isNumber } from './json-body'
import type { Call, JsonAnswer } from './operation'
import { Refusal } from './refusals'

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

type KeptAnswer = { status: number; body: string }

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
): Promise<Claim | KeptAnswer> {
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
export async function completeClaim(tx: Transaction, claim: Claim, answer: KeptAnswer): Promise<void> {
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

const MAXIMUM_KEY_LENGTH = 255

/** How long the first answer to an Idempotency-Key is kept. */
export type Idempotency = 'for 24 hours' | 'for good'

export type Commit = {
  /** The claim on the request's Idempotency-Key; null without one. */
  claim: Claim | null
  /** Commits the work, and with it the answer that a repeat will get. */
  transaction: <A extends JsonAnswer<number, unknown>>(work: (tx: Transaction) => Promise<A>) => Promise<A>
}

/**
 * Runs a write under the request's Idempotency-Key, if it has one: a repeat gets the first answer, and
 * a repeat of a request that died finishes what that one began. Decisions, "Requests".
 */
export async function runIdempotently<A extends JsonAnswer<number, unknown>>(
  call: Pick<Call, 'method' | 'path' | 'params' | 'headers' | 'json'>,
  accountId: string,
  kept: Idempotency,
  run: (commit: Commit) => Promise<A>,
): Promise<A | JsonAnswer> {
  const key = call.headers.get('idempotency-key')
  if (key && key.length > MAXIMUM_KEY_LENGTH) {
    throw new Refusal('idempotency_key_too_long', { limit: MAXIMUM_KEY_LENGTH })
  }
  // A path that names no id leads to nothing that could be created or repeated.
  if (!key || !Object.values(call.params).every(isId)) return run(commitWith(null))

  const claimed = await inTransaction((tx) =>
    claimKey(tx, {
      accountId,
      endpoint: `${call.method} ${call.path.toLowerCase()}`,
      key,
      requestHash: keyedHash('idempotency', canonical({ ...call.json(), api_key: undefined })),
      leaseMs: claimLeaseMs(env.PROVIDER_TIMEOUT_MS),
      keptForGood: kept === 'for good',
    }),
  )
  if ('body' in claimed) {
    return {
      status: claimed.status,
      body: fromJson(claimed.body),
      headers: { 'Idempotent-Replayed': 'true' },
    }
  }
  try {
    return await run(commitWith(claimed))
  } catch (error) {
    // A refusal is certain, so the key is free again. After anything else the claim stays until its
    // lease is over: a repeat then finds out what was done. Where an earlier request has created a payout,
    // only that payout's own refusal is certain: freed by any other, the key would pay a second time.
    const isCertain = claimed.resourceId === null || isDomainError(error, 'payout_refused')
    if (error instanceof DomainError && isCertain) await inTransaction((tx) => releaseClaim(tx, claimed))
    throw error
  }
}

function commitWith(claim: Claim | null): Commit {
  return {
    claim,
    transaction: (work) =>
      inTransaction(async (tx) => {
        const answer = await work(tx)
        const body = toJson(answer.body as JsonValue)
        if (claim) await completeClaim(tx, claim, { status: answer.status, body })
        return answer
      }),
  }
}

/** The same text for the same values, in whatever order an object's fields came. */
function canonical(value: BodyValue | undefined): string {
  if (isNumber(value)) return value.value
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isBodyObject(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}
