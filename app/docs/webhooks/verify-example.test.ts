import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deliveryHeaders } from '@/lib/webhooks/signing'
import { VERIFY_EXAMPLE } from './verify-example'

type Example = {
  isFromCounterfoil(secret: string, headers: Record<string, string>, body: string): boolean
}

const folder = await mkdtemp(join(tmpdir(), 'counterfoil-example-'))
afterAll(() => rm(folder, { recursive: true }))
await writeFile(join(folder, 'verify.mjs'), VERIFY_EXAMPLE)
const { isFromCounterfoil } = (await import(join(folder, 'verify.mjs'))) as Example

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const event = { id: '0199d1c2-0000-7000-8000-000000000001', sequence: 1, payload: '{"name":"Zoë"}' }

test('the documented verification accepts real deliveries, under either secret of an overlap', () => {
  const [newer, older] = [newSecret(), newSecret()]
  const headers = deliveryHeaders(event, new Date(), [newer, older])
  expect(isFromCounterfoil(newer, headers, event.payload)).toBe(true)
  expect(isFromCounterfoil(older, headers, event.payload)).toBe(true)
})

test('it refuses a wrong secret, a changed body, an old timestamp and missing headers', () => {
  const secret = newSecret()
  const headers = deliveryHeaders(event, new Date(), [secret])
  const old = deliveryHeaders(event, new Date(Date.now() - 301_000), [secret])
  expect(isFromCounterfoil(newSecret(), headers, event.payload)).toBe(false)
  expect(isFromCounterfoil(secret, headers, `${event.payload} `)).toBe(false)
  expect(isFromCounterfoil(secret, old, event.payload)).toBe(false)
  expect(isFromCounterfoil(secret, {}, event.payload)).toBe(false)
})
