import assert from 'node:assert/strict'
import { decrypt, encrypt, keyedHashes } from '@/lib/crypto/secrets'
import { inAccountBatch } from '@/lib/db/account-batches'
import { connectionPool, sql } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import {
  inOrmTransaction,
  inTransaction,
  type OrmTransaction,
  type Transaction,
  withRetries,
} from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { forget } from '@/lib/jobs/forget'
import { claimLeaseMs } from '@/lib/jobs/lease'
import { fromJson, type JsonValue, toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import {
  addClaim,
  answerClaim,
  type ClaimRow,
  deleteClaim,
  findClaim,
  lockClaim,
  noteResource,
  renewClaim,
  takeClaim,
} from './idempotency-statements'
import { type BodyValue, isBodyObject, isNumber } from './json-body'
import type { Call, JsonAnswer } from './operation'
import { Refusal, refusalFrom } from './refusals'

const KEPT_MS = 24 * 60 * 60 * 1000

type ClaimKey = {
  accountId: string
  /** Method and concrete path. */
  endpoint: string
  /** The Idempotency-Key. */
  key: string
}

/** A claim held by this request, until its lease expires and another request takes it over. */
export type KeyClaim = ClaimKey & {
  holder: string
  /** The object that an earlier holder created before it died: finish it rather than create another. */
  resourceId: string | null
}

type KeptAnswer = { status: number; body: string; resourceId: string | null }

type Claiming = ClaimKey & { requestHashes: readonly Uint8Array[]; leaseMs: number; keptForGood: boolean }

/**
 * Claims an idempotency key, or returns the answer it already has. Commit the claim before the work, so that
 * a concurrent request with the key finds it.
 *
 * Throws `idempotency_key_reused` if the key was used with another body, and `idempotency_key_in_progress`
 * while the first request is running. A claim whose lease has expired belongs to a dead request and is taken
 * over, with whatever that one created.
 */
export async function claimKey(tx: Queryable, claiming: Claiming): Promise<KeyClaim | KeptAnswer> {
  return (await claimNewKey(tx, claiming)) ?? (await claimKnownKey(tx, claiming))
}

/** Claims a key that nobody has used, in one statement; null for any other. */
async function claimNewKey(on: Queryable, claiming: Claiming): Promise<KeyClaim | null> {
  const { accountId, endpoint, key } = claiming
  const fresh = newHold(claiming)
  const added = await addClaim(on, { accountId, endpoint, key, ...fresh })
  return added.length === 1 ? { accountId, endpoint, key, holder: fresh.holder, resourceId: null } : null
}

async function claimKnownKey(tx: Queryable, claiming: Claiming): Promise<KeyClaim | KeptAnswer> {
  const { accountId, endpoint, key } = claiming
  // Without a lock: a request that is creating its object holds the claim, and a repeat is told so at once.
  const [claim] = await findClaim(tx, { accountId, endpoint, key })
  const answer = claim && !isOver(claim) ? answerOf(claim, claiming) : null
  if (answer) return answer
  // Locks the claim, so that of two repeats that find a dead request only one takes it over.
  const [row] = await lockClaim(tx, { accountId, endpoint, key })
  // Its holder was refused and released it between the two statements, so the client may retry.
  if (!row) throw new DomainError('idempotency_key_in_progress')
  if (isOver(row)) {
    const fresh = newHold(claiming)
    await renewClaim(tx, { accountId, endpoint, key, ...fresh })
    return { accountId, endpoint, key, holder: fresh.holder, resourceId: null }
  }
  const answered = answerOf(row, claiming)
  if (answered) return answered
  const holder = newId()
  const leaseUntil = new Date(now().getTime() + claiming.leaseMs)
  await takeClaim(tx, { accountId, endpoint, key, holder, leaseUntil })
  return { accountId, endpoint, key, holder, resourceId: row.resourceId }
}

function isOver({ expiresAt }: ClaimRow): boolean {
  return expiresAt !== null && expiresAt <= now()
}

/** The kept answer; null if the request died. Throws if it had other parameters, or is still running. */
function answerOf(row: ClaimRow, claiming: Claiming): KeptAnswer | null {
  // A body may have been hashed with an earlier key.
  if (!claiming.requestHashes.some((hash) => Buffer.from(hash).equals(row.requestHash))) {
    throw new DomainError('idempotency_key_reused')
  }
  if (row.responseStatus !== null && row.responseEncrypted !== null) {
    return {
      status: row.responseStatus,
      body: decrypt('idempotency', contextOf(claiming), row.responseEncrypted),
      resourceId: row.resourceId,
    }
  }
  if (row.leaseUntil > now()) throw new DomainError('idempotency_key_in_progress')
  return null
}

/** The columns of a claim that starts now. */
function newHold({ requestHashes: [requestHash], leaseMs, keptForGood }: Claiming) {
  assert(requestHash, 'a request has a hash')
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + leaseMs)
  const expiresAt = keptForGood ? null : new Date(createdAt.getTime() + KEPT_MS)
  return { holder: newId(), requestHash, leaseUntil, createdAt, expiresAt }
}

