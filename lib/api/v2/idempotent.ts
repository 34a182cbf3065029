import { keyedHash } from '@/lib/crypto/secrets'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { type Claim, claimKey, completeClaim, releaseClaim } from '@/lib/http/idempotency-claim'
import { type BodyObject, type BodyValue, isBodyObject, isNumber } from '@/lib/http/read-json-body'
import { isId } from '@/lib/ids'
import { claimLeaseMs } from '@/lib/jobs/lease'
import { fromJson, toJson } from '@/lib/json'
import type { Account } from '@/lib/vendors/account'
import { RequestError } from '../errors'
import type { Call, JsonAnswer } from '../operation'

const MAXIMUM_KEY_LENGTH = 255

export type Commit = {
  /** The claim on the request's Idempotency-Key; null without one. */
  claim: Claim | null
  /** Commits the work, and with it the answer that a repeat will get. */
  transaction(work: (tx: Transaction) => Promise<JsonAnswer>): Promise<JsonAnswer>
}

/**
 * Runs a write under the request's Idempotency-Key, if it has one: a repeat gets the first answer, and
 * a repeat of a request that died finishes what that one began. Decisions, "Requests".
 */
export async function runIdempotently(
  call: Pick<Call, 'request' | 'url' | 'params'>,
  body: BodyObject,
  account: Account,
  keptForGood: boolean,
  run: (commit: Commit) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  const key = call.request.headers.get('idempotency-key')
  if (key && key.length > MAXIMUM_KEY_LENGTH) {
    throw new RequestError(400, `Idempotency-Key must be at most ${MAXIMUM_KEY_LENGTH} characters`)
  }
  // A path that names no id leads to nothing that could be made or repeated.
  if (!key || !Object.values(call.params).every(isId)) return run(commitWith(null))

  const claimed = await inTransaction((tx) =>
    claimKey(tx, {
      accountId: account.id,
      endpoint: `${call.request.method} ${call.url.pathname.toLowerCase()}`,
      key,
      requestHash: keyedHash('idempotency', canonical({ ...body, api_key: undefined })),
      leaseMs: claimLeaseMs(env.PROVIDER_TIMEOUT_MS),
      keptForGood,
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
    // lease is over: a repeat then finds out what was done. Where an earlier request has made a payout,
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
        if (claim) await completeClaim(tx, claim, { status: answer.status, body: toJson(answer.body) })
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
