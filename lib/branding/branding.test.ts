import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { buildVendor } from '@/prisma/seed/builders'
import { deleteLogo, findBranding, findLogo, saveBranding, saveLogo } from './branding'
import type { Picture } from './decode-picture'

const ADDRESS = '192.0.2.7'

let vendorId = ''

beforeEach(async () => {
  vendorId = (await buildVendor({ name: 'Corner Bakery' })).id
})

const ours = (text: string): Picture => ({ png: Uint8Array.from(Buffer.from(text)), width: 300, height: 80 })

const put = (text: string, id = vendorId) =>
  inOrmTransaction((tx) => saveLogo(tx, { vendorId: id, address: ADDRESS, picture: ours(text) }))

describe('a logo', () => {
  test('is served at a URL that changes with it', async () => {
    const { digest } = await put('one')
    expect(await findLogo(database(), vendorId)).toMatchObject({ mediaType: 'image/png', digest })
    const next = await put('another')
    expect(next.digest).not.toBe(digest)
    expect(await findBranding(database(), vendorId)).toMatchObject({ logoDigest: next.digest })
  })

  test('that is removed is gone, and another vendor’s stays', async () => {
    await put('one')
    const another = (await buildVendor()).id
    await put('one', another)
    await inOrmTransaction((tx) => deleteLogo(tx, { vendorId, address: ADDRESS }))
    expect(await findLogo(database(), vendorId)).toBeNull()
    expect(await findLogo(database(), another)).not.toBeNull()
  })
})

test('colour and language can be set and reset, and each change is recorded', async () => {
  const set = (color: string | null) =>
    inOrmTransaction((tx) => saveBranding(tx, { vendorId, address: ADDRESS, color, locale: 'de' }))
  await set('#0f766e')
  expect(await findBranding(database(), vendorId)).toEqual({
    name: 'Corner Bakery',
    email: expect.stringContaining('@'),
    supportEmail: null,
    color: '#0f766e',
    logoDigest: null,
    hasPortal: true,
    notesViews: true,
    attachesPdf: false,
  })
  await set(null)
  expect(await findBranding(database(), vendorId)).toMatchObject({ color: null })
  const where = { vendorId, action: 'branding.changed', address: ADDRESS }
  expect(await database().auditEvent.count({ where })).toBe(2)
})
