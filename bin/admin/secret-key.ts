import { setTimeout as delay } from 'node:timers/promises'
import { keyRing, RELOAD_MS } from '@/lib/crypto/key-ring'
import { generateKey, keyPath, readKeyFile, replaceKeyFile } from '@/lib/crypto/secret-key'
import { connectionPool } from '@/lib/db/client'
import { claimForCurrentKey } from '@/lib/db/instance'
import { env } from '@/lib/env'
import { countEarlier, reencryptAll } from '@/lib/operator/reencrypt'
import { type Commands, recordInstanceEvent } from './command'

export const secretKeyCommands: Commands<'secret-key'> = {
  'secret-key rotate': {
    async run(flags) {
      const isSet = env.SECRET_KEY !== undefined
      const isUnfinished = keyRing().length > 1 && (await countEarlier()) > 0
      // With SECRET_KEY the operator has replaced the key; of a rotation that was cut short only the rest is due.
      if (!isSet && !isUnfinished) await replaceKey(keyPath(env.DATA_DIR))
      let values = 0
      // Another round finds rows that a process wrote before it loaded the new key.
      for (let count = await reencryptAll(); count > 0; count = await reencryptAll()) values += count
      await claimForCurrentKey()
      const detail = `Key ${keyRing()[0].id}`
      await recordInstanceEvent(connectionPool(), flags, { action: 'secret_key.rotated', detail })
      return { output: { ...present(), reencrypted: values } }
    },
  },
  'secret-key show': {
    async run() {
      return { output: { ...present(), waiting: await countEarlier() } }
    },
  },
}

function present() {
  const [current, ...earlier] = keyRing()
  return { key_id: current.id, earlier_key_ids: earlier.map(({ id }) => id) }
}

/**
 * Puts a new key in front, in two steps, while any number of processes run: first all of them can read what it
 * encrypts, and only then does one of them encrypt with it. An interruption between the two is taken up again.
 */
async function replaceKey(path: string): Promise<void> {
  const before = readKeyFile(path)
  const next = before.next ?? generateKey()
  const earlier = before.keys.filter((key) => key !== next)
  replaceKeyFile(path, { keys: [...earlier, next], next })
  await everyProcessHasLooked()
  replaceKeyFile(path, { keys: [next, ...earlier], next: null })
  await everyProcessHasLooked()
}

function everyProcessHasLooked(): Promise<void> {
  return delay(2 * RELOAD_MS)
}
