import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { buildVendor } from '@/prisma/seed/builders'
import { findBranding, findLogo, removeLogo, setBranding, setLogo } from './branding'
import { logoFormatOf } from './logo-format'

const ADDRESS = '192.0.2.7'

let vendorId = ''

beforeEach(async () => {
  vendorId = (await buildVendor({ name: 'Corner Bakery' })).id
})

const put = (bytes: Buffer) =>
  inTransaction((tx) => setLogo(tx, { vendorId, address: ADDRESS, bytes: Uint8Array.from(bytes) }))

function png(width: number, height: number, size = 33): Buffer {
  const bytes = Buffer.alloc(size)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(bytes)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** A JFIF segment, a fill byte, then a progressive frame. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 6)
  frame.writeUInt16BE(width, 8)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]), frame])
}

function webp(chunk: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write(`WEBP${chunk}`, 8, 'latin1')
  if (chunk === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  } else if (chunk === 'VP8 ') {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  } else {
    bytes.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 21)
  }
  return bytes
}

describe('a picture is known by its bytes', () => {
  test('PNG, JPEG and all three kinds of WebP, with their size', () => {
    expect(logoFormatOf(png(300, 80))).toEqual({ mediaType: 'image/png', width: 300, height: 80 })
    expect(logoFormatOf(jpeg(300, 80))).toEqual({ mediaType: 'image/jpeg', width: 300, height: 80 })
    for (const chunk of ['VP8 ', 'VP8L', 'VP8X'] as const) {
      expect(logoFormatOf(webp(chunk, 300, 80))).toEqual({ mediaType: 'image/webp', width: 300, height: 80 })
    }
  })

  test('anything else is none: SVG, HTML, GIF, cut-off heads and no size at all', () => {
    const others = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('GIF89a                              '),
      png(300, 80).subarray(0, 20),
      jpeg(300, 80).subarray(0, 12),
      webp('VP8X', 300, 80).subarray(0, 24),
      png(0, 80),
      Buffer.alloc(0),
    ]
    for (const bytes of others) expect(logoFormatOf(bytes)).toBeNull()
  })

  test('a file that says it is longer than it is ends the search', () => {
    expect(logoFormatOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]))).toBeNull()
    expect(logoFormatOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBeNull()
  })
})

describe('a logo', () => {
  test('is found again, under an address that changes with it', async () => {
    const { digest } = await put(png(300, 80))
    expect(await findLogo(database(), vendorId)).toMatchObject({ mediaType: 'image/png', digest })
    const next = await put(jpeg(40, 40))
    expect(next.digest).not.toBe(digest)
    expect(await findBranding(database(), vendorId)).toMatchObject({ logoDigest: next.digest })
    expect(await findLogo(database(), vendorId)).toMatchObject({ mediaType: 'image/jpeg' })
  })

  test('of 2000 pixels and 256 KB is taken, and nothing larger', async () => {
    await put(png(2000, 2000, 256 * 1024))
    for (const bytes of [png(2001, 10), png(10, 2001), png(10, 10, 256 * 1024 + 1)]) {
      await expect(put(bytes)).rejects.toMatchObject({ code: 'logo_too_large' })
    }
    await expect(put(Buffer.from('<svg/>'))).rejects.toMatchObject({ code: 'logo_not_a_picture' })
    expect((await findLogo(database(), vendorId))?.bytes).toHaveLength(256 * 1024)
  })

  test('that is removed is gone, and another vendor’s stays', async () => {
    await put(png(300, 80))
    const another = (await buildVendor()).id
    const bytes = Uint8Array.from(png(10, 10))
    await inTransaction((tx) => setLogo(tx, { vendorId: another, address: null, bytes }))
    await inTransaction((tx) => removeLogo(tx, { vendorId, address: ADDRESS }))
    expect(await findLogo(database(), vendorId)).toBeNull()
    expect(await findLogo(database(), another)).not.toBeNull()
  })
})

test('colour and language are set and taken back, and each change is recorded', async () => {
  const set = (color: string | null) =>
    inTransaction((tx) => setBranding(tx, { vendorId, address: ADDRESS, color, locale: 'de' }))
  await set('#0f766e')
  expect(await findBranding(database(), vendorId)).toEqual({
    name: 'Corner Bakery',
    color: '#0f766e',
    logoDigest: null,
  })
  await set(null)
  expect(await findBranding(database(), vendorId)).toMatchObject({ color: null })
  const where = { vendorId, action: 'branding.changed', address: ADDRESS }
  expect(await database().auditEvent.count({ where })).toBe(2)
})
