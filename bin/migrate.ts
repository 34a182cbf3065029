import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@/lib/db/embedded'
import { serverBinaries } from '@/lib/db/embedded-launch'
import { applyMigrations, readMigrations } from '@/lib/db/migrate'
import { faultsOf } from '@/lib/db/migration-kind'
import { diffMigrations } from '@/lib/db/schema-diff'
import { env } from '@/lib/env'
import { setUpDatabase } from './set-up-database'

/** Links the embedded database's libraries during the build, while the project's folder can still be written. */
export async function linkServer(): Promise<void> {
  // A machine without such a server has DATABASE_URL, or the start says what is missing.
  await serverBinaries().catch(() => {})
}

const USAGE = `Usage: npm run --silent migrate -- COMMAND
  apply   brings the database up to date (DATABASE_URL, or a throwaway server to try the migrations on)
  diff    prints the SQL of the next migration: from prisma/migrations to prisma/schema.prisma
  set-up  prepares DATABASE_URL as a start does, for processes that are started alone (bin/process.mjs)
  check   exit code 1 where diff has something to print, or a migration breaks the version before`

/** Runs the work on DATABASE_URL, or on a temporary embedded server. */
async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL)
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-migrate-'))
  const server = await startEmbedded(folder, { settings: { fsync: 'off' } })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs one command; returns its exit code. */
export async function main(command: string | undefined): Promise<number> {
  if (command === 'apply') {
    const applied = await withDatabase(applyMigrations)
    console.log(applied.length ? applied.join('\n') : 'Nothing to apply')
    return 0
  }
  if (command === 'set-up') {
    const { DATABASE_URL, DATABASE_OWNER_URL } = env
    if (!DATABASE_URL) throw new Error('DATABASE_URL must be set to the server that the processes share.')
    const applied = await setUpDatabase({ url: DATABASE_OWNER_URL ?? DATABASE_URL, serviceUrl: DATABASE_URL })
    console.log([...applied, 'The database is ready'].join('\n'))
    return 0
  }
  if (command === 'diff') {
    console.log(await withDatabase(diffMigrations))
    return 0
  }
  if (command === 'check') {
    const faults = (await readMigrations()).flatMap(faultsOf)
    if (faults.length > 0) {
      console.error(`The version before runs beside the new one (CONTRIBUTING.md):\n\n${faults.join('\n')}`)
      return 1
    }
    const missing = await withDatabase(diffMigrations)
    if (!missing) return 0
    console.error(`prisma/migrations lacks what prisma/schema.prisma has:\n\n${missing}`)
    return 1
  }
  console.error(USAGE)
  return 2
}
