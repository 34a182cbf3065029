import type { IncomingMessage } from 'node:http'
import { PAGE_PATH_HEADER, returnPathOf } from '@/lib/auth/return-path'

/**
 * Tells a page its own path and query, which Next.js does not: it sends whoever is not signed in to sign in,
 * and from there back to where they were. What the client has sent there is overwritten.
 */
export function setPagePath(request: IncomingMessage): void {
  request.headers[PAGE_PATH_HEADER] = returnPathOf(request.url ?? '/')
}
