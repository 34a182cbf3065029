import { API_KEY_SCOPES, isScope, limitsInWords } from '@/lib/api-keys/api-key-limits'
import { findKeyAccount, issueApiKey, parseAddresses, withdrawApiKey } from '@/lib/api-keys/api-keys'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { accountOfFlags, type Commands, operatorOf, textFlag, UsageError } from './command'

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const LONGEST_MS = 3650 * 86_400_000

export const keyCommands: Commands<'key'> = {
  'key create': {
    async run(flags) {
      const account = await accountOfFlags(flags)
      const name = flags.name ? textFlag(flags, 'name', 255) : 'Created by the operator'
      const expiresAt = flags['expires-in'] ? expiryOf(flags['expires-in']) : null
      const limits = limitsOf(flags)
      const { id, key } = await inOrmTransaction(async (tx) => {
        const liveModeAvailable = isLiveModeAvailable()
        const newKey = await issueApiKey(tx, account, { name, expiresAt, liveModeAvailable, ...limits })
        await recordAuditEvent(tx, {
          vendorId: account.vendorId,
          accountId: account.id,
          operator: operatorOf(flags),
          action: 'api_key.generated',
          subjectId: newKey.id,
          detail: [`${name} (${newKey.hint})`, limitsInWords(limits)].filter(Boolean).join(': '),
        })
        if (account.mode === 'live') {
          const key = `${name} (${newKey.hint})`
          await mailVendorNotice(tx, account.vendorId, { what: 'keyCreated', key })
        }
        return newKey
      })
      return { output: { key_id: id, key } }
    },
  },
  'key revoke': {
    async run(flags) {
      const keyId = flags['key-id'] ?? ''
      await inOrmTransaction(async (tx) => {
        const owner = await findKeyAccount(tx, keyId)
        const revoked = await withdrawApiKey(tx, owner.accountId, keyId)
        if (!revoked) return
        await recordAuditEvent(tx, {
          ...owner,
          operator: operatorOf(flags),
          action: 'api_key.revoked',
          subjectId: keyId,
          detail: `${revoked.name} (${revoked.hint})`,
        })
      })
      return { output: { key_id: keyId, revoked: true } }
    },
  },
}

function limitsOf({ scopes = API_KEY_SCOPES.join(), addresses = '' }: Record<string, string>) {
  const names = scopes.split(',').map((name) => name.trim())
  if (!names.every(isScope)) throw new UsageError(`--scopes must be some of ${API_KEY_SCOPES.join(',')}`)
  const list = parseAddresses(addresses)
  if ('fault' in list) throw new UsageError(`--addresses: ${list.fault}`)
  const knownScopes = API_KEY_SCOPES.filter((scope) => names.includes(scope))
  return { scopes: knownScopes, allowedAddresses: list.addresses }
}

function expiryOf(text: string): Date {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const durationMs = Number(count) * (UNITS_MS[unit] ?? 0)
  if (!(durationMs > 0 && durationMs <= LONGEST_MS)) {
    throw new UsageError('--expires-in must be a time like 90d, 12h, 15m or 30s, at most 3650d')
  }
  return new Date(now().getTime() + durationMs)
}
