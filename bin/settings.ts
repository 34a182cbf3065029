import { ensureSecretKey } from '@/lib/crypto/secret-key'
import { embeddedServiceUrl } from '@/lib/db/embedded'
import { assertOwnProviders } from '@/lib/db/instance'
import { anchorPath } from '@/lib/db/seal-anchor'
import { env } from '@/lib/env'

/**
 * The database that the service runs by itself, for this process and its children: it is known only after lib/env has
 * read the settings.
 */
export function setDatabase(databaseUrl: string): void {
  env.DATABASE_URL = process.env.DATABASE_URL = databaseUrl
}

/** Beside the embedded database the anchor of its seals is as lasting as the data, so it may not be missing. */
export function requireAnchor(): void {
  env.SEAL_ANCHOR_FILE = process.env.SEAL_ANCHOR_FILE = anchorPath()
}

/** Only a database that no service has written yet may get a new key. */
export function prepareSecretKey(of: { isNew: boolean }): void {
  ensureSecretKey(env.DATA_DIR, of)
}

/** The command needs the database of a running service. */
export class NotRunningError extends Error {
  override name = 'NotRunningError'
}

/**
 * The same for a command beside the running service. Throws if the service's database is not up, or `ForeignProvidersError` if
 * the command's PROVIDERS are not the service's.
 */
export async function joinRunningService(): Promise<void> {
  const databaseUrl = env.DATABASE_URL ?? (await embeddedServiceUrl(env.DATA_DIR))
  if (!databaseUrl) {
    throw new NotRunningError(
      `The service is not running: no database is up in ${env.DATA_DIR}. Start it with "npm start" ` +
        '(and with the same DATA_DIR, if you set one), or set DATABASE_URL.',
    )
  }
  if (!env.DATABASE_URL) requireAnchor()
  setDatabase(databaseUrl)
  prepareSecretKey({ isNew: false })
  await assertOwnProviders()
}
