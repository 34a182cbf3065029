import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/*
 * What the HTTP server knows about the request under way and the application can't read from it. It travels
 * beside the request and not in headers: a client can write any header, and under another server (`next
 * start`) nobody would overwrite what it wrote.
 */

export type ServedRequest = {
  clientAddress: string
  /** Path and query as they were requested. */
  address: string
  /** A document, and not the parts of a page that Next.js fetches while it navigates or prefetches. */
  isDocument: boolean
  response: { statusCode: number }
}

// Next.js loads a module once for each bundle it is in: pages and server must share one storage.
const shared = globalThis as typeof globalThis & {
  counterfoilServedRequests?: AsyncLocalStorage<ServedRequest>
}

function requests(): AsyncLocalStorage<ServedRequest> {
  shared.counterfoilServedRequests ??= new AsyncLocalStorage()
  return shared.counterfoilServedRequests
}

/** Runs what answers a request. */
export function serveAs<Result>(served: ServedRequest, answer: () => Result): Result {
  return requests().run(served, answer)
}

export function describeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  isBehindProxy: boolean,
): ServedRequest {
  const forwarded = isBehindProxy ? lastForwarded(request) : undefined
  const address = forwarded ?? request.socket.remoteAddress ?? ''
  return {
    clientAddress: address.replace(/^::ffff:/, ''),
    address: request.url ?? '/',
    isDocument: request.headers.rsc === undefined,
    response,
  }
}

/** The proxy's own entry is the last one; the client may have sent those before it. */
function lastForwarded(request: IncomingMessage): string | undefined {
  const all = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  return all.split(',').at(-1)?.trim() || undefined
}

/** The address of the client, for limits and the audit log; null under another server than ours. */
export function clientAddress(): string | null {
  return requests().getStore()?.clientAddress ?? null
}

/** Path and query of the request; null under another server than ours. */
export function requestedAddress(): string | null {
  return requests().getStore()?.address ?? null
}

export function isDocumentRequest(): boolean {
  return requests().getStore()?.isDocument ?? false
}

/**
 * Answers the page that is being rendered with 404. Next.js knows only `notFound()`, which leaves it to the
 * browser's script to draw the message; a page that calls this has its own words in the HTML. It works until
 * the first bytes are sent, so there must be no loading state above the page.
 */
export function answerNotFound(): void {
  const served = requests().getStore()
  if (served) served.response.statusCode = 404
}
