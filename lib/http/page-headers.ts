/*
 * What the web process tells a page of its own request, since Next.js does not. Each is written whatever the
 * client has sent.
 */

/** Its own path and query. */
export const PAGE_PATH_HEADER = 'x-page-path'

/** `1` where it is asked for as a document, and not fetched in parts while Next.js navigates or prefetches. */
export const DOCUMENT_HEADER = 'x-page-document'
