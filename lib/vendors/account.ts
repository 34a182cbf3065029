import assert from 'node:assert/strict'
import type { Orm } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import type { OrmTransaction, Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import type { Zone } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'

/** What the fee of a vendor's invoices is, and who pays it. */
export type FeeSchedule = {
  /** Parts per million of the base amount. */
  feePpm: number
  /** US cents. */
  feeFixedMinor: bigint
  /** True if the vendor pays it out of its income; false: its customers pay it on top. */
  paysFee: boolean
}

/** The same, as new invoices freeze it, with whether a refund gives it back. */
type FeeTerms = FeeSchedule & { returnsFee: boolean }

/** A vendor in one mode with the terms set by the operator: the tenant of every operation. */
export type Account = {
  id: string
  mode: Mode
  vendorId: string
  vendorName: string
  isBanned: boolean
  /** False in live mode until an operator approves it: then the API and payments are refused as after a ban. */
  isApproved: boolean
  /** US cents. */
  payoutLimitMinor: bigint
  /** US cents of payouts per UTC day. */
  dailyLimitMinor: bigint
  /** US cents: payouts of this amount or more need a second person; null: none does. */
  approvalFromMinor: bigint | null
  fees: FeeTerms
  /** The vendor's, for the days of its pages and papers; the API counts in UTC. */
  zone: Zone
}

type AccountRow = {
  id: string
  mode: Mode
  vendorId: string
  vendor: {
    name: string
    bannedAt: Date | null
    liveApprovedAt: Date | null
    payoutLimitMinor: bigint
    dailyLimitMinor: bigint | null
    payoutApprovalFromMinor: bigint | null
    feePpm: number
    feeFixedMinor: bigint
    paysFee: boolean
    returnsFee: boolean
    timeZone: string
  }
}

const DEFAULT_DAILY_PAYOUTS = 5n

/** The limit per day: where the operator has set none, five times the limit per payout. */
export function dailyLimitOf(terms: { payoutLimitMinor: bigint; dailyLimitMinor: bigint | null }): bigint {
  return terms.dailyLimitMinor ?? terms.payoutLimitMinor * DEFAULT_DAILY_PAYOUTS
}

/** True if a vendor may do business in a mode, unless it is banned. */
export function isApproved(mode: Mode, { liveApprovedAt }: { liveApprovedAt: Date | null }): boolean {
  return mode === 'test' || liveApprovedAt !== null
}

/** Throws `live_mode_not_approved`, for what people do on pages; a key without approval is refused as it comes in. */
export function requireApproval(account: Pick<Account, 'isApproved'>): void {
  if (!account.isApproved) throw new DomainError('live_mode_not_approved')
}

/** From the vendor's threshold on, a second person approves payouts. */
export function takesTwoPeople(
  { approvalFromMinor }: Pick<Account, 'approvalFromMinor'>,
  sumMinor: bigint,
): boolean {
  return approvalFromMinor !== null && sumMinor >= approvalFromMinor
}

function accountOf({ id, mode, vendorId, vendor }: AccountRow): Account {
  const { feePpm, feeFixedMinor, paysFee, returnsFee } = vendor
  return {
    id,
    mode,
    vendorId,
    vendorName: vendor.name,
    isBanned: vendor.bannedAt !== null,
    isApproved: isApproved(mode, vendor),
    payoutLimitMinor: vendor.payoutLimitMinor,
    dailyLimitMinor: dailyLimitOf(vendor),
    approvalFromMinor: vendor.payoutApprovalFromMinor,
    fees: { feePpm, feeFixedMinor, paysFee, returnsFee },
    zone: zoneOf(vendor.timeZone),
  }
}

/** By which bits the last digit of an account's id differs from that of its vendor's. */
const BITS = { test: 1, live: 2 } as const satisfies Record<Mode, number>

/**
 * The id of the vendor's account in one mode, which follows from the vendor's: where accounts are on several servers, a
 * search by the vendor would ask all of them. Of an account's id, it gives the vendor's.
 */
export function accountIdOf(vendorId: string, mode: Mode): string {
  const lastDigit = Number.parseInt(vendorId.slice(-1), 16) ^ BITS[mode]
  return vendorId.slice(0, -1) + lastDigit.toString(16)
}

/** Both accounts of the vendor. */
export function accountsOf(vendorId: string): { id: string; mode: Mode }[] {
  return (['test', 'live'] as const).map((mode) => ({ id: accountIdOf(vendorId, mode), mode }))
}

/** The vendor's account in one mode. Throws `vendor_not_found`. */
export async function findAccount(tx: Orm, vendorId: string, mode: Mode): Promise<Account> {
  const account = await tx.account.findUnique({
    where: { id: accountIdOf(vendorId, mode) },
    include: { vendor: true },
  })
  if (!account) throw new DomainError('vendor_not_found')
  return accountOf(account)
}

/** An existing account. */
export async function findAccountById(tx: Orm, id: string): Promise<Account> {
  return accountOf(await tx.account.findUniqueOrThrow({ where: { id }, include: { vendor: true } }))
}

/** The vendor of an existing account. */
export async function vendorOfAccount(tx: Orm, accountId: string): Promise<string> {
  const { vendorId } = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { vendorId: true },
  })
  return vendorId
}

