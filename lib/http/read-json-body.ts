import { type BodyObject, parseJsonBody } from './json-body'
import { Refusal } from './refusals'

const MAXIMUM_BYTES = 256 * 1024
/** What is read and dropped of a body that is too large, before its connection is given up. */
const MAXIMUM_DROPPED_BYTES = 8 * 1024 * 1024

export async function readJsonBody(request: Request, maximumBytes = MAXIMUM_BYTES): Promise<BodyObject> {
  return parseJsonBody(await readBytes(request, maximumBytes))
}

/** The whole body of a request. Refuses one that is longer with `body_too_large`. */
export async function readBytes(request: Request, maximumBytes = MAXIMUM_BYTES): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  // Counted while reading: a Content-Length may be absent, or wrong.
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes <= maximumBytes) chunks.push(part.value)
    if (bytes > MAXIMUM_DROPPED_BYTES) {
      await reader?.cancel()
      throw new Refusal('body_too_large', null, { Connection: 'close' })
    }
  }
  // Only now: what is left unread would block the next request on the same connection.
  if (bytes > maximumBytes) throw new Refusal('body_too_large')
  return Buffer.concat(chunks)
}
