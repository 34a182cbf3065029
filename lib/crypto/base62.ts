import { randomInt } from 'node:crypto'
import { parse, stringify } from 'uuid'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 128 bits need 22 digits of base 62. */
export const ENCODED_ID_LENGTH = 22

const LARGEST_ID = (1n << 128n) - 1n

/** The id encoded last: an answer with a thousand invoices has the same account id in each payment link. */
let latest = { id: '', encoded: '' }

/** Digits that nobody can guess. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')
}

/** Encodes a UUID as 22 base62 digits, for use inside keys and links. */
export function encodeId(id: string): string {
  if (id !== latest.id) latest = { id, encoded: encode(id) }
  return latest.encoded
}

function encode(id: string): string {
  let rest = BigInt(`0x${Buffer.from(parse(id)).toString('hex')}`)
  let text = ''
  for (let index = 0; index < ENCODED_ID_LENGTH; index += 1) {
    text = BASE62[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}

/** Decodes what `encodeId` wrote; null for any other text. */
export function decodeId(text: string): string | null {
  if (text.length !== ENCODED_ID_LENGTH) return null
  let value = 0n
  for (const digit of text) {
    const index = BASE62.indexOf(digit)
    if (index < 0) return null
    value = value * 62n + BigInt(index)
  }
  if (value > LARGEST_ID) return null
  try {
    return stringify(Buffer.from(value.toString(16).padStart(32, '0'), 'hex'))
  } catch (error) {
    // The library rejects bytes without a valid UUID version and variant.
    if (error instanceof TypeError) return null
    throw error
  }
}
