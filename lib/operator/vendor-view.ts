import { z } from 'zod'
import { auditRow, readAuditLogForOperator } from '@/lib/audit/audit-list'
import type { Mode } from '@/lib/auth/mode'
import { connectionPool, database } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { amountView, moment } from '@/lib/http/schemas'
import { paidVolumeByDay } from '@/lib/invoices/totals'
import { walletBalances } from '@/lib/ledger/accounts'
import type { ListView } from '@/lib/lists/list-view'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import { accountsOf, findAccount } from '@/lib/vendors/account'
import { findVendorOverview } from '@/lib/vendors/vendor'
import { operatorVendorRow, presentVendor, readVendors } from '@/lib/vendors/vendor-list'
import { balanceView, dollarsFirst, presentBalance } from '@/lib/wallet/present-entry'

export const operatorVendorListRow = operatorVendorRow.extend({
  balances: z.array(amountView).describe('In the mode: available and pending, less what the vendor owes.'),
  paid: z.array(amountView).describe('What customers paid in the mode in the last 30 days.'),
  lastActiveAt: moment.nullable().describe('The latest act in the audit log or invoice, in either mode.'),
})

export type OperatorVendorListRow = z.infer<typeof operatorVendorListRow>

const PAID_DAYS = 30

/** A page of all vendors, with their money in one mode. */
export async function readVendorRows(
  params: URLSearchParams,
  mode: Mode,
): Promise<ListView<OperatorVendorListRow>> {
  const page = await readVendors(params)
  const rows = page.rows.map(async (row) => ({
    ...row,
    ...(await readMoney(row.id, mode)),
    lastActiveAt: (await findLastActivity(row.id))?.toISOString() ?? null,
  }))
  return { ...page, rows: await Promise.all(rows) }
}

async function readMoney(vendorId: string, mode: Mode) {
  const tx = database()
  const { id, zone } = await findAccount(tx, vendorId, mode)
  const at = now()
  const to = dayIn(zone, at)
  const [wallets, days] = await Promise.all([
    walletBalances(tx, id),
    paidVolumeByDay(tx, id, { at, from: dayAfter(to, 1 - PAID_DAYS), to, zone }),
  ])
  const paidIn = (currency: string) =>
    days.reduce((sumMinor, day) => (day.currency === currency ? sumMinor + day.amountMinor : sumMinor), 0n)
  return {
    balances: wallets
      .toSorted(dollarsFirst)
      .map(({ currency, availableMinor, pendingMinor, owedMinor }) =>
        presentAmount(availableMinor + pendingMinor - owedMinor, currency),
      ),
    paid: [...new Map(days.map((day) => [day.currency, day])).values()]
      .toSorted(dollarsFirst)
      .map(({ currency }) => presentAmount(paidIn(currency), currency)),
  }
}

/** The vendor's latest act in the audit log. */
const findLastAct = statement<{ vendorId: string }, { at: Date }>(
  'find_last_act_of_vendor',
  `SELECT created_at AS at FROM audit_events
    WHERE vendor_id = :vendorId::uuid AND actor = 'vendor' ORDER BY id DESC LIMIT 1`,
)

const findLastInvoice = statement<{ accountId: string }, { at: Date }>(
  'find_last_invoice_of_account',
  `SELECT created_at AS at FROM invoices WHERE account_id = :accountId::uuid ORDER BY id DESC LIMIT 1`,
)

/** Its three rows may be on three nodes where tables are distributed: each is a statement that names its tenant. */
async function findLastActivity(vendorId: string): Promise<Date | null> {
  const on = connectionPool()
  const rows = await Promise.all([
    findLastAct(on, { vendorId }),
    ...accountsOf(vendorId).map(({ id }) => findLastInvoice(on, { accountId: id })),
  ])
  const times = rows.flat().map(({ at }) => at.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

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
