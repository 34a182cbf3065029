import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '@/lib/env'

/**
 * The service's secret key, 64 hexadecimal digits: SECRET_KEY if set, else the one stored in `dataDir`. Where
 * none is, it is generated for a new installation. Throws if the key of an existing one is missing or damaged:
 * a new key could not decrypt what the old one encrypted.
 */
export function loadSecretKey(dataDir: string, { isNew }: { isNew: boolean }): string {
  if (env.SECRET_KEY) return env.SECRET_KEY
  const path = join(dataDir, 'secret.key')
  const kept = readKey(path)
  if (kept === null && !isNew) {
    throw new Error(
      `${path} is missing, and the database can't be read without its key. Put the file back from a backup, or ` +
        'set SECRET_KEY to the key.',
    )
  }
  const key = (kept ?? makeKey(path)).trim()
  if (!/^[0-9a-f]{64}$/i.test(key)) {
    throw new Error(`${path} does not hold 64 hexadecimal digits. Put the service's own key back there.`)
  }
  return key
}

function readKey(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written atomically; if two processes generate a key at once, both get the first one's. */
function makeKey(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
  return readFileSync(path, 'utf8')
}
