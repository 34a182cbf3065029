import { z } from 'zod'
import type { KeyLimits } from '@/lib/auth/api-key'
import { scopesOf } from '@/lib/auth/permissions'
import { provenSession, session, sessionEvenIfBanned } from '@/lib/auth/session-access'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { holdSession } from '@/lib/auth/sessions'
import type { ApiKeyScope } from '@/lib/db/generated/enums'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { jsonBody } from '@/lib/http/input'
import type { BodyObject } from '@/lib/http/json-body'
import { operation } from '@/lib/http/operation'
import { Refusal, refuseInput } from '@/lib/http/refusals'
import { moment } from '@/lib/http/schemas'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { endOfLastDay, GRACE_PERIODS, LONGEST_LIFE_DAYS } from './api-key-expiry'
import { API_KEY_SCOPES, isScope, limitsInWords } from './api-key-limits'
import {
  generateApiKey as generate,
  parseAddresses,
  revokeApiKey as revoke,
  rotateApiKey as rotate,
} from './api-keys'
import { apiKeysView, readApiKeys } from './queries'

const MAXIMUM_NAME_LENGTH = 255
const DAY_MS = 24 * 60 * 60 * 1000

const shownOnce = z.string().describe('The whole key. No other answer contains it.')

export const listApiKeys = operation({
  method: 'GET',
  path: '/api/dashboard/api-keys',
  summary: 'List the API keys',
  tag: 'API keys',
  access: session('keys.manage'),
  answers: { 200: apiKeysView },
}).handle(async ({ vendor, account }) => ({ status: 200, body: await readApiKeys(vendor.id, account.mode) }))

export const generateApiKey = operation({
  method: 'POST',
  path: '/api/dashboard/api-keys',
  summary: 'Generate an API key',
  tag: 'API keys',
  access: provenSession('keys.manage'),
  body: jsonBody(
    z.object({
      name: z.string().max(MAXIMUM_NAME_LENGTH),
      expiresInDays: z.int().min(1).max(LONGEST_LIFE_DAYS).nullish(),
      lastDay: z.string().optional().describe('The last valid day (UTC), in place of `expiresInDays`.'),
      scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).optional().describe('All of them by default.'),
      allowedAddresses: z
        .string()
        .optional()
        .describe('IP addresses and CIDR blocks, separated by commas or spaces. Blank: any.'),
    }),
    (body) => ({ name: nameOf(body), expiresAt: expiryOf(body), limits: limitsOf(body) }),
  ),
  answers: { 201: z.object({ id: z.uuid(), key: shownOnce }) },
  errors: ['invalid_input', 'live_mode_unavailable', 'live_mode_not_approved', 'scope_beyond_role'],
}).handle(async ({ vendor, account, audit, input: { name, expiresAt, limits } }) => {
  requireScopes(vendor, account, limits.scopes)
  const { id, key } = await inTransaction(async (tx) => {
    await holdSession(tx, vendor)
    const liveModeAvailable = isLiveModeAvailable()
    const generated = await generate(tx, account, { name, expiresAt, liveModeAvailable, ...limits })
    const detail = `${name} (${generated.hint})`
    const words = limitsInWords(limits)
    await audit(tx, {
      action: 'api_key.generated',
      subjectId: generated.id,
      detail: words ? `${detail}: ${words}` : detail,
    })
    await tellOfLiveKey(tx, account, vendor.memberId, detail)
    return generated
  })
  return { status: 201, body: { id, key } }
})

export const revokeApiKey = operation({
  method: 'DELETE',
  path: '/api/dashboard/api-keys/{id}',
  summary: 'Revoke an API key',
  tag: 'API keys',
  access: sessionEvenIfBanned('keys.manage'),
  answers: { 200: z.object({ id: z.string(), status: z.literal('revoked') }) },
  errors: ['api_key_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inTransaction(async (tx) => {
    const revoked = await revoke(tx, account.id, id)
    if (!revoked) return
    const detail = `${revoked.name} (${revoked.hint})`
    await audit(tx, { action: 'api_key.revoked', subjectId: id, detail })
  })
  return { status: 200, body: { id, status: 'revoked' } }
})

