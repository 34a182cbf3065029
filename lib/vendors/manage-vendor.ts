import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { formatDecimal } from '@/lib/money/decimals'
import { now } from '@/lib/time/clock'
import { newWebhookSecret } from '@/lib/webhooks/signing'

/**
 * Makes a vendor with its test and its live account. `vendor_email_taken` when the email, whatever its
 * case, has a vendor already. The password comes hashed. The email counts as confirmed unless that is still
 * to come: an operator knows whom an account is made for.
 */
export async function createVendor(
  tx: Transaction,
  input: { email: string; name: string; passwordHash: string; isEmailConfirmed?: boolean },
): Promise<{ id: string }> {
  const id = newId()
  const createdAt = now()
  try {
    await tx.vendor.create({
      data: {
        id,
        email: input.email.toLowerCase(),
        name: input.name,
        passwordHash: input.passwordHash,
        emailConfirmedAt: input.isEmailConfirmed === false ? null : createdAt,
        createdAt,
      },
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('vendor_email_taken')
    throw error
  }
  for (const mode of ['test', 'live'] as const) {
    const accountId = newId()
    await tx.account.create({
      data: {
        id: accountId,
        vendorId: id,
        mode,
        webhookSecretEncrypted: newWebhookSecret(accountId),
        createdAt,
      },
    })
  }
  return { id }
}

/** Whether the vendor sees the operator's pages, and may do what is on them. */
export async function setOperator(tx: Transaction, vendorId: string, isOperator: boolean): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { isOperator } })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.operator_changed',
    actor: 'operator',
    detail: isOperator ? 'became an operator' : 'is no longer an operator',
  })
}

export type VendorTerms = {
  /** US cents for one payout. */
  payoutLimitMinor?: bigint
  /** Parts per million of the base amount. */
  feePpm?: number
  /** US cents. */
  feeFixedMinor?: bigint
}

/**
 * Sets what is given; invoices that exist keep the fee they were made with. `address`: where the
 * operator's request came from; none for a command.
 */
export async function setVendorTerms(
  tx: Transaction,
  vendorId: string,
  terms: VendorTerms,
  address: string | null = null,
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: terms })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.terms_changed',
    actor: 'operator',
    detail: inWords(terms),
    address,
  })
}

/** What the terms are from now on, of those that were set. */
function inWords({ payoutLimitMinor, feePpm, feeFixedMinor }: VendorTerms): string {
  const parts = [
    payoutLimitMinor === undefined ? null : `payout limit ${formatDecimal(payoutLimitMinor, 2)} USD`,
    feePpm === undefined ? null : `fee ${formatDecimal(BigInt(feePpm), 4)} %`,
    feeFixedMinor === undefined ? null : `fixed fee ${formatDecimal(feeFixedMinor, 2)} USD`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/**
 * From now on the vendor's writes are refused; a second ban keeps the first one's time and updates the
 * reason, and is not recorded where that is the same. `address`: where the operator's request came from;
 * none for a command.
 */
export async function banVendor(
  tx: Transaction,
  vendorId: string,
  reason: string | null,
  address: string | null = null,
): Promise<void> {
  const before = await lockBan(tx, vendorId)
  if (before.bannedAt && before.banReason === reason) return
  const data = { bannedAt: before.bannedAt ?? now(), banReason: reason }
  await tx.vendor.update({ where: { id: vendorId }, data })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.banned',
    actor: 'operator',
    ...(reason ? { detail: reason } : {}),
    address,
  })
}

/** Ends a ban; without one there is nothing to do, and nothing to record. */
export async function unbanVendor(
  tx: Transaction,
  vendorId: string,
  address: string | null = null,
): Promise<void> {
  const before = await lockBan(tx, vendorId)
  if (!before.bannedAt) return
  await tx.vendor.update({ where: { id: vendorId }, data: { bannedAt: null, banReason: null } })
  await recordAuditEvent(tx, { vendorId, action: 'vendor.unbanned', actor: 'operator', address })
}

/** The vendor's ban as another operator's request has left it; the next one waits. */
async function lockBan(tx: Transaction, vendorId: string) {
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR NO KEY UPDATE`
  return tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { bannedAt: true, banReason: true },
  })
}
