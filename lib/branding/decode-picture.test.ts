import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodePicture } from './decode-picture'
import { animated, LOST_LENGTH, photograph, picture, TEXT_WITHOUT_END } from './picture.fixture'

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'is accepted as %s and becomes a PNG that documents can draw',
    async (format) => {
      const { png, width, height } = await decodePicture(await picture(format))
      expect({ width, height }).toEqual({ width: 300, height: 80 })
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 300, height: 80 })
      const document = await PDFDocument.create()
      expect(await document.embedPng(png)).toMatchObject({ width: 300, height: 80 })
    },
  )

  test('is no larger than its largest use needs, in pixels and bytes', async () => {
    const { png, width, height } = await decodePicture(await photograph())
    expect({ width, height }).toEqual({ width: 1200, height: 1000 })
    expect(await sharp(png).metadata()).toMatchObject({ width: 288, height: 240 })
    expect(png.length).toBeLessThanOrEqual(256 * 1024)
  })

  test('keeps its transparency and loses everything that is not image data', async () => {
    const taken = await sharp(await picture('png'))
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .png()
      .toBuffer()
    const { png } = await decodePicture(taken)
    const hiddenParts = await sharp(png).metadata()
    expect(hiddenParts.hasAlpha).toBe(true)
    expect(hiddenParts).not.toHaveProperty('exif')
  })

  test('of 2000 pixels and 256 KB is accepted, and nothing larger', async () => {
    const largest = await picture('png', { width: 2000, height: 2000 })
    const padded = new Uint8Array(256 * 1024)
    padded.set(largest)
    expect(await decodePicture(padded)).toMatchObject({ width: 2000, height: 2000 })
    const refused = [
      await picture('png', { width: 2001, height: 10 }),
      await picture('webp', { width: 10, height: 2001 }),
      new Uint8Array(256 * 1024 + 1),
    ]
    for (const bytes of refused) {
      await expect(decodePicture(bytes)).rejects.toMatchObject({ code: 'logo_too_large' })
    }
  })

  test('is refused in any other format, when animated, and when truncated', async () => {
    const whole = await picture('jpeg')
    const others = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      await picture('gif'),
      await picture('tiff'),
      await animated(),
      whole.subarray(0, whole.length / 2),
      new Uint8Array(0),
    ]
    for (const bytes of others) {
      await expect(decodePicture(bytes)).rejects.toMatchObject({ code: 'logo_not_a_picture' })
    }
  })

  test.each([
    ['a text chunk without end', TEXT_WITHOUT_END],
    ['a chunk that is longer than the file', LOST_LENGTH],
  ])('with %s is refused, and the service continues', async (_, bytes) => {
    await expect(decodePicture(bytes)).rejects.toMatchObject({ code: 'logo_not_a_picture' })
  })
})
