import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Passphrase, readPublicHeader, SealError, seal, unseal } from './sealed-stream'

const CHUNK = 64 * 1024
const passphrase = new Passphrase('correct horse battery staple')

async function* stream(...parts: Buffer[]): AsyncGenerator<Buffer> {
  yield* parts
}

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const sealed = (...parts: Buffer[]) => bytesOf(seal(stream(...parts), passphrase, { made: 'today' }))
const opened = (bytes: Buffer, by = passphrase) => bytesOf(unseal(stream(bytes), by))

describe('a sealed stream', () => {
  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])(
    'of %d bytes opens to the same bytes, however they arrive',
    async (length) => {
      const bytes = randomBytes(length)
      const whole = await sealed(bytes.subarray(0, length / 3), bytes.subarray(length / 3))
      expect((await opened(whole)).equals(bytes)).toBe(true)
      const crumbs = Array.from({ length: Math.ceil(whole.length / 5000) }, (_, index) =>
        whole.subarray(index * 5000, (index + 1) * 5000),
      )
      expect((await bytesOf(unseal(stream(...crumbs), passphrase))).equals(bytes)).toBe(true)
    },
  )

  test('is refused wherever it was cut off', async () => {
    const whole = await sealed(randomBytes(2 * CHUNK + 100))
    const chunk = CHUNK + 16
    const head = whole.length - 2 * chunk - 116
    for (const length of [
      0,
      10,
      40,
      head,
      head + chunk,
      head + 2 * chunk,
      head + 2 * chunk + 50,
      whole.length - 1,
    ]) {
      await expect(opened(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow(SealError)
    }
  })

  test('is refused if a byte was changed or added, or chunks were swapped', async () => {
    const whole = await sealed(randomBytes(2 * CHUNK + 100))
    const chunk = CHUNK + 16
    const head = whole.length - 2 * chunk - 116
    for (const at of [0, 22, 30, head - 5, head, head + chunk + 7, whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(opened(changed), `byte ${at}`).rejects.toThrow(SealError)
    }
    await expect(opened(Buffer.concat([whole, Buffer.of(0)]))).rejects.toThrow(SealError)
    const swapped = [
      whole.subarray(0, head),
      whole.subarray(head + chunk, head + 2 * chunk),
      whole.subarray(head, head + chunk),
      whole.subarray(head + 2 * chunk),
    ]
    await expect(opened(Buffer.concat(swapped))).rejects.toThrow(SealError)
  })

  test('is refused with another passphrase', async () => {
    const whole = await sealed(Buffer.from('secret'))
    expect(whole.includes('secret')).toBe(false)
    await expect(opened(whole, new Passphrase('another horse'))).rejects.toThrow(/passphrase/)
  })

  test('tells its header to everybody, and does not open with another', async () => {
    const whole = await sealed(Buffer.from('secret'))
    expect(await readPublicHeader(stream(whole))).toEqual({ made: 'today' })
    const changed = Buffer.from(whole.toString('latin1').replace('today', 'nevah'), 'latin1')
    await expect(opened(changed)).rejects.toThrow(SealError)
  })
})
