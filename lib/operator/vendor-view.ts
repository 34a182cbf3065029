import { z } from 'zod'
import { auditRow, readAuditLogForOperator } from '@/lib/audit/audit-list'
import { database } from '@/lib/db/client'
import { moment } from '@/lib/http/schemas'
import { findVendorOverview } from '@/lib/vendors/vendor'
import { operatorVendorRow, presentVendor } from '@/lib/vendors/vendor-list'
import { balanceView, presentBalance } from '@/lib/wallet/present-entry'

export const operatorVendorView = operatorVendorRow.extend({
  isSelf: z.boolean().describe('The operator who asks: operators cannot ban themselves.'),
  isEmailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  bannedAt: moment.nullable(),
  banReason: z.string().nullable(),
  accounts: z.array(
    z.object({ id: z.uuid(), mode: z.enum(['test', 'live']), balances: z.array(balanceView) }),
  ),
  audit: z.array(auditRow).describe('The latest of the audit log.'),
})

export type OperatorVendorView = z.infer<typeof operatorVendorView>

/** A vendor as the operator sees it, or null. */
export async function readVendor(operatorId: string, vendorId: string): Promise<OperatorVendorView | null> {
  const vendor = await findVendorOverview(database(), vendorId)
  if (!vendor) return null
  const { rows: audit } = await readAuditLogForOperator(vendor.id, new URLSearchParams())
  return {
    ...presentVendor(vendor),
    isSelf: vendor.id === operatorId,
    isEmailConfirmed: vendor.owner.emailConfirmedAt !== null,
    hasSecondFactor: vendor.owner.totpConfirmedAt !== null,
    bannedAt: vendor.bannedAt?.toISOString() ?? null,
    banReason: vendor.banReason,
    accounts: vendor.accounts.map(({ id, mode, balances }) => ({
      id,
      mode,
      balances: balances.map(presentBalance),
    })),
    audit,
  }
}
