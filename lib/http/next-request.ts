import type { IncomingMessage } from 'node:http'

/**
 * Keeps Next.js from answering for the API in its own ways. Without it, a path that is no UTF-8 when decoded
 * (`%ff`) is refused with an HTML page, one with an empty segment is redirected, the header of client-side
 * navigation changes the answer, and TRACE fails before it reaches a handler.
 */
export function keepApiPlain(request: IncomingMessage): void {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  if (!path.startsWith('/api/')) return
  // Taken for the characters that they consist of, both paths are unknown ones like any other.
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
