import { readFileSync } from 'node:fs'
import { Passphrase } from '@/lib/crypto/sealed-stream'
import { env } from '@/lib/env'

const MINIMUM_LENGTH = 16

/** Backups can't be encrypted or read without a passphrase. */
export class PassphraseError extends Error {
  override name = 'PassphraseError'
}

/** The passphrase of backups: the text of a file, or BACKUP_PASSPHRASE. Throws `PassphraseError`. */
export function backupPassphrase(keyFile = env.BACKUP_KEY_FILE): Passphrase {
  if (!keyFile) {
    if (env.BACKUP_PASSPHRASE) return new Passphrase(env.BACKUP_PASSPHRASE)
    throw new PassphraseError(
      'Backups are encrypted: set BACKUP_KEY_FILE or --key-file to a file with a passphrase, or BACKUP_PASSPHRASE to the ' +
        'passphrase itself. "openssl rand -hex 32 > backup.key" makes a good one.',
    )
  }
  const text = readText(keyFile).trim()
  if (text.length < MINIMUM_LENGTH) {
    throw new PassphraseError(`${keyFile} must hold a passphrase of at least ${MINIMUM_LENGTH} characters`)
  }
  return new Passphrase(text)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new PassphraseError(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
