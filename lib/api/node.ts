import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { Table } from '@/lib/http/operation'
import { readBody } from '@/lib/http/read-body'
import { createRouter } from '@/lib/http/router'
import { type Outgoing, serve } from '@/lib/http/serve'
import type { Handler } from '@/lib/http/server'
import { log } from '@/lib/log'

/** JSON and exports. PDFs and pictures are compressed already. */
const COMPRESSIBLE = /^(?:application\/json|text\/)/
/** Smaller answers fit into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1024

const compress = promisify(gzip)

/** Serves operations from `node:http`, compressed for clients that accept gzip. */
export function nodeHandler(...tables: Table[]): Handler {
  const router = createRouter(tables.flatMap((table) => Object.values(table)))
  return async (request, response, { clientAddress }) => {
    const url = request.url ?? '/'
    const end = url.indexOf('?')
    const outgoing = await serve(router, {
      method: request.method ?? 'GET',
      path: end < 0 ? url : url.slice(0, end),
      query: end < 0 ? '' : url.slice(end + 1),
      headers: { get: (name) => headerOf(request, name) },
      clientAddress,
      onDisconnect: (listener) => (response.destroyed ? listener() : response.once('close', listener)),
      readBody: (maximumBytes) => readBody(request, maximumBytes),
    })
    if (outgoing.isLost) {
      response.destroy()
      return
    }
    await write(response, outgoing, headerOf(request, 'accept-encoding') ?? '')
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

/** True if Accept-Encoding names gzip, or else any coding, with a weight above 0 (RFC 9110, 12.5.3). */
export function acceptsGzip(acceptEncoding: string): boolean {
  const codings = acceptEncoding.toLowerCase().split(',')
  const codingNamed = (name: string) => codings.find((coding) => coding.split(';')[0]?.trim() === name)
  const coding = codingNamed('gzip') ?? codingNamed('*')
  return coding !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(coding)
}

async function write(
  response: ServerResponse,
  { status, headers, cookies, content }: Outgoing,
  acceptEncoding: string,
): Promise<void> {
  const all: OutgoingHttpHeaders = headers
  if (cookies.length > 0) all['Set-Cookie'] = [...cookies]
  if (content === null) {
    response.writeHead(status, all).end()
    return
  }
  const bytes = content instanceof Readable ? Number.POSITIVE_INFINITY : Buffer.byteLength(content)
  const isCompressible = bytes >= COMPRESSED_FROM_BYTES && COMPRESSIBLE.test(headers['Content-Type'] ?? '')
  const isCompressed = isCompressible && acceptsGzip(acceptEncoding)
  if (isCompressible) all.Vary = 'Accept-Encoding'
  if (isCompressed) all['Content-Encoding'] = 'gzip'
  if (content instanceof Readable) {
    response.writeHead(status, all)
    return sendStream(content, response, isCompressed)
  }
  const sent = isCompressed ? await compress(content) : content
  // Without a length, Node.js frames the body in chunks, which costs more than the rest of sending it.
  all['Content-Length'] = isCompressed ? sent.length : bytes
  response.writeHead(status, all).end(sent)
}

async function sendStream(content: Readable, response: ServerResponse, isCompressed: boolean): Promise<void> {
  try {
    await (isCompressed ? pipeline(content, createGzip(), response) : pipeline(content, response))
  } catch (error) {
    // The client has received part of the answer; a broken connection tells it that the rest is missing.
    log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'an answer was cut off')
    response.destroy()
  }
}
