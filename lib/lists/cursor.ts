import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { refuse } from '@/lib/http/refusals'
import type { Cursor } from './read-list'

const MAX_CURSOR_CHARACTERS = 1000
const MAC_BYTES = 16

/** The list and query that a cursor belongs to. Its position means nothing in any other. */
type CursorScope = {
  tenantId: string
  /** The name of the list. */
  list: string
  /** Null if the filters decide the order. */
  sort: string | null
  filters: object
}

/** Opaque to clients: a signature, and the row's position that it signs. */
export function encodeCursor({ value, id }: Cursor, scope: CursorScope): string {
  const position = JSON.stringify([value, id])
  const mac = keyedHash('list-cursor', signedText(scope, position)).subarray(0, MAC_BYTES)
  return Buffer.concat([mac, Buffer.from(position)]).toString('base64url')
}

/** Throws `invalid_cursor` for a cursor that is changed, made up, or of another scope. */
export function decodeCursor(text: string, scope: CursorScope): Cursor {
  const bytes = text.length <= MAX_CURSOR_CHARACTERS ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  const position = bytes.subarray(MAC_BYTES).toString()
  const hashes = keyedHashes('list-cursor', signedText(scope, position))
  const isOurs = hashes.some((hash) => bytes.subarray(0, MAC_BYTES).equals(hash.subarray(0, MAC_BYTES)))
  // The decoder skips what is no base64url, which would make two cursors of one.
  if (!isOurs || bytes.toString('base64url') !== text) refuse('invalid_cursor')
  const [value, id] = JSON.parse(position) as [string, string]
  return { value, id }
}

function signedText({ tenantId, list, sort, filters }: CursorScope, position: string): string {
  const narrowed = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([tenantId, list, sort, narrowed]) + position
}