/**
 * Stores the answer, encrypted because it may contain an account number; in the effect's own transaction, if it
 * has one.
 */
export async function completeClaim(
  on: Queryable,
  claim: KeyClaim,
  answer: { status: number; body: string },
): Promise<void> {
  const { accountId, endpoint, key, holder } = claim
  const encrypted = encrypt('idempotency', contextOf(claim), answer.body)
  checkOwn(await answerClaim(on, { accountId, endpoint, key, holder, status: answer.status, encrypted }))
}

/**
 * Notes under the claim what its request creates, in the transaction that creates it: a repeat after a crash then
 * finishes that one.
 */
export async function noteCreated(on: Queryable, claim: KeyClaim, resourceId: string): Promise<void> {
  const { accountId, endpoint, key, holder } = claim
  checkOwn(await noteResource(on, { accountId, endpoint, key, holder, resourceId }))
}

/** Releases the key after a refusal, so that it may be tried again. */
export async function releaseClaim(
  on: Queryable,
  { accountId, endpoint, key, holder }: KeyClaim,
): Promise<void> {
  await deleteClaim(on, { accountId, endpoint, key, holder })
}

/** Deletes expired claims, at most about `limit`; an expired one of the same key at another endpoint goes with it. */
export async function forgetExpiredClaims(limit: number): Promise<void> {
  const isOver = sql`expires_at <= ${now()}::timestamptz`
  const claims = {
    table: 'idempotency_claims',
    tenantColumn: 'account_id',
    idColumn: 'key',
    idType: 'text',
  } as const
  await forget({ ...claims, timeColumn: 'expires_at', isOver }, limit)
}

/** If another request has taken the claim over, only that one may act on it: undo this transaction. */
function checkOwn(updated: object[]): void {
  if (updated.length !== 1) throw new DomainError('idempotency_key_in_progress')
}

function contextOf({ accountId, endpoint, key }: ClaimKey): string {
  return JSON.stringify([accountId, endpoint, key])
}

export const MAX_KEY_LENGTH = 255

/** The time for which the first answer to an Idempotency-Key is kept. */
export type Idempotency = 'for 24 hours' | 'for good'

export type Commit = {
  /** The claim on the request's Idempotency-Key; null without one. */
  claim: KeyClaim | null
  /** The request that the work is for. */
  requestId: string
  /** Commits the work together with the answer for repeats. */
  transaction: <A extends JsonAnswer<number, unknown>>(work: (tx: Transaction) => Promise<A>) => Promise<A>
  /** `transaction` with the ORM's models, for what isn't hot. */
  ormTransaction: <A extends JsonAnswer<number, unknown>>(
    work: (tx: OrmTransaction) => Promise<A>,
  ) => Promise<A>
  /**
   * `transaction` for work that one statement decides. It is committed together with others of the account
   * (`inAccountBatch`), and alone it needs no transaction around it unless an answer is kept.
   */
  statement: <A extends JsonAnswer<number, unknown>>(work: (on: Queryable) => Promise<A>) => Promise<A>
  /** Keeps the answer of work that is committed already. */
  answer: <A extends JsonAnswer<number, unknown>>(answer: A) => Promise<A>
}

