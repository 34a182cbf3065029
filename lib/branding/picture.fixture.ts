import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** An image of one translucent green; `height` defaults to 80 pixels. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff',
  { width = 300, height = 80 } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 10, g: 100, b: 56, alpha: 0.5 }
  const drawn = sharp({ create: { width, height, channels: 4, background } })
  return Uint8Array.from(await drawn.toFormat(format).toBuffer())
}

/** A WebP of three frames. */
export async function animated(): Promise<Uint8Array<ArrayBuffer>> {
  const frames = sharp(randomBytes(20 * 60 * 3), {
    raw: { width: 20, height: 60, channels: 3, pageHeight: 20 },
  })
  return Uint8Array.from(await frames.webp({ loop: 0, delay: [100, 100, 100] }).toBuffer())
}

/** A JPEG of a million random dots, which no lossless format makes small. */
export async function photograph(): Promise<Uint8Array<ArrayBuffer>> {
  const dots = sharp(randomBytes(1200 * 1000 * 3), { raw: { width: 1200, height: 1000, channels: 3 } })
  return Uint8Array.from(await dots.jpeg({ quality: 5 }).toBuffer())
}

const HEADER = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]))

/** 61 bytes that end in a tEXt chunk without a zero byte: pdf-lib's decoder searches for one forever. */
export const TEXT_WITHOUT_END = pngOf([HEADER, chunk('tEXt', Buffer.from('a'.repeat(16)))])

/** An image that claims 4 GB of data: pdf-lib's decoder walks through all of it. */
export const LOST_LENGTH = pngOf([HEADER, Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('IDATabcd')])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function pngOf(chunks: Buffer[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]))
}
