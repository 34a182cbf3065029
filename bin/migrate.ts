import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@/lib/db/embedded'
import { applyMigrations } from '@/lib/db/migrate'
import { diffMigrations } from '@/lib/db/schema-diff'

const USAGE = `Usage: npm run --silent migrate -- COMMAND
  apply   brings the database up to date (DATABASE_URL, or a throwaway server to try the migrations on)
  diff    prints the SQL of the next migration: from prisma/migrations to prisma/schema.prisma
  check   exit code 1 where diff has something to print`

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
  if (command === 'diff') {
    console.log(await withDatabase(diffMigrations))
    return 0
  }
  if (command === 'check') {
    const missing = await withDatabase(diffMigrations)
    if (!missing) return 0
    console.error(`prisma/migrations lacks what prisma/schema.prisma has:\n\n${missing}`)
    return 1
  }
  console.error(USAGE)
  return 2
}