/**
 * Runs a write under the request's Idempotency-Key, if it has one: a repeat gets the first answer, and a
 * repeat of a request that died finishes what that one started (docs/decisions/0009-idempotency-keys.md).
 */
export async function runIdempotently<A extends JsonAnswer<number, unknown>>(
  call: Pick<Call, 'requestId' | 'method' | 'path' | 'params' | 'headers' | 'json'>,
  accountId: string,
  scope: Idempotency,
  run: (commit: Commit) => Promise<A>,
  /** Answers a repeat from what the first request created, as it is now, in place of the first answer. */
  replay?: (resourceId: string) => Promise<A>,
): Promise<A> {
  const key = call.headers.get('idempotency-key')
  // A variable that a client forgot to set must not pay twice.
  if (key?.trim() === '') throw new Refusal('idempotency_key_empty')
  if (key && key.length > MAX_KEY_LENGTH) {
    throw new Refusal('idempotency_key_too_long', { limit: MAX_KEY_LENGTH })
  }
  // A path with an invalid id leads to nothing that could be created or repeated.
  if (!key || !Object.values(call.params).every(isId)) return run(commitWith(call.requestId, accountId, null))

  const claiming = {
    accountId,
    endpoint: `${call.method} ${call.path.toLowerCase()}`,
    key,
    requestHashes: keyedHashes('idempotency', canonical({ ...call.json(), api_key: undefined })),
    leaseMs: claimLeaseMs(env.PROVIDER_TIMEOUT_MS),
    keptForGood: scope === 'for good',
  }
  const claimNew = (on: Queryable) => claimNewKey(on, claiming)
  const claimed =
    (await inAccountBatch({ accountId, kind: 'claim' }, claimNew, () => claimNew(connectionPool()))) ??
    (await inTransaction((tx) => claimKey(tx, claiming)))
  if ('body' in claimed) {
    const { status, body, resourceId } = claimed
    // Stored from an answer of `run`.
    const firstAnswer = { status, body: fromJson(body) } as A
    const answer = replay && resourceId ? await replay(resourceId) : firstAnswer
    return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } }
  }
  try {
    return await run(commitWith(call.requestId, accountId, claimed))
  } catch (error) {
    // A refusal is certain, so the key is free again. After anything else the claim stays until its lease
    // expires, and a repeat then finds out what was done. If an earlier request created a payout, only that
    // payout's own refusal is certain: freed by any other, the key would pay a second time.
    const isCertain = claimed.resourceId === null || isDomainError(error, 'payout_refused')
    if (refusalFrom(error) && isCertain) await releaseClaim(connectionPool(), claimed)
    throw error
  }
}

function commitWith(requestId: string, accountId: string, claim: KeyClaim | null): Commit {
  const keep = async (on: Queryable, answer: JsonAnswer<number, unknown>) => {
    if (!claim) return
    const body = toJson(answer.body as JsonValue)
    await completeClaim(on, claim, { status: answer.status, body })
  }
  const commit: Commit = {
    claim,
    requestId,
    transaction: (work) =>
      inTransaction(async (tx) => {
        const answer = await work(tx)
        await keep(tx, answer)
        return answer
      }),
    ormTransaction: (work) =>
      inOrmTransaction(async (tx) => {
        const answer = await work(tx)
        await keep(tx, answer)
        return answer
      }),
    statement: (work) =>
      inAccountBatch(
        { accountId, kind: 'statement' },
        async (on) => {
          const answer = await work(on)
          await keep(on, answer)
          return answer
        },
        () => (claim ? commit.transaction(work) : withRetries(() => work(connectionPool()))),
      ),
    answer: async (answer) => {
      if (claim) {
        const keepOn = (on: Queryable) => keep(on, answer)
        await inAccountBatch({ accountId, kind: 'answer' }, keepOn, () => keepOn(connectionPool()))
      }
      return answer
    },
  }
  return commit
}

/** The same text for equal values, whatever the order of an object's fields. */
function canonical(value: BodyValue | undefined): string {
  if (isNumber(value)) return value.value
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isBodyObject(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}
