import assert from 'node:assert/strict'
import { type ActingOperator, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { newWebhookSecret, openWebhookSecret } from '@/lib/crypto/webhook-secret'
import { searchText } from '@/lib/db/search-words'
import { isUniqueViolation, type OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { Locale } from '@/lib/i18n/locale'
import { newId } from '@/lib/ids'
import { formatDecimal } from '@/lib/money/decimals'
import { now } from '@/lib/time/clock'
import { UTC } from '@/lib/time/zone'
import { accountIdOf, accountsOf } from './account'

/**
 * Creates a vendor with its owner and its test and live accounts. Throws `vendor_email_taken` if the email, ignoring
 * case, has a member somewhere. The email counts as confirmed unless `isEmailConfirmed` is false: an operator knows
 * whose account it creates. The test account may get an id that is known beforehand.
 */
export async function createVendor(
  tx: OrmTransaction,
  input: {
    email: string
    name: string
    passwordHash: string
    isEmailConfirmed?: boolean
    /** An IANA name; UTC if it is not known. */
    timeZone?: string | undefined
    testAccountId?: string
  },
): Promise<{ id: string; ownerId: string }> {
  const id = input.testAccountId ? accountIdOf(input.testAccountId, 'test') : newId()
  // The same, as for vendors that are older than members.
  const ownerId = id
  const createdAt = now()
  try {
    const email = input.email.toLowerCase()
    const words = { nameWords: searchText([input.name]), emailWords: searchText([email]) }
    await tx.vendor.create({
      data: { id, email, name: input.name, timeZone: input.timeZone ?? UTC.name, createdAt, ...words },
    })
    await tx.member.create({
      data: {
        id: ownerId,
        vendorId: id,
        role: 'owner',
        email,
        passwordHash: input.passwordHash,
        emailConfirmedAt: input.isEmailConfirmed === false ? null : createdAt,
        approverSince: createdAt,
        createdAt,
      },
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('vendor_email_taken')
    throw error
  }
  for (const account of accountsOf(id)) {
    const webhookSecretEncrypted = newWebhookSecret(account.id)
    await tx.account.create({ data: { ...account, vendorId: id, webhookSecretEncrypted, createdAt } })
  }
  return { id, ownerId }
}

/** Replaces the signing secrets of both accounts at once, without an overlap, and returns the accounts. */
export async function replaceWebhookSecrets(tx: OrmTransaction, vendorId: string): Promise<string[]> {
  const ids = accountsOf(vendorId).map(({ id }) => id)
  for (const id of ids) {
    await tx.account.update({
      where: { id },
      data: {
        webhookSecretEncrypted: newWebhookSecret(id),
        previousWebhookSecretEncrypted: null,
        previousWebhookSecretExpiresAt: null,
      },
    })
  }
  return ids
}

/**
 * Rotates the account's secret and returns the new one. The old one keeps signing for `overlapMs`
 * milliseconds. Throws `webhook_secret_in_overlap` while the previous secret is in its own overlap, because
 * only two can sign; so of several concurrent rotations, one succeeds. An overlap of 0, for a leaked secret,
 * always succeeds and ends every older secret at once.
 */
export async function rotateWebhookSecret(
  tx: OrmTransaction,
  accountId: string,
  overlapMs: number,
): Promise<string> {
  assert(overlapMs >= 0, 'an overlap is not negative')
  const encrypted = newWebhookSecret(accountId)
  const time = now()
  const expiresAt = new Date(time.getTime() + overlapMs)
  // The update both decides and waits for a concurrent one: with a read first, two rotations could lose a
  // secret.
  const rotated = await tx.$executeRaw`
    UPDATE accounts
       SET previous_webhook_secret_encrypted = webhook_secret_encrypted,
           previous_webhook_secret_expires_at = ${expiresAt}::timestamptz,
           webhook_secret_encrypted = ${encrypted}
     WHERE id = ${accountId}::uuid
       AND (${overlapMs === 0} OR previous_webhook_secret_expires_at IS NULL
            OR previous_webhook_secret_expires_at <= ${time}::timestamptz)`
  if (rotated !== 1) throw new DomainError('webhook_secret_in_overlap')
  return openWebhookSecret(accountId, encrypted)
}

/** Grants or revokes access to the operator's pages and actions. */
export async function setOperator(
  tx: OrmTransaction,
  vendorId: string,
  isOperator: boolean,
  operator: ActingOperator,
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { isOperator } })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.operator_changed',
    operator,
    detail: isOperator ? 'became an operator' : 'is no longer an operator',
  })
}

