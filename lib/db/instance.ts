import { keyedHash } from '@/lib/crypto/secrets'
import { database } from './client'
import type { Transaction } from './transaction'

/**
 * The secret key does not belong to this database: nothing encrypted or hashed with the other key could be
 * read.
 */
class ForeignKeyError extends Error {
  override name = 'ForeignKeyError'
}

/**
 * Ties the database to the secret key on the first start and refuses any other key later, before it makes API
 * keys unknown and account numbers unreadable. Throws `ForeignKeyError`.
 */
export async function claimInstance(): Promise<void> {
  const keyFingerprint = Uint8Array.from(keyedHash('fingerprint', 'instance'))
  await database().instance.createMany({ data: [{ id: 1, keyFingerprint }], skipDuplicates: true })
  const instance = await database().instance.findUniqueOrThrow({ where: { id: 1 } })
  if (!Buffer.from(keyFingerprint).equals(instance.keyFingerprint)) {
    throw new ForeignKeyError(
      'SECRET_KEY: this database was written with another key. Set SECRET_KEY to that key, or put its ' +
        'secret.key file back into DATA_DIR.',
    )
  }
}

/** Whether the demo vendor exists, created here or by another process on this database. */
export async function isDemoMade(): Promise<boolean> {
  const { demoCreatedAt } = await database().instance.findUniqueOrThrow({ where: { id: 1 } })
  return demoCreatedAt !== null
}

export async function noteDemoMade(tx: Transaction): Promise<void> {
  await tx.instance.update({ where: { id: 1 }, data: { demoCreatedAt: new Date() } })
}
