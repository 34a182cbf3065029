import type { ApiKeyView } from './api-keys'

/** Each status as our own pages call it. */
export const API_KEY_STATUSES = {
  active: { displayStatus: 'Active', tone: 'success' },
  rotated: { displayStatus: 'Rotated', tone: 'accent' },
  expired: { displayStatus: 'Expired', tone: 'warning' },
  revoked: { displayStatus: 'Revoked', tone: 'neutral' },
} as const

export type ApiKeyStatus = keyof typeof API_KEY_STATUSES

export function apiKeyStatus(key: ApiKeyView, time: Date): ApiKeyStatus {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && key.expiresAt <= time) return 'expired'
  return key.replacedById ? 'rotated' : 'active'
}
