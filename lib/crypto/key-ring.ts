import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '@/lib/env'
import { readKeyFile } from './secret-key'

/** A secret key and its name, which can be told to anybody. */
export type RingKey = { id: string; hex: string }

/** The first key encrypts and hashes; all of them decrypt and recognise what they hashed. */
export type KeyRing = readonly [RingKey, ...RingKey[]]

/** A process may go on for this long with a key file that was replaced. */
export const RELOAD_MS = 1000

type Loaded = { ring: KeyRing; source: string; lookedAt: number }
let loaded: Loaded | null = null

/** The keys of SECRET_KEY and SECRET_KEY_PREVIOUS, else those of the key file, which may be replaced any time. */
export function keyRing(): KeyRing {
  const envKeys = env.SECRET_KEY && [env.SECRET_KEY, ...(env.SECRET_KEY_PREVIOUS ?? [])]
  if (envKeys) {
    const source = envKeys.join()
    if (loaded?.source !== source) loaded = { ring: ringOf(envKeys), source, lookedAt: 0 }
    return loaded.ring
  }
  if (loaded && performance.now() - loaded.lookedAt < RELOAD_MS) return loaded.ring
  const path = join(env.DATA_DIR, 'secret.key')
  const { mtimeMs, ino } = statSync(path)
  const source = `${path} ${mtimeMs} ${ino}`
  const ring = loaded?.source === source ? loaded.ring : ringOf(readKeyFile(path).keys)
  loaded = { ring, source, lookedAt: performance.now() }
  return ring
}

function ringOf(keys: string[]): KeyRing {
  const [first, ...others] = keys.map((hex) => ({ id: idOf(hex), hex }))
  if (!first) throw new Error('There is no secret key')
  return [first, ...others]
}

/** Eight digits of a hash: enough to tell keys apart, useless for finding one. */
function idOf(hex: string): string {
  return createHash('sha256').update(`counterfoil key ${hex.toLowerCase()}`).digest('hex').slice(0, 8)
}
