import { inTransaction } from '@/lib/db/transaction'
import { revokeApiKey as revoke } from '@/lib/domain/api-keys/revoke-api-key'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { sessionWrite } from './session-operation'

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
