import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from '@/lib/env'

/*
 * The key file has the current key in its first line, and in the others the earlier ones, which still decrypt. A line
 * `next KEY` is a rotation on its way: every process reads that key before one of them writes with it.
 */
export type KeyFile = { keys: string[]; next: string | null }

const LINE = /^(next )?([0-9a-f]{64})$/i

/**
 * Makes sure that there is a secret key: SECRET_KEY, or the file in `dataDir`, which is generated for a new
 * installation. Throws if the key of an existing one is missing or damaged: a new key could not decrypt what the old
 * one encrypted.
 */
export function ensureSecretKey(dataDir: string, { isNew }: { isNew: boolean }): void {
  if (env.SECRET_KEY) return
  const path = keyPath(dataDir)
  if (isNew) makeKeyFile(path)
  readKeyFile(path)
}

export function keyPath(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** The keys of a file. Throws if it is missing or damaged, with what to do. */
export function readKeyFile(path: string): KeyFile {
  const lines = textOf(path)
    .trim()
    .split(/\s*\n\s*/)
  const matches = lines.map((line) => LINE.exec(line))
  const current = matches[0]
  if (!current || current[1] || matches.includes(null)) {
    throw new Error(
      `${path} does not hold 64 hexadecimal digits in each line. Put the service's own key back there.`,
    )
  }
  return {
    keys: matches.map((match) => match?.[2] ?? ''),
    next: matches.find((match) => match?.[1])?.[2] ?? null,
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(
      `${path} is missing, and the database can't be read without its key. Put the file back from a backup, or ` +
        'set SECRET_KEY to the key.',
    )
  }
}

export function generateKey(): string {
  return randomBytes(32).toString('hex')
}

/** Written atomically; if two processes generate a key at once, both get the first one's. */
function makeKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = writeBeside(path, `${generateKey()}\n`)
  try {
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
}

/** Replaces the key file in one step, so that a reader finds the old keys or the new ones. */
export function replaceKeyFile(path: string, { keys, next }: KeyFile): void {
  const lines = keys.map((key) => (key === next ? `next ${key}` : key))
  renameSync(writeBeside(path, `${lines.join('\n')}\n`), path)
}

function writeBeside(path: string, text: string): string {
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, text, { mode: 0o600, flush: true })
  return temporary
}

/** The text of the key file, or of one with the keys of the settings. */
export function keyFileText(dataDir: string): string {
  if (!env.SECRET_KEY) return textOf(keyPath(dataDir))
  return `${[env.SECRET_KEY, ...(env.SECRET_KEY_PREVIOUS ?? [])].join('\n')}\n`
}
