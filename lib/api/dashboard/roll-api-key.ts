import { GRACE_PERIODS } from '@/lib/api-key-expiry'
import { inTransaction } from '@/lib/db/transaction'
import { rollApiKey as roll } from '@/lib/domain/api-keys/roll-api-key'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { RequestError } from '../errors'
import { sessionWrite } from './session-operation'

/** Puts a new key in the place of one; the answer is the only place where it is ever shown. */
export const rollApiKey = sessionWrite(
  '/api/dashboard/api-keys/:id/roll',
  async ({ vendor, account, address, params, body }) => {
    const keyId = params.id ?? ''
    const grace = GRACE_PERIODS.find(({ name }) => name === body.grace)
    if (!grace) {
      throw new RequestError(400, `grace must be one of ${GRACE_PERIODS.map(({ name }) => name).join(', ')}`)
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
