import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanEnvironment } from '@/e2e/fixtures/service'
import { startEmbedded } from '@/lib/db/embedded'
import { applyMigrations } from '@/lib/db/migrate'
import { show } from './figures'
import { atEnd, say, temporaryFolder, withClient } from './setup'
import { buildVersion, versionBefore } from './versions'

/**
 * Runs the API suite of an earlier commit, by default the latest, on the schema of this checkout: a migration that takes away what that
 * version still uses fails it (CONTRIBUTING.md). After the commit, test files may be named.
 */
export async function runPreviousSuite([ref = 'HEAD', ...files]: string[]): Promise<void> {
  const folder = await temporaryFolder()
  const before = join(folder, 'before')
  await buildVersion(await versionBefore(ref), before)
  const server = await startEmbedded(folder, { settings: { fsync: 'off', max_connections: '300' } })
  atEnd(() => server.stop())
  // The suite's services each create a database, and PostgreSQL copies this one for it.
  const template = Object.assign(new URL(server.url), { pathname: '/template1' }).href
  const known = await readdir(join(before, 'prisma/migrations'))
  const newer = (await applyMigrations(template)).filter((name) => !known.includes(name))
  // The start of a version refuses what a later one has taken away. Here that version runs already when the later one migrates.
  const noteKinds = `UPDATE _prisma_migrations SET logs = 'expand' WHERE migration_name = ANY ($1)`
  await withClient(template, (client) => client.query(noteKinds, [newer]))
  say(newer.length > 0 ? `On the schema with ${newer.join(', ')}` : 'On the schema that it has itself')
  const tests = files.length > 0 ? files : ['e2e/api']
  const suite = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...tests],
    {
      cwd: before,
      env: cleanEnvironment({ TEST_DATABASE_URL: server.url }),
      stdio: 'inherit',
    },
  )
  atEnd(async () => suite.kill())
  const [code] = await once(suite, 'exit')
  show({ name: 'the suite failed', value: code === 0 ? 0 : 1, unit: '', atMost: 0 })
}
