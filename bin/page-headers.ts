import type { IncomingMessage } from 'node:http'
import { returnPathOf } from '@/lib/auth/return-path'
import { DOCUMENT_HEADER, PAGE_PATH_HEADER } from '@/lib/http/page-headers'

/** Tells a page what it was asked for as. What the client has sent there is overwritten. */
export function setPageHeaders(request: IncomingMessage): void {
  request.headers[PAGE_PATH_HEADER] = returnPathOf(request.url ?? '/')
  request.headers[DOCUMENT_HEADER] = request.headers.rsc === undefined ? '1' : '0'
}