export type VendorTerms = {
  /** US cents per payout. */
  payoutLimitMinor?: bigint
  /** US cents of payouts per UTC day; null for the default. */
  dailyLimitMinor?: bigint | null
  /** Parts per million of the base amount. */
  feePpm?: number
  /** US cents. */
  feeFixedMinor?: bigint
  /** Whether refunds of new invoices give the fee back. */
  returnsFee?: boolean
  /** Live mode; for invoices that are paid from now on. */
  holdDays?: number
}

/** The settings that a vendor may change itself. */
export type VendorSettings = {
  brandColor?: string | null
  locale?: Locale
  hasPortal?: boolean
  notesViews?: boolean
  attachesPdf?: boolean
  /** For new invoices. */
  paysFee?: boolean
  /** An IANA name. */
  timeZone?: string
  legalName?: string | null
  addressLine1?: string | null
  addressLine2?: string | null
  city?: string | null
  state?: string | null
  zip?: string | null
  /** ISO 3166-1 alpha-2. */
  country?: string | null
  taxId?: string | null
  noTaxReason?: string | null
  phone?: string | null
  supportEmail?: string | null
  invoiceNotes?: string | null
  /** `OwnAccountFields`. */
  ownAccount?: { [field: string]: string | boolean }
  /** `ReminderSettings`. */
  reminders?: { [kind: string]: { [field: string]: string | number | boolean } }
  /** US cents. */
  payoutProofAboveMinor?: bigint | null
  /** US cents. */
  payoutApprovalFromMinor?: bigint | null
}

/** Sets the given settings; the caller records who did. */
export async function setVendorSettings(
  tx: OrmTransaction,
  vendorId: string,
  settings: VendorSettings,
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: settings })
}

/** Renames the vendor; its customers see the name on invoices from now on. False if that is its name already. */
export async function renameVendor(tx: OrmTransaction, vendorId: string, name: string): Promise<boolean> {
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, name: { not: name } },
    data: { name, nameWords: searchText([name]) },
  })
  return count === 1
}

/** Sets the given terms; existing invoices keep their fee. */
export async function setVendorTerms(
  tx: OrmTransaction,
  vendorId: string,
  terms: VendorTerms,
  operator: ActingOperator,
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: terms })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.terms_changed',
    operator,
    detail: inWords(terms),
  })
}

/** Describes the terms that were set. */
function inWords({
  payoutLimitMinor,
  dailyLimitMinor,
  feePpm,
  feeFixedMinor,
  returnsFee,
  holdDays,
}: VendorTerms): string {
  const parts = [
    payoutLimitMinor === undefined ? null : `payout limit ${formatDecimal(payoutLimitMinor, 2)} USD`,
    dailyLimitMinor === undefined ? null : dailyLimitInWords(dailyLimitMinor),
    feePpm === undefined ? null : `fee ${formatDecimal(BigInt(feePpm), 4)} %`,
    feeFixedMinor === undefined ? null : `fixed fee ${formatDecimal(feeFixedMinor, 2)} USD`,
    returnsFee === undefined ? null : `fee ${returnsFee ? 'returned' : 'kept'} on refund`,
    holdDays === undefined ? null : `hold ${holdDays} ${holdDays === 1 ? 'day' : 'days'}`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

function dailyLimitInWords(limitMinor: bigint | null): string {
  return limitMinor === null ? 'default daily limit' : `daily limit ${formatDecimal(limitMinor, 2)} USD`
}

/**
 * Refuses the vendor's writes from now on. A second ban keeps the first one's time, updates the reason, and
 * is recorded only if the reason differs.
 */
export async function markVendorBanned(
  tx: OrmTransaction,
  vendorId: string,
  reason: string | null,
  operator: ActingOperator,
): Promise<void> {
  const before = await lockBan(tx, vendorId)
  if (before.bannedAt && before.banReason === reason) return
  const data = { bannedAt: before.bannedAt ?? now(), banReason: reason }
  await tx.vendor.update({ where: { id: vendorId }, data })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.banned',
    operator,
    ...(reason ? { detail: reason } : {}),
  })
}

/** Ends a ban; without one it does nothing and records nothing. */
export async function liftVendorBan(
  tx: OrmTransaction,
  vendorId: string,
  operator: ActingOperator,
): Promise<void> {
  const before = await lockBan(tx, vendorId)
  if (!before.bannedAt) return
  await tx.vendor.update({ where: { id: vendorId }, data: { bannedAt: null, banReason: null } })
  await recordAuditEvent(tx, { vendorId, action: 'vendor.unbanned', operator })
}

/** Reads the vendor's ban under a lock, so that concurrent requests take turns. */
async function lockBan(tx: OrmTransaction, vendorId: string) {
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR NO KEY UPDATE`
  return tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { bannedAt: true, banReason: true },
  })
}
