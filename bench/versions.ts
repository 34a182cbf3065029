import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { buildCheckout } from '@/e2e/fixtures/project-copy'
import { say } from './setup'

const run = promisify(execFile)

const MIGRATIONS = 'prisma/migrations'

/**
 * The commit of an earlier version; by default the one that last changed the schema. Throws if a migration that it has was edited
 * since, as happens until the first release: its database could not become this version's.
 */
export async function versionBefore(ref: string | undefined): Promise<string> {
  const from = ref ? await git('rev-parse', ref) : await git('log', '-1', '--format=%H', '--', MIGRATIONS)
  const edited = await git('diff', '--name-only', '--no-renames', '--diff-filter=a', from, '--', MIGRATIONS)
  if (edited === '') return from
  throw new Error(`${ref ?? from} has other tables, because its migrations were edited since:\n${edited}`)
}

/** Makes a folder the checkout of a commit, and builds it. */
export async function buildVersion(commit: string, folder: string): Promise<void> {
  say(`Building ${commit}`)
  await mkdir(folder)
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder])
  // Where files can't be linked, or the commit has other packages, the build installs them.
  await run('cp', ['-al', 'node_modules', folder]).catch(() => {})
  buildCheckout(folder)
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args)).stdout.trim()
}