export const rotateApiKey = operation({
  method: 'POST',
  path: '/api/dashboard/api-keys/{id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Replaces a key with a new one of the same name. The old key keeps working for the grace period.',
  tag: 'API keys',
  access: provenSession('keys.manage'),
  body: jsonBody(z.object({ grace: z.enum(GRACE_PERIODS.map(({ name }) => name)) }), graceOf),
  answers: { 201: z.object({ id: z.uuid(), key: shownOnce, oldExpiresAt: moment }) },
  errors: [
    'invalid_input',
    'api_key_not_found',
    'api_key_not_active',
    'live_mode_unavailable',
    'live_mode_not_approved',
    'scope_beyond_role',
  ],
}).handle(async ({ vendor, account, audit, params: { id: keyId }, input: grace }) => {
  const { id, key, oldExpiresAt } = await inTransaction(async (tx) => {
    await holdSession(tx, vendor)
    const liveModeAvailable = isLiveModeAvailable()
    const rotated = await rotate(tx, account, { keyId, graceMs: grace.durationMs, liveModeAvailable })
    const detail = `${rotated.name} (${rotated.oldHint}), which expires ${grace.label.toLowerCase()}`
    requireScopes(vendor, account, rotated.scopes)
    await audit(tx, { action: 'api_key.rolled', subjectId: keyId, detail })
    await tellOfLiveKey(tx, account, vendor.memberId, `${rotated.name} (${rotated.hint})`)
    return rotated
  })
  return { status: 201, body: { id, key, oldExpiresAt: oldExpiresAt.toISOString() } }
})

/** A key may do no more than the member who makes it. */
function requireScopes({ role }: SessionVendor, { mode }: Account, scopes: readonly ApiKeyScope[]): void {
  const own = scopesOf(role, mode)
  const beyond = scopes.find((scope) => !own.includes(scope))
  if (beyond) throw new Refusal('scope_beyond_role', { scope: beyond })
}

/** A test key moves no money. */
async function tellOfLiveKey(
  tx: Transaction,
  { mode, vendorId }: Account,
  memberId: string,
  key: string,
): Promise<void> {
  if (mode === 'live') await mailVendorNotice(tx, vendorId, { what: 'keyCreated', key }, memberId)
}

function nameOf({ name }: BodyObject): string {
  if (typeof name !== 'string' || name.trim() === '') refuseInput('Enter a name')
  if (name.trim().length > MAXIMUM_NAME_LENGTH) {
    refuseInput(`Names can be at most ${MAXIMUM_NAME_LENGTH} characters`)
  }
  return name.trim()
}

/** The key's expiry, at most ten years from now; null for a key that never expires. */
function expiryOf({ expiresInDays, lastDay }: BodyObject): Date | null {
  if (typeof lastDay === 'string') {
    const end = endOfLastDay(lastDay, now())
    if (end) return end
    refuseInput('Choose a date from today to ten years from now')
  }
  if (expiresInDays === undefined || expiresInDays === null) return null
  const days = Number(String(expiresInDays))
  if (Number.isInteger(days) && days >= 1 && days <= LONGEST_LIFE_DAYS) {
    return new Date(now().getTime() + days * DAY_MS)
  }
  refuseInput(`A key expires in 1 to ${LONGEST_LIFE_DAYS} days`)
}

function limitsOf({ scopes = [...API_KEY_SCOPES], allowedAddresses = '' }: BodyObject): KeyLimits {
  if (!Array.isArray(scopes) || scopes.length === 0 || !scopes.every(isScope)) {
    refuseInput('Choose at least one permission')
  }
  if (typeof allowedAddresses !== 'string') refuseInput('allowedAddresses must be a string')
  const parsed = parseAddresses(allowedAddresses)
  if ('fault' in parsed) refuseInput(parsed.fault)
  return {
    scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    allowedAddresses: parsed.addresses,
  }
}

function graceOf(body: BodyObject): (typeof GRACE_PERIODS)[number] {
  const grace = GRACE_PERIODS.find(({ name }) => name === body.grace)
  return grace ?? refuseInput(`grace must be one of ${GRACE_PERIODS.map(({ name }) => name).join(', ')}`)
}
