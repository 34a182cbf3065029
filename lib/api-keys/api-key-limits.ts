import type { KeyLimits } from './api-key'

export const API_KEY_SCOPES = ['read', 'invoices', 'payouts', 'webhooks'] as const

export type Scope = (typeof API_KEY_SCOPES)[number]

export const isScope = (text: unknown): text is Scope => API_KEY_SCOPES.some((scope) => scope === text)

/** The limits in words, for the audit log; empty for a key without any. */
export function limitsInWords({ scopes, allowedAddresses }: KeyLimits): string {
  const parts = [
    scopes.length < API_KEY_SCOPES.length ? `scopes ${scopes.join(', ')}` : '',
    allowedAddresses.length > 0 ? `from ${allowedAddresses.join(', ')}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
