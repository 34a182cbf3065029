import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code'

const ADDRESS = 'https://pay.example.com/pay/0123456789abcdef'

test('the path covers the dark modules of the code and no others', () => {
  const { path, size } = qrCode(ADDRESS, 4)
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y, width, start] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    expect(start).toBe(x)
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  expect(drawn).toEqual(encode(ADDRESS, { ecc: 'M', border: 4 }).data)
  expect(path.replace(/M\d+ \d+h\d+v1H\d+z/g, '')).toBe('')
})

test('the quiet modules are part of its size', () => {
  expect(qrCode(ADDRESS, 4).size).toBe(qrCode(ADDRESS, 0).size + 8)
})
