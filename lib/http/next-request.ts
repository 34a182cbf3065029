import type { IncomingMessage } from 'node:http'

/**
 * Stops Next.js from answering for the API in its own ways. Otherwise it refuses a path that is not UTF-8
 * when decoded (`%ff`) with an HTML page, redirects one with an empty segment, changes the answer for
 * client-side navigation headers, and fails on TRACE before any handler.
 */
export function keepApiPlain(request: IncomingMessage): void {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  if (!path.startsWith('/api/')) return
  // Encoded literally, both kinds of path are unknown paths like any other.
  const readable = (isDecodable(path) ? path : path.replaceAll('%', '%25')).replaceAll('//', '/%2F')
  request.url = [readable, ...query].join('?')
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
