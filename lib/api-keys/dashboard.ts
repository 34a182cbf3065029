import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inTransaction } from '@/lib/db/transaction'
import type { BodyObject } from '@/lib/http/json-body'
import { refuseInput } from '@/lib/http/refusals'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { endOfLastDay, GRACE_PERIODS, LONGEST_LIFE_DAYS } from './api-key-expiry'
import { generateApiKey as generate, revokeApiKey as revoke, rollApiKey as roll } from './api-keys'
import { readApiKeys } from './queries'

const MAXIMUM_NAME_LENGTH = 255
const DAY_MS = 24 * 60 * 60 * 1000

/** Makes a key of the account; the answer is the only place where it is ever shown. */
export const generateApiKey = sessionWrite(
  '/api/dashboard/api-keys',
  async ({ vendor, account, address, body }) => {
    const name = nameOf(body)
    const expiresAt = expiryOf(body)
    const made = await inTransaction(async (tx) => {
      const liveModeAvailable = isLiveModeAvailable()
      const key = await generate(tx, account, { name, expiresAt, liveModeAvailable })
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'api_key.generated',
        subjectId: key.id,
        detail: `${name} (${key.hint})`,
        address,
      })
      return key
    })
    return { status: 201, body: { id: made.id, key: made.key } }
  },
)

function nameOf({ name }: BodyObject): string {
  if (typeof name !== 'string' || name.trim() === '') refuseInput('Enter a name')
  if (name.trim().length > MAXIMUM_NAME_LENGTH) {
    refuseInput(`Names can be at most ${MAXIMUM_NAME_LENGTH} characters`)
  }
  return name.trim()
}

/** `expiresInDays`, or `lastDay` (its last day in UTC), up to ten years; neither: never. */
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

export const listApiKeys = sessionRead('/api/dashboard/api-keys', async ({ vendor, account }) => ({
  status: 200,
  body: await readApiKeys(vendor.id, account.mode),
}))

/** Ends a key of the account for good. */
export const revokeApiKey = sessionWrite(
  '/api/dashboard/api-keys/:id',
  async ({ vendor, account, address, params }) => {
    const id = params.id ?? ''
    await inTransaction(async (tx) => {
      const revoked = await revoke(tx, account.id, id)
      if (!revoked) return
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'api_key.revoked',
        subjectId: id,
        detail: `${revoked.name} (${revoked.hint})`,
        address,
      })
    })
    return { status: 200, body: { id, status: 'revoked' } }
  },
)

/** Puts a new key in the place of one; the answer is the only place where it is ever shown. */
export const rollApiKey = sessionWrite(
  '/api/dashboard/api-keys/:id/roll',
  async ({ vendor, account, address, params, body }) => {
    const keyId = params.id ?? ''
    const grace = GRACE_PERIODS.find(({ name }) => name === body.grace)
    if (!grace) {
      refuseInput(`grace must be one of ${GRACE_PERIODS.map(({ name }) => name).join(', ')}`)
    }
    const made = await inTransaction(async (tx) => {
      const liveModeAvailable = isLiveModeAvailable()
      const rolled = await roll(tx, account, { keyId, graceMs: grace.durationMs, liveModeAvailable })
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'api_key.rolled',
        subjectId: keyId,
        detail: `${rolled.name} (${rolled.oldHint}), which expires ${grace.label.toLowerCase()}`,
        address,
      })
      return rolled
    })
    const { id, key, oldExpiresAt } = made
    return { status: 201, body: { id, key, oldExpiresAt: oldExpiresAt.toISOString() } }
  },
)
