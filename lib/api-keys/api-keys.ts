import assert from 'node:assert/strict'
import { type AuditAction, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { keyedHash } from '@/lib/crypto/secrets'
import type { Orm } from '@/lib/db/client'
import type { ApiKeyScope } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { faultInBlocks } from '@/lib/http/client-address'
import { isId, newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { type Account, accountsOf, requireApproval, vendorOfAccount } from '@/lib/vendors/account'
import { hintOf, type KeyLimits, makeKey } from './api-key'
import { API_KEY_SCOPES } from './api-key-limits'
import { findKeyName } from './statements'

const MAX_ADDRESSES = 50

/**
 * Creates an API key for the account and returns it. It can't be shown again: only a keyed hash is stored.
 * Without limits it has every scope and works from any address. A `key` given is one of this account. Throws
 * `live_mode_unavailable` if no provider is configured for live mode, and `live_mode_not_approved`.
 */
export async function issueApiKey(
  tx: OrmTransaction,
  account: Pick<Account, 'id' | 'mode' | 'isApproved'>,
  input: {
    name: string
    expiresAt: Date | null
    liveModeAvailable: boolean
    key?: string
  } & Partial<KeyLimits>,
): Promise<{ id: string; key: string; hint: string }> {
  if (account.mode === 'live' && !input.liveModeAvailable) throw new DomainError('live_mode_unavailable')
  requireApproval(account)
  const id = newId()
  const key = input.key ?? makeKey(account.id, account.mode)
  const hint = hintOf(key)
  await tx.apiKey.create({
    data: {
      accountId: account.id,
      id,
      name: input.name,
      keyHash: Uint8Array.from(keyedHash('api-key', key)),
      hint,
      createdAt: now(),
      expiresAt: input.expiresAt,
      scopes: [...(input.scopes ?? API_KEY_SCOPES)],
      allowedAddresses: [...(input.allowedAddresses ?? [])],
    },
    select: { id: true },
  })
  return { id, key, hint }
}

/**
 * Replaces an active key with a new one and returns it; it can't be shown again. The old one works for
 * `graceMs` more, or until its own expiry; the new one has the same name, limits and lifetime. Of two concurrent
 * rotations of a key, one succeeds and the other throws `api_key_not_active`. Throws `api_key_not_found`, and
 * what `generateApiKey` throws.
 */
export async function replaceApiKey(
  tx: OrmTransaction,
  account: Pick<Account, 'id' | 'mode' | 'isApproved'>,
  { keyId, graceMs, liveModeAvailable }: { keyId: string; graceMs: number; liveModeAvailable: boolean },
): Promise<{
  id: string
  key: string
  name: string
  hint: string
  scopes: ApiKeyScope[]
  oldHint: string
  oldExpiresAt: Date
}> {
  const where = { accountId: account.id, id: keyId }
  const old = isId(keyId) ? await tx.apiKey.findFirst({ where }) : null
  if (!old) throw new DomainError('api_key_not_found')
  const time = now()
  const newKey = await issueApiKey(tx, account, {
    name: old.name,
    scopes: old.scopes,
    allowedAddresses: old.allowedAddresses,
    expiresAt: old.expiresAt && new Date(time.getTime() + old.expiresAt.getTime() - old.createdAt.getTime()),
    liveModeAvailable,
  })
  const graceEnd = new Date(time.getTime() + graceMs)
  const oldExpiresAt = old.expiresAt && old.expiresAt < graceEnd ? old.expiresAt : graceEnd
  // The update both decides and waits for a concurrent one, which then finds the key replaced.
  const { count } = await tx.apiKey.updateMany({
    where: {
      ...where,
      revokedAt: null,
      replacedById: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: time } }],
    },
    data: { replacedById: newKey.id, expiresAt: oldExpiresAt },
  })
  if (count !== 1) throw new DomainError('api_key_not_active')
  return { ...newKey, name: old.name, scopes: old.scopes, oldHint: old.hint, oldExpiresAt }
}

/**
 * Revokes a key at once and for good. Returns the key; null, without a change, if it was revoked before.
 * Throws `api_key_not_found`.
 */
