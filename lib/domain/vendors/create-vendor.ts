import { now } from '@/lib/clock'
import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { newWebhookSecret } from '../webhooks/signing-secret'

/**
 * Makes a vendor with its test and its live account. `vendor_email_taken` when the e-mail, whatever its
 * case, has a vendor already. The password comes hashed. The e-mail counts as confirmed unless that is still
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
