import { accountOfKey } from '@/lib/api-keys/api-key'
import { issueApiKey } from '@/lib/api-keys/api-keys'
import { hashPassword } from '@/lib/auth/password'
import { newWebhookSecret, openWebhookSecret, sealWebhookSecret } from '@/lib/crypto/webhook-secret'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { findAccount } from '@/lib/vendors/account'
import { createVendor } from '@/lib/vendors/manage-vendor'

const EMAIL = 'twin@example.com'
/** Known to everybody: there is nothing behind it but what the tests put there. */
const PASSWORD = 'twin-password'

/** A vendor that programs and people can use at once. */
export interface TwinVendor {
  email: string
  password: string
  key: string
  webhookSecret: string
}

/**
 * Creates the vendor of a twin, with the API key and webhook secret of the settings or new ones. Throws if the key is
 * none that the service could have generated.
 */
export async function ensureTwinVendor(): Promise<TwinVendor> {
  const { TWIN_API_KEY: apiKey, TWIN_WEBHOOK_SECRET } = env
  const testAccountId = apiKey === undefined ? undefined : accountOfKey(apiKey)
  if (testAccountId === null) {
    throw new Error(
      'TWIN_API_KEY: the checksum of this key is wrong. Start the twin without it, and set it to the key that the start prints.',
    )
  }
  const passwordHash = await hashPassword(PASSWORD)
  return inOrmTransaction(async (tx) => {
    const vendor = { email: EMAIL, name: 'Twin Vendor', passwordHash }
    const { id } = await createVendor(tx, testAccountId ? { ...vendor, testAccountId } : vendor)
    const account = await findAccount(tx, id, 'test')
    const { key } = await issueApiKey(tx, account, {
      name: 'Tests',
      expiresAt: null,
      liveModeAvailable: false,
      ...(apiKey && { key: apiKey }),
    })
    const webhookSecretEncrypted = TWIN_WEBHOOK_SECRET
      ? sealWebhookSecret(account.id, TWIN_WEBHOOK_SECRET)
      : newWebhookSecret(account.id)
    await tx.account.update({ where: { id: account.id }, data: { webhookSecretEncrypted } })
    const webhookSecret = openWebhookSecret(account.id, webhookSecretEncrypted)
    return { email: EMAIL, password: PASSWORD, key, webhookSecret }
  })
}
