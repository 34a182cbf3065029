import { z } from 'zod'
import { database } from '@/lib/db/client'
import { moment } from '@/lib/http/schemas'
import { now } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { liveModeView, readLiveMode } from '@/lib/vendors/live-mode-view'
import { API_KEY_SCOPES } from './api-key-limits'
import { type ApiKeyView, latestApiKeys } from './api-keys'
import { API_KEY_STATUSES, type ApiKeyStatus, apiKeyStatus } from './status'

const apiKeyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  hint: z.string(),
  status: z
    .enum(Object.keys(API_KEY_STATUSES) as ApiKeyStatus[])
    .describe('`rotated`: replaced by another key, and valid until it expires.'),
  createdAt: moment,
  expiresAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  allowedAddresses: z
    .array(z.string())
    .describe('IP addresses and CIDR blocks. An empty list allows every address.'),
})

export type ApiKeyRow = z.infer<typeof apiKeyRow>

export const apiKeysView = z.object({
  mode: z.enum(['test', 'live']),
  liveMode: liveModeView,
  keys: z.array(apiKeyRow),
})

export type ApiKeysView = z.infer<typeof apiKeysView>

/** The account's keys, newest first. */
export async function readApiKeys({ id, vendorId, mode }: Account): Promise<ApiKeysView> {
  const keys = await latestApiKeys(database(), id)
  const time = now()
  return {
    mode,
    liveMode: await readLiveMode(vendorId, mode),
    keys: keys.map((key) => presentApiKey(key, time)),
  }
}

function presentApiKey(key: ApiKeyView, time: Date): ApiKeyRow {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    status: apiKeyStatus(key, time),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    scopes: key.scopes,
    allowedAddresses: key.allowedAddresses,
  }
}
