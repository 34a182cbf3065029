import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const HEADER = 'content-security-policy'

/** For answers that are no pages: a browser that shows one as a page all the same loads and runs nothing. */
export const POLICY_OF_DATA =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * For files to show or save. A browser's PDF viewer has its own styles and scripts, which the policy above refuses, and our
 * own pages show a PDF in a frame.
 */
export const POLICY_OF_FILES = "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * Sends a policy with a nonce of its own for each page, so that a script in the HTML runs only if we wrote it.
 * Next.js finds the nonce in the request's header and puts it on its scripts.
 */
export function protectPage(
  request: IncomingMessage,
  response: ServerResponse,
  { isDevelopment }: { isDevelopment: boolean },
): void {
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), {
    isDevelopment,
    formTargets: LEADING_ON.test(request.url ?? '') ? "'self' https: http:" : "'self'",
  })
  request.headers[HEADER] = policy
  response.setHeader('Content-Security-Policy', policy)
}

/**
 * The forms of the pay page and of the portal's first page lead on to the payment provider's own page, and that of the
 * sandbox's page to the vendor's, wherever they are.
 */
const LEADING_ON = /^\/(?:(?:pay|sandbox\/checkout)\/|portal\/[^/?]+(?:\?|$))/

/** The nonce of the page that is rendered, for scripts that Next.js doesn't write. */
export function nonceOf(headers: Pick<Headers, 'get'>): string | undefined {
  return /'nonce-([^']+)'/.exec(headers.get(HEADER) ?? '')?.[1]
}

type PolicyOptions = { isDevelopment: boolean; formTargets: string }

/** Everything that a page loads is our own. */
function contentSecurityPolicy(nonce: string, { isDevelopment, formTargets }: PolicyOptions): string {
  return [
    "default-src 'self'",
    // Scripts with the nonce may load further ones; an address alone lets none in, not even of our own files.
    // React's error overlays evaluate code in development; a production build never does.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Mail is shown in a frame that runs nothing, has this policy too, and is styled by attributes; dialogs and
    // menus place themselves by attributes as well.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    // Of all that we serve, only files let themselves be framed.
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${formTargets}`,
  ].join('; ')
}
