import { now } from '@/lib/clock'
import { inTransaction } from '@/lib/db/transaction'
import { generateApiKey as generate } from '@/lib/domain/api-keys/generate-api-key'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { RequestError } from '../errors'
import type { BodyObject } from '../read-json-body'
import { sessionWrite } from './session-operation'

const MAXIMUM_NAME_LENGTH = 255
const MAXIMUM_EXPIRY_DAYS = 3650
const DAY_MS = 24 * 60 * 60 * 1000

/** Makes a key of the account; the answer is the only place where it is ever shown. */
export const generateApiKey = sessionWrite('/api/dashboard/api-keys', async ({ account, body }) => {
  const name = nameOf(body)
  const expiresAt = expiryOf(body)
  const made = await inTransaction((tx) =>
    generate(tx, account, { name, expiresAt, liveModeAvailable: isLiveModeAvailable() }),
  )
  return { status: 201, body: { id: made.id, key: made.key } }
})

function nameOf({ name }: BodyObject): string {
  if (typeof name !== 'string' || name.trim() === '') throw new RequestError(400, 'Give the key a name')
  if (name.trim().length > MAXIMUM_NAME_LENGTH) {
    throw new RequestError(400, `A name has at most ${MAXIMUM_NAME_LENGTH} characters`)
  }
  return name.trim()
}

/** `expiresInDays`, up to ten years; absent or null: never. */
function expiryOf({ expiresInDays }: BodyObject): Date | null {
  if (expiresInDays === undefined || expiresInDays === null) return null
  const days = Number(String(expiresInDays))
  if (Number.isInteger(days) && days >= 1 && days <= MAXIMUM_EXPIRY_DAYS) {
    return new Date(now().getTime() + days * DAY_MS)
  }
  throw new RequestError(400, `A key expires in 1 to ${MAXIMUM_EXPIRY_DAYS} days`)
}
