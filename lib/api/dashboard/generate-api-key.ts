import { endOfLastDay, LONGEST_LIFE_DAYS } from '@/lib/api-key-expiry'
import { now } from '@/lib/clock'
import { inTransaction } from '@/lib/db/transaction'
import { generateApiKey as generate } from '@/lib/domain/api-keys/generate-api-key'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { RequestError } from '../errors'
import type { BodyObject } from '../read-json-body'
import { sessionWrite } from './session-operation'

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
  if (typeof name !== 'string' || name.trim() === '') throw new RequestError(400, 'Give the key a name')
  if (name.trim().length > MAXIMUM_NAME_LENGTH) {
    throw new RequestError(400, `A name has at most ${MAXIMUM_NAME_LENGTH} characters`)
  }
  return name.trim()
}

/** `expiresInDays`, or `lastDay` (its last day in UTC), up to ten years; neither: never. */
function expiryOf({ expiresInDays, lastDay }: BodyObject): Date | null {
  if (typeof lastDay === 'string') {
    const end = endOfLastDay(lastDay, now())
    if (end) return end
    throw new RequestError(400, 'A key’s last day is today or later, and within ten years')
  }
  if (expiresInDays === undefined || expiresInDays === null) return null
  const days = Number(String(expiresInDays))
  if (Number.isInteger(days) && days >= 1 && days <= LONGEST_LIFE_DAYS) {
    return new Date(now().getTime() + days * DAY_MS)
  }
  throw new RequestError(400, `A key expires in 1 to ${LONGEST_LIFE_DAYS} days`)
}
