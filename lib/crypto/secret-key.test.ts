import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { loadSecretKey } from './secret-key'

const given = env.SECRET_KEY
let dataDir: string

beforeEach(async () => {
  env.SECRET_KEY = undefined
  dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-key-'))
})
afterEach(async () => {
  env.SECRET_KEY = given
  await rm(dataDir, { recursive: true, force: true })
})

test('a key is generated once, kept, and readable by its owner only', async () => {
  const key = loadSecretKey(dataDir, { isNew: true })
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(loadSecretKey(dataDir, { isNew: true })).toBe(key)
  const { mode } = await stat(join(dataDir, 'secret.key'))
  expect(mode & 0o777).toBe(0o600)
})

test('SECRET_KEY takes precedence over the stored key', () => {
  const kept = loadSecretKey(dataDir, { isNew: true })
  env.SECRET_KEY = 'ab'.repeat(32)
  expect(loadSecretKey(dataDir, { isNew: true })).toBe(env.SECRET_KEY)
  expect(kept).not.toBe(env.SECRET_KEY)
})

test('a damaged key is refused and left as it is, not replaced', async () => {
  await writeFile(join(dataDir, 'secret.key'), 'ab12')
  expect(() => loadSecretKey(dataDir, { isNew: true })).toThrow(/secret\.key does not hold/)
})

test('a missing key of an existing database is refused, and none is put in its place', async () => {
  expect(() => loadSecretKey(dataDir, { isNew: false })).toThrow(/secret\.key is missing.*backup.*SECRET_KEY/)
  expect(await readdir(dataDir)).toEqual([])
})