export async function withdrawApiKey(
  tx: OrmTransaction,
  accountId: string,
  keyId: string,
): Promise<{ name: string; hint: string } | null> {
  const row = isId(keyId) ? await tx.apiKey.findFirst({ where: { accountId, id: keyId } }) : null
  if (!row) throw new DomainError('api_key_not_found')
  const { count } = await tx.apiKey.updateMany({
    where: { accountId, id: keyId, revokedAt: null },
    data: { revokedAt: now() },
  })
  return count === 1 ? { name: row.name, hint: row.hint } : null
}

/** Revokes all keys of both accounts of the vendor, and returns those that were not revoked before. */
export async function revokeAllApiKeys(
  tx: OrmTransaction,
  vendorId: string,
): Promise<{ accountId: string; id: string; name: string; hint: string }[]> {
  const accountId = { in: accountsOf(vendorId).map(({ id }) => id) }
  return tx.apiKey.updateManyAndReturn({
    where: { accountId, revokedAt: null },
    data: { revokedAt: now() },
    select: { accountId: true, id: true, name: true, hint: true },
  })
}

/** The account of a key, for an operator who only has its id. Throws `api_key_not_found`. */
export async function findKeyAccount(
  tx: Orm,
  keyId: string,
): Promise<{ accountId: string; vendorId: string }> {
  const row = isId(keyId) ? await tx.apiKey.findFirst({ where: { id: keyId } }) : null
  if (!row) throw new DomainError('api_key_not_found')
  return { accountId: row.accountId, vendorId: await vendorOfAccount(tx, row.accountId) }
}

export type ApiKeyView = {
  id: string
  name: string
  hint: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  scopes: ApiKeyScope[]
  allowedAddresses: string[]
  /** The key that replaced this one in a rotation; null if it was not rotated. */
  replacedById: string | null
}

/** The account's keys, newest first; at most 200, revoked ones included. */
export async function latestApiKeys(tx: Orm, accountId: string): Promise<ApiKeyView[]> {
  return tx.apiKey.findMany({
    where: { accountId },
    omit: { accountId: true, keyHash: true },
    orderBy: { id: 'desc' },
    take: 200,
  })
}

/** Splits a list of addresses and CIDR blocks, by commas, spaces or lines; or says in words what is wrong. */
export function parseAddresses(text: string): { addresses: string[] } | { fault: string } {
  const addresses = [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))]
  if (addresses.length > MAX_ADDRESSES) return { fault: `List at most ${MAX_ADDRESSES} addresses` }
  const wrong = faultInBlocks(addresses)
  if (wrong === null) return { addresses }
  return { fault: `“${wrong.slice(0, 64)}” is not an IP address or CIDR block such as 203.0.113.0/24` }
}

/** The name and hint of a key of the account, by which people know it. */
export async function keyLabel(on: Queryable, accountId: string, id: string): Promise<string> {
  const [key] = await findLabel(on, { accountId, id })
  assert(key, 'an account has the key that it was entered with')
  return `${key.name} (${key.hint})`
}

const findLabel = statement<{ accountId: string; id: string }, { name: string; hint: string }>(
  'find_api_key_label',
  'SELECT name, hint FROM api_keys WHERE account_id = :accountId::uuid AND id = :id::uuid',
)

/** Records what a program did with a key in the audit log, under the name that the vendor gave the key. */
export async function recordKeyAct(
  on: Queryable,
  { id: accountId, vendorId }: Pick<Account, 'id' | 'vendorId'>,
  { apiKeyId, clientAddress }: { apiKeyId: string; clientAddress: string | null },
  { action, subjectId, detail }: { action: AuditAction; subjectId: string; detail?: string },
): Promise<void> {
  const [key] = await findKeyName(on, { accountId, keyId: apiKeyId })
  const by = `the API key “${key?.name ?? apiKeyId}”`
  await recordAuditEvent(on, {
    vendorId,
    accountId,
    action,
    subjectId,
    detail: detail ? `${detail}, by ${by}` : `By ${by}`,
    address: clientAddress,
  })
}
