import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { keyRing } from './key-ring'
import { ensureSecretKey, readKeyFile, replaceKeyFile } from './secret-key'

const { SECRET_KEY: ownKey, DATA_DIR: ownDir } = env
const isNew = true
let dataDir: string
let path: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-key-'))
  path = join(dataDir, 'secret.key')
  Object.assign(env, { SECRET_KEY: undefined, DATA_DIR: dataDir })
})
afterEach(async () => {
  Object.assign(env, { SECRET_KEY: ownKey, SECRET_KEY_PREVIOUS: undefined, DATA_DIR: ownDir })
  await rm(dataDir, { recursive: true, force: true })
})

const ring = () => keyRing().map(({ hex }) => hex)

test('a key is generated once, kept, and readable by its owner only', async () => {
  ensureSecretKey(dataDir, { isNew })
  const { keys } = readKeyFile(path)
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  ensureSecretKey(dataDir, { isNew })
  expect(readKeyFile(path).keys).toEqual(keys)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(ring()).toEqual(keys)
})

test('SECRET_KEY takes precedence over the stored key', () => {
  ensureSecretKey(dataDir, { isNew })
  env.SECRET_KEY = 'ab'.repeat(32)
  env.SECRET_KEY_PREVIOUS = ['cd'.repeat(32)]
  expect(ring()).toEqual(['ab'.repeat(32), 'cd'.repeat(32)])
})

test('a running process takes over a key file that was replaced', async () => {
  ensureSecretKey(dataDir, { isNew })
  const [old = ''] = ring()
  const next = 'ef'.repeat(32)
  replaceKeyFile(path, { keys: [old, next], next })
  await expect.poll(ring).toEqual([old, next])
  replaceKeyFile(path, { keys: [next, old], next: null })
  await expect.poll(ring).toEqual([next, old])
})

test.each(['ab12', 'x'.repeat(64), `${'ab'.repeat(32)}\nab12`, `next ${'ab'.repeat(32)}`, ''])(
  'a damaged key is refused and left as it is, not replaced: %j',
  async (text) => {
    await writeFile(path, text)
    expect(() => ensureSecretKey(dataDir, { isNew })).toThrow(/secret\.key does not hold/)
    expect(await readFile(path, 'utf8')).toBe(text)
  },
)

test('a missing key of an existing database is refused, and none is put in its place', async () => {
  expect(() => ensureSecretKey(dataDir, { isNew: false })).toThrow(
    /secret\.key is missing.*backup.*SECRET_KEY/,
  )
  expect(await readdir(dataDir)).toEqual([])
})
