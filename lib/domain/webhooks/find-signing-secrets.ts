import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { openWebhookSecret } from './signing-secret'

export type SigningSecrets = {
  current: string
  /** The one before, while it still signs too. */
  previous: { secret: string; expiresAt: Date } | null
}

/** The `whsec_…` secrets that the account's deliveries are signed with now. The account exists. */
export async function findSigningSecrets(tx: Transaction, accountId: string): Promise<SigningSecrets> {
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      webhookSecretEncrypted: true,
      previousWebhookSecretEncrypted: true,
      previousWebhookSecretExpiresAt: true,
    },
  })
  const expiresAt = account.previousWebhookSecretExpiresAt
  const previous = account.previousWebhookSecretEncrypted
  return {
    current: openWebhookSecret(accountId, account.webhookSecretEncrypted),
    previous:
      previous && expiresAt && expiresAt > now()
        ? { secret: openWebhookSecret(accountId, previous), expiresAt }
        : null,
  }
}
