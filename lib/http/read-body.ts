import type { Readable } from 'node:stream'
import { Refusal } from './refusals'

/** At most this much of an oversized body is read and dropped before the connection is closed. */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024

/**
 * The whole body. Throws `body_too_large` beyond the limit, and `body_incomplete` if the client disconnects within it,
 * so that nobody will read an answer.
 */
export function readBody(body: Readable, maximumBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      // Counted while reading, because a Content-Length may be missing or wrong.
      if (bytes <= maximumBytes) chunks.push(chunk)
      else if (bytes > MAX_DROPPED_BYTES) {
        reject(new Refusal('body_too_large', null, { Connection: 'close' }))
      }
    })
    // Refuse only at the end: an unread rest would block the next request on the connection.
    let isWhole = false
    body.on('end', () => {
      isWhole = true
      if (bytes > maximumBytes) reject(new Refusal('body_too_large'))
      else resolve(Buffer.concat(chunks))
    })
    body.on('error', reject)
    body.on('close', () => {
      if (!isWhole) reject(new Refusal('body_incomplete'))
    })
  })
}
