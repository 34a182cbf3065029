import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { env, hasLiveProvider } from '@/lib/env'
import { connectionPool } from './client'
import { beginSeals } from './seal-heads'
import type { Queryable } from './statement'
import { inTransaction, type OrmTransaction } from './transaction'

/**
 * The secret key does not belong to this database: nothing encrypted or hashed with the other key could be
 * read.
 */
class ForeignKeyError extends Error {
  override name = 'ForeignKeyError'
}

/** The database belongs to the providers' other environments. */
export class ForeignProvidersError extends Error {
  override name = 'ForeignProvidersError'
}

// These queries run on every start, which needs the ORM for nothing else: plain SQL avoids loading its query
// compiler.

/**
 * Ties the database to the secret key on the first start and refuses any other key later, before it makes API
 * keys unknown and account numbers unreadable; and to the providers' environments as soon as live ones are configured. Throws
 * `ForeignKeyError` and `ForeignProvidersError`.
 */
export async function claimInstance(): Promise<void> {
  const fingerprint = keyedHash('fingerprint', 'instance')
  await inTransaction(async (tx) => {
    const { rows } = await tx.query({
      text: 'INSERT INTO instance (id, key_fingerprint) VALUES (1, $1) ON CONFLICT DO NOTHING RETURNING id',
      values: [fingerprint],
    })
    if (rows.length === 1) await beginSeals(tx)
  })
  const { rows } = await connectionPool().query<{ fingerprint: Buffer }>(
    'SELECT key_fingerprint AS fingerprint FROM instance WHERE id = 1',
  )
  const fingerprints = keyedHashes('fingerprint', 'instance')
  if (!fingerprints.some((each) => rows[0]?.fingerprint.equals(each))) {
    throw new ForeignKeyError(
      'SECRET_KEY: this database was written with another key. Set SECRET_KEY to that key, or put its ' +
        'secret.key file back into DATA_DIR.',
    )
  }
  await claimForProviders()
}

/** Ties the database to the providers' environments that PROVIDERS names, as soon as live ones are configured. */
async function claimForProviders(): Promise<void> {
  const { PROVIDERS } = env
  if (!hasLiveProvider()) return
  await connectionPool().query('UPDATE instance SET providers = $1 WHERE id = 1 AND providers IS NULL', [
    PROVIDERS,
  ])
  await assertOwnProviders()
}

/**
 * Throws `ForeignProvidersError` where live providers are configured and the database belongs to their other environments: its
 * live rows name payments and payouts that these know nothing of.
 */
export async function assertOwnProviders(): Promise<void> {
  const { PROVIDERS } = env
  if (!hasLiveProvider()) return
  const { rows } = await connectionPool().query<{ providers: string | null }>(
    'SELECT providers FROM instance WHERE id = 1',
  )
  const claimed = rows[0]?.providers ?? PROVIDERS
  if (claimed === PROVIDERS) return
  throw new ForeignProvidersError(
    claimed === 'rehearsal'
      ? 'PROVIDERS: this database has rehearsed with the providers’ test accounts. Real money needs a new one: set another ' +
          'DATA_DIR or DATABASE_URL, or PROVIDERS=rehearsal.'
      : 'PROVIDERS: this database has live payments and payouts of the providers. A rehearsal needs one of its own: set another ' +
          'DATA_DIR or DATABASE_URL, or PROVIDERS=real.',
  )
}

/** Ties the database to the current key, once nothing in it needs an earlier one to be read. */
export async function claimForCurrentKey(): Promise<void> {
  const fingerprint = keyedHash('fingerprint', 'instance')
  await connectionPool().query('UPDATE instance SET key_fingerprint = $1 WHERE id = 1', [fingerprint])
}

/** True if the database is tied to a secret key. */
export async function isClaimed(): Promise<boolean> {
  const { rowCount } = await connectionPool().query('SELECT FROM instance WHERE id = 1')
  return rowCount === 1
}

/** True if the demo vendor exists, created here or by another process on this database. */
export async function isDemoMade(): Promise<boolean> {
  const { rowCount } = await connectionPool().query(
    'SELECT FROM instance WHERE id = 1 AND demo_created_at IS NOT NULL',
  )
  return rowCount === 1
}

export async function noteDemoCreation(tx: OrmTransaction): Promise<void> {
  await tx.instance.update({ where: { id: 1 }, data: { demoCreatedAt: new Date() } })
}

/** Notes when the latest backup was made, for the metric that raises the alarm when it gets old. */
export async function noteBackup(connection: Queryable, createdAt: Date): Promise<void> {
  await connection.query({
    text: 'UPDATE instance SET backed_up_at = $1 WHERE id = 1',
    values: [createdAt],
  })
}

/** When the latest backup was made; null if none was. */
export async function latestBackupAt(): Promise<Date | null> {
  const { rows } = await connectionPool().query<{ at: Date | null }>(
    'SELECT backed_up_at AS at FROM instance WHERE id = 1',
  )
  return rows[0]?.at ?? null
}
