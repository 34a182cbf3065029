import { type BodyObject, parseJsonBody } from './json-body'
import { Refusal } from './refusals'

const MAXIMUM_BYTES = 256 * 1024
/** How much of an oversized body is read and dropped before the connection is closed. */
const MAXIMUM_DROPPED_BYTES = 8 * 1024 * 1024

export async function readJsonBody(request: Request, maximumBytes = MAXIMUM_BYTES): Promise<BodyObject> {
  return parseJsonBody(await readBytes(request, maximumBytes))
}

/** Reads a whole request body. Refuses a longer one with `body_too_large`. */
export async function readBytes(request: Request, maximumBytes = MAXIMUM_BYTES): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  // Counted while reading, because a Content-Length may be missing or wrong.
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes <= maximumBytes) chunks.push(part.value)
    if (bytes > MAXIMUM_DROPPED_BYTES) {
      await reader?.cancel()
      throw new Refusal('body_too_large', null, { Connection: 'close' })
    }
  }
  // Refuse only at the end: an unread rest would block the next request on the connection.
  if (bytes > maximumBytes) throw new Refusal('body_too_large')
  return Buffer.concat(chunks)
}
