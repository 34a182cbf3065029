import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { Table } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { createRouter } from '@/lib/http/router'
import { type Outgoing, serve } from '@/lib/http/serve'
import { clientAddress } from '@/lib/http/served-request'
import { log } from '@/lib/log'

/** How much of an oversized body is read and dropped before the connection is closed. */
const MAXIMUM_DROPPED_BYTES = 8 * 1024 * 1024

/** JSON and exports. PDFs and pictures are compressed already. */
const COMPRESSIBLE = /^(?:application\/json|text\/)/
/** Smaller answers fit into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1024

const compress = promisify(gzip)

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Serves operations from `node:http`, compressed for clients that accept gzip. */
export function nodeHandler(...tables: Table[]): NodeHandler {
  const router = createRouter(tables.flatMap((table) => Object.values(table)))
  return async (request, response) => {
    const url = request.url ?? '/'
    const end = url.indexOf('?')
    const outgoing = await serve(router, {
      method: request.method ?? 'GET',
      path: end < 0 ? url : url.slice(0, end),
      query: end < 0 ? '' : url.slice(end + 1),
      headers: { get: (name) => headerOf(request, name) },
      clientAddress: clientAddress(),
      readBody: (maximumBytes) => readBody(request, maximumBytes),
    })
    await write(response, outgoing, headerOf(request, 'accept-encoding') ?? '')
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

function readBody(request: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      // Counted while reading, because a Content-Length may be missing or wrong.
      if (bytes <= maximumBytes) chunks.push(chunk)
      else if (bytes > MAXIMUM_DROPPED_BYTES) {
        reject(new Refusal('body_too_large', null, { Connection: 'close' }))
      }
    })
    // Refuse only at the end: an unread rest would block the next request on the connection.
    request.on('end', () => {
      if (bytes > maximumBytes) reject(new Refusal('body_too_large'))
      else resolve(Buffer.concat(chunks))
    })
    request.on('error', reject)
    // The client disconnected within the body, so nobody will read an answer.
    request.on('close', () => reject(new Refusal('body_incomplete')))
  })
}

function isLarge(content: Outgoing['content']): boolean {
  if (content instanceof Readable) return true
  return content !== null && Buffer.byteLength(content) >= COMPRESSED_FROM_BYTES
}

/** Whether Accept-Encoding names gzip, or else any coding, with a weight above 0 (RFC 9110, 12.5.3). */
function acceptsGzip(acceptEncoding: string): boolean {
  const codings = acceptEncoding.toLowerCase().split(/\s*,\s*/)
  const given = (name: string) => codings.find((coding) => coding.trim().split(/\s*;/)[0] === name)
  const coding = given('gzip') ?? given('*')
  return coding !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(coding)
}

async function write(
  response: ServerResponse,
  { status, headers, content }: Outgoing,
  acceptEncoding: string,
): Promise<void> {
  const isCompressible = COMPRESSIBLE.test(headers['Content-Type'] ?? '') && isLarge(content)
  const isCompressed = isCompressible && acceptsGzip(acceptEncoding)
  response.writeHead(status, {
    ...headers,
    ...(isCompressible ? { Vary: 'Accept-Encoding' } : {}),
    ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}),
  })
  if (!(content instanceof Readable)) {
    response.end(isCompressed && content ? await compress(content) : content)
    return
  }
  try {
    await (isCompressed ? pipeline(content, createGzip(), response) : pipeline(content, response))
  } catch (error) {
    // The client has received part of the answer; a broken connection tells it that the rest is missing.
    log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'an answer was cut off')
    response.destroy()
  }
}
