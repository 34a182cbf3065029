import { parse, stringify } from 'uuid'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 128 bits need 22 digits of base 62. */
export const ENCODED_ID_LENGTH = 22

const LARGEST_ID = (1n << 128n) - 1n

/** A UUID as 22 base62 digits, for places where it is part of a key or a link. */
export function encodeId(id: string): string {
  let rest = BigInt(`0x${Buffer.from(parse(id)).toString('hex')}`)
  let text = ''
  for (let index = 0; index < ENCODED_ID_LENGTH; index += 1) {
    text = BASE62[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}

/** The UUID that `encodeId` wrote; null when the text is none. */
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
    // The library refuses bytes whose version or variant no UUID has.
    if (error instanceof TypeError) return null
    throw error
  }
}
