import type { IncomingMessage } from 'node:http'

/** What clients and proxies say about where a request came from, which Next.js believes. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']

/**
 * Tells the application who calls, in the header `x-client-address`, whatever the client sent there. With a
 * proxy in front that is the last entry of X-Forwarded-For, the one that the proxy itself has written;
 * without one, the forwarded headers are a client's own words and are dropped.
 */
export function setClientAddress(request: IncomingMessage, isBehindProxy: boolean): void {
  const forwarded = isBehindProxy ? lastForwarded(request) : undefined
  const address = forwarded ?? request.socket.remoteAddress ?? ''
  request.headers['x-client-address'] = address.replace(/^::ffff:/, '')
  if (isBehindProxy) return
  for (const name of FORWARDED) delete request.headers[name]
}

function lastForwarded(request: IncomingMessage): string | undefined {
  const all = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  return all.split(',').at(-1)?.trim() || undefined
}
