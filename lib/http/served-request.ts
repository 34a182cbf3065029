import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddressOf, type Proxies } from './client-address'

/*
 * Facts that only the HTTP server knows about the current request. They travel beside the request rather than
 * in headers: a client can write any header, and under another server (`next start`) nothing would overwrite
 * it.
 */

export type ServedRequest = {
  clientAddress: string
  /** Path and query as requested. */
  address: string
  response: { statusCode: number }
}

// Next.js loads a module once per bundle, but pages and server must share one storage.
const shared = globalThis as typeof globalThis & {
  counterfoilServedRequests?: AsyncLocalStorage<ServedRequest>
}

function requests(): AsyncLocalStorage<ServedRequest> {
  shared.counterfoilServedRequests ??= new AsyncLocalStorage()
  return shared.counterfoilServedRequests
}

/**
 * Runs the code that answers a page's request. Operations get what they need as arguments: once a process has a
 * store that follows its promises, Node.js calls a hook for each of them (before version 24).
 */
export function serveAs<Result>(served: ServedRequest, answer: () => Result): Result {
  return requests().run(served, answer)
}

export function describeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  proxies: Proxies,
): ServedRequest {
  const forwarded = request.headers['x-forwarded-for']
  return {
    clientAddress: clientAddressOf(
      request.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join() : forwarded,
      proxies,
    ),
    address: request.url ?? '/',
    response,
  }
}

/** The client's address, for limits and the audit log; null under another server. */
export function clientAddress(): string | null {
  return requests().getStore()?.clientAddress ?? null
}

/** Path and query of the request; null under another server. */
export function requestedAddress(): string | null {
  return requests().getStore()?.address ?? null
}

/**
 * Sets the status of the page being rendered to 404. Next.js only has `notFound()`, which leaves the message
 * to the browser's JavaScript; a page that calls this has its message in the HTML. Works until the first
 * bytes are sent, so there must be no loading state above the page.
 */
export function answerNotFound(): void {
  const served = requests().getStore()
  if (served) served.response.statusCode = 404
}
