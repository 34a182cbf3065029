import { afterEach, beforeEach, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { connectionPool } from './client'
import { claimInstance } from './instance'

const settings = {
  PROVIDERS: env.PROVIDERS,
  STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
}

/** A start with these settings. */
function start(PROVIDERS: 'real' | 'rehearsal', STRIPE_SECRET_KEY: string | undefined): Promise<void> {
  Object.assign(env, { PROVIDERS, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x' })
  return claimInstance()
}

beforeEach(() => connectionPool().query('UPDATE instance SET providers = NULL'))
afterEach(() => void Object.assign(env, settings))

test('a database that has rehearsed takes no real keys', async () => {
  await start('rehearsal', 'sk_test_x')
  await start('rehearsal', 'sk_test_x')
  await expect(start('real', 'sk_live_x')).rejects.toThrow('this database has rehearsed')
  // Neither does one that was started without keys in between.
  await start('real', undefined)
  await expect(start('real', 'sk_live_x')).rejects.toThrow('set another DATA_DIR or DATABASE_URL')
  await start('rehearsal', 'sk_test_x')
})

test('a database with real payments takes no rehearsal', async () => {
  await start('rehearsal', undefined)
  await start('real', 'sk_live_x')
  await expect(start('rehearsal', 'sk_test_x')).rejects.toThrow('this database has live payments')
  await start('real', 'sk_live_x')
})