/**
 * SQL that takes the account `:accountId`'s next `count` numbers of invoices and of checkouts, if `condition` is true, and returns
 * the last ones. The numbers are locked until the transaction ends. `seller` is an expression over the account.
 */
export function takeNumbers({
  count,
  condition,
  seller,
}: {
  count: string
  condition: string
  seller: string
}): string {
  return `UPDATE accounts
        SET checkout_count = checkout_count + ${count}, next_invoice_number = next_invoice_number + ${count}
      WHERE id = :accountId::uuid AND ${condition}
     RETURNING checkout_count AS last_checkout, next_invoice_number - 1 AS last_number, invoice_prefix,
               invoice_prefix_words, ${seller} AS seller`
}

/** The account's next number of a checkout. Locks the counter until the transaction ends. */
export async function takeCheckoutNumber(tx: Transaction, accountId: string): Promise<bigint> {
  const [counter] = await countCheckout(tx, { accountId })
  assert(counter, 'the account exists')
  return counter.number
}

const countCheckout = statement<{ accountId: string }, { number: bigint }>(
  'count_checkout',
  `UPDATE accounts SET checkout_count = checkout_count + 1 WHERE id = :accountId::uuid
   RETURNING checkout_count AS number`,
)

/** False, and nothing is written, if the next number would be below the current one. */
export async function setInvoiceNumbering(
  tx: Orm,
  accountId: string,
  { prefix, prefixWords, next }: { prefix: string; prefixWords: string; next: number },
): Promise<boolean> {
  const { count } = await tx.account.updateMany({
    where: { id: accountId, nextInvoiceNumber: { lte: next } },
    data: { invoicePrefix: prefix, invoicePrefixWords: prefixWords, nextInvoiceNumber: next },
  })
  return count === 1
}

/** Whether prices on new invoices that are written in the dashboard include their taxes. */
export async function setPricesIncludeTax(
  tx: OrmTransaction,
  accountId: string,
  isSo: boolean,
): Promise<void> {
  await tx.account.updateMany({ where: { id: accountId }, data: { pricesIncludeTax: isSo } })
}

/** Turns mail to the account's customers on or off; mail created while it is off is never sent. */
export async function setCustomerMail(tx: OrmTransaction, accountId: string, isOn: boolean): Promise<void> {
  await tx.account.update({ where: { id: accountId }, data: { mailsCustomers: isOn } })
}

/** A vendor's id from an id or email, as an operator types it. Throws `vendor_not_found`. */
export async function findVendorId(tx: Orm, idOrEmail: string): Promise<string> {
  const vendor = await tx.vendor.findUnique({
    where: isId(idOrEmail) ? { id: idOrEmail } : { email: idOrEmail.trim().toLowerCase() },
    select: { id: true },
  })
  if (!vendor) throw new DomainError('vendor_not_found')
  return vendor.id
}
