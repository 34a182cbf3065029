import type { IncomingMessage, ServerResponse } from 'node:http'

/*
 * Requests that Next.js would fail on, or answer in its own ways, before any page or handler of ours.
 */

const PAGE_METHODS = 'GET, HEAD, OPTIONS'

/**
 * Answers what no page takes: `OPTIONS`, other methods, and targets that are no path (`*`). Pages read no
 * bodies, so nothing limits one that Next.js would read. True if answered.
 */
export function answersForPages({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const isPage = method === 'GET' || method === 'HEAD'
  if (isPage && url.startsWith('/')) return false
  if (method === 'OPTIONS') response.writeHead(204, { Allow: PAGE_METHODS }).end()
  else if (isPage) response.writeHead(400).end()
  else response.writeHead(405, { Allow: PAGE_METHODS }).end()
  return true
}

/** Encodes a path that is not UTF-8 when decoded (`%ff`) literally: it is then unknown like any other. */
export function keepDecodable(request: IncomingMessage): void {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  if (!isDecodable(path)) request.url = [path.replaceAll('%', '%25'), ...query].join('?')
}

/**
 * For when Next.js serves the API too. Stops it from redirecting a path with an empty segment, from
 * changing the answer for client-side navigation headers, and from failing on TRACE.
 */
export function keepApiPlain(request: IncomingMessage): void {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  if (!path.startsWith('/api/')) return
  request.url = [path.replaceAll('//', '/%2F'), ...query].join('?')
  delete request.headers.rsc
  // Refused like PUT, which no operation has.
  if (request.method === 'TRACE') request.method = 'PUT'
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
