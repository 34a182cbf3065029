import { z } from 'zod'
import { holdActor, type Standing } from '@/lib/auth/acting-member'
import { scopesOf } from '@/lib/auth/permissions'
import { provenSession, session, sessionEvenIfBanned } from '@/lib/auth/session-access'
import { holdSession } from '@/lib/auth/sessions'
import { noControlCharacters } from '@/lib/control-characters'
import type { ApiKeyScope } from '@/lib/db/generated/enums'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { moment } from '@/lib/http/schemas'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { endOfLastDay, GRACE_PERIODS, LONGEST_LIFE_DAYS } from './api-key-expiry'
import { API_KEY_SCOPES, limitsInWords } from './api-key-limits'
import { issueApiKey, parseAddresses, replaceApiKey, withdrawApiKey } from './api-keys'
import { apiKeysView, readApiKeys } from './queries'

const MAX_NAME_LENGTH = 255

const LIFE = `A key expires in 1 to ${LONGEST_LIFE_DAYS} days`
const SCOPES = 'Choose at least one permission'

const keyFields = z.object({
  name: z
    .string('Enter a name')
    .trim()
    .min(1, 'Enter a name')
    .max(MAX_NAME_LENGTH, `Names can be at most ${MAX_NAME_LENGTH} characters`)
    .refine(...noControlCharacters),
  expiresInDays: z.int(LIFE).min(1, LIFE).max(LONGEST_LIFE_DAYS, LIFE).nullish(),
  lastDay: z
    .string()
    .transform((day) => endOfLastDay(day, now()))
    .refine((end) => end !== null, 'Choose a date from today to ten years from now')
    .nullish()
    .describe('The last valid day (UTC), in place of `expiresInDays`.'),
  scopes: z
    .array(z.enum(API_KEY_SCOPES, SCOPES), SCOPES)
    .min(1, SCOPES)
    .transform((scopes) => API_KEY_SCOPES.filter((scope) => scopes.includes(scope)))
    .nullish()
    .describe('All of them by default.'),
  allowedAddresses: z
    .string('allowedAddresses must be a string')
    .transform((text, context) => {
      const parsed = parseAddresses(text)
      if ('addresses' in parsed) return parsed.addresses
      context.addIssue(parsed.fault)
      return z.NEVER
    })
    .nullish()
    .describe('IP addresses and CIDR blocks, separated by commas or spaces. Blank: any.'),
})

const graceNames = GRACE_PERIODS.map(({ name }) => name)
const rotationFields = z.object({
  grace: z
    .enum(graceNames, `grace must be one of ${graceNames.join(', ')}`)
    .transform((name) => GRACE_PERIODS.find((period) => period.name === name) ?? GRACE_PERIODS[0]),
})

const wholeKey = z.string().describe('The whole key. No other answer contains it.')

export const listApiKeys = operation({
  method: 'GET',
  path: '/api/dashboard/api-keys',
  summary: 'List the API keys',
  tag: 'API keys',
  access: session('keys.manage'),
  answers: { 200: apiKeysView },
}).handle(async ({ account }) => ({ status: 200, body: await readApiKeys(account) }))

export const generateApiKey = operation({
  method: 'POST',
  path: '/api/dashboard/api-keys',
  summary: 'Generate an API key',
  tag: 'API keys',
  access: provenSession('keys.manage'),
  body: jsonFields(keyFields),
  answers: { 201: z.object({ id: z.uuid(), key: wholeKey }) },
  errors: ['live_mode_unavailable', 'scope_beyond_role'],
}).handle(async ({ vendor, account, audit, by, input }) => {
  const { name } = input
  const limits = {
    scopes: input.scopes ?? [...API_KEY_SCOPES],
    allowedAddresses: input.allowedAddresses ?? [],
  }
  const expiresAt = expiryOf(input)
  const { id, key } = await inOrmTransaction(async (tx) => {
    await holdSession(tx, vendor)
    requireScopes(await holdActor(tx, by, 'keys.manage'), account, limits.scopes)
    const liveModeAvailable = isLiveModeAvailable()
    const generated = await issueApiKey(tx, account, { name, expiresAt, liveModeAvailable, ...limits })
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
  await inOrmTransaction(async (tx) => {
    const revoked = await withdrawApiKey(tx, account.id, id)
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
  body: jsonFields(rotationFields),
  answers: { 201: z.object({ id: z.uuid(), key: wholeKey, oldExpiresAt: moment }) },
  errors: ['api_key_not_found', 'api_key_not_active', 'live_mode_unavailable', 'scope_beyond_role'],
}).handle(async ({ vendor, account, audit, by, params: { id: keyId }, input: { grace } }) => {
  const { id, key, oldExpiresAt } = await inOrmTransaction(async (tx) => {
    await holdSession(tx, vendor)
    const actor = await holdActor(tx, by, 'keys.manage')
    const liveModeAvailable = isLiveModeAvailable()
    const rotated = await replaceApiKey(tx, account, { keyId, graceMs: grace.durationMs, liveModeAvailable })
    const detail = `${rotated.name} (${rotated.oldHint}), which expires ${grace.label.toLowerCase()}`
    requireScopes(actor, account, rotated.scopes)
    await audit(tx, { action: 'api_key.rotated', subjectId: keyId, detail })
    await tellOfLiveKey(tx, account, vendor.memberId, `${rotated.name} (${rotated.hint})`)
    return rotated
  })
  return { status: 201, body: { id, key, oldExpiresAt: oldExpiresAt.toISOString() } }
})

/** A key may do no more than the member who makes it. */
function requireScopes({ role }: Standing, { mode }: Account, scopes: readonly ApiKeyScope[]): void {
  const own = scopesOf(role, mode)
  const beyond = scopes.find((scope) => !own.includes(scope))
  if (beyond) throw new Refusal('scope_beyond_role', { scope: beyond })
}

/** A test key moves no money. */
async function tellOfLiveKey(
  tx: OrmTransaction,
  { mode, vendorId }: Account,
  memberId: string,
  key: string,
): Promise<void> {
  if (mode === 'live') await mailVendorNotice(tx, vendorId, { what: 'keyCreated', key }, memberId)
}

/** The key's expiry; null for a key that never expires. */
function expiryOf({ expiresInDays, lastDay }: z.output<typeof keyFields>): Date | null {
  if (lastDay) return lastDay
  return expiresInDays ? new Date(now().getTime() + expiresInDays * DAY_MS) : null
}
