import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { findAccount } from '@/lib/vendors/account'
import { type ApiKeyView, listApiKeys } from './api-keys'

export type ApiKeyRow = {
  id: string
  name: string
  hint: string
  /** `rolled`: another key took its place, and it is good until it expires. */
  status: 'active' | 'rolled' | 'expired' | 'revoked'
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

export type ApiKeysView = { mode: Mode; isLiveModeAvailable: boolean; keys: ApiKeyRow[] }

/** The keys of the vendor's account in one mode, newest first. */
export async function readApiKeys(vendorId: string, mode: Mode): Promise<ApiKeysView> {
  const tx = database()
  const account = await findAccount(tx, vendorId, mode)
  const keys = await listApiKeys(tx, account.id)
  const time = now()
  return {
    mode,
    isLiveModeAvailable: isLiveModeAvailable(),
    keys: keys.map((key) => presentApiKey(key, time)),
  }
}

function presentApiKey(key: ApiKeyView, time: Date): ApiKeyRow {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    status: statusOf(key, time),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }
}

function statusOf(key: ApiKeyView, time: Date): ApiKeyRow['status'] {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && key.expiresAt <= time) return 'expired'
  return key.replacedById ? 'rolled' : 'active'
}
