import { connectionPool } from '@/lib/db/client'
import { assertNodesAdmit, assertNotDistributed, distributeTables } from '@/lib/db/distribution'
import { claimInstance, isClaimed } from '@/lib/db/instance'
import { applyMigrations } from '@/lib/db/migrate'
import { beginAnchor } from '@/lib/db/seal-anchor'
import { excessRights, grantAtStart } from '@/lib/db/service-role'
import { assertSessionSettings } from '@/lib/db/session-settings'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { prepareSecretKey } from './settings'

/**
 * Brings a database to where web processes and workers can run on it: migrated and distributed as its owner, with the rights of the
 * service's role, and tied to the secret key. Changes nothing the second time; several may run at once. Returns the
 * migrations that were applied. Throws if the database belongs to another key, its sessions lack their limits, or a node of a
 * cluster refuses the service's role.
 */
export async function setUpDatabase({
  url,
  serviceUrl,
}: {
  /** As the owner of the tables. */
  url: string
  serviceUrl: string
}): Promise<string[]> {
  const applied = await applyMigrations(url)
  await distribute(url)
  if (url !== serviceUrl) await grantAtStart(url, serviceUrl, { hasMigrated: applied.length > 0 })
  await warnOfExcessRights(serviceUrl)
  await assertSessionSettings(connectionPool())
  if (env.DATABASE_DISTRIBUTED) await assertNodesAdmit(connectionPool())
  const isNew = !(await isClaimed())
  prepareSecretKey({ isNew })
  if (isNew) await beginAnchor()
  await claimInstance()
  return applied
}

async function distribute(url: string): Promise<void> {
  if (env.DATABASE_DISTRIBUTED !== 'citus') return assertNotDistributed(url)
  const tables = await distributeTables(url)
  if (tables.length > 0) log.info({ tables: tables.length }, 'tables were distributed')
}

async function warnOfExcessRights(serviceUrl: string): Promise<void> {
  const { role, rights } = await excessRights(serviceUrl)
  if (rights.length === 0) return
  const hint = 'set DATABASE_OWNER_URL to this role, and DATABASE_URL to one that owns nothing'
  log.warn({ role, may: rights, hint }, 'the database role may do more than the service needs')
}
