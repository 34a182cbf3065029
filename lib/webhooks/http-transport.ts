import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Client, type Dispatcher } from 'undici'
import { env } from '@/lib/env'
import { isLocalInstallation, isLoopbackAddress, isLoopbackHost } from '@/lib/http/listen-addresses'
import {
  RESPONSE_LIMIT_CHARACTERS,
  type WebhookRequest,
  type WebhookResult,
  type WebhookTransport,
} from './attempt-delivery'
import { isPublicAddress } from './public-address'

type Resolve = (hostname: string) => Promise<LookupAddress[]>
type Options = {
  isAllowed: (address: string) => boolean
  resolve: Resolve
  /** True if webhooks of test mode may go to this machine itself. */
  isLocal: boolean
}

const NOT_PUBLIC = 'address is not public, and only WEBHOOKS_ALLOW_PRIVATE=1 lets webhooks go there'
const PUBLIC = 'address is public, and WEBHOOKS_ALLOW_PUBLIC=0 keeps webhooks off the internet'

/** A request that we refuse to send; the message is for the vendor. */
class RefusedError extends Error {
  override name = 'RefusedError'
}

/**
 * The transport of webhooks. Vendors choose the URLs, so none may reach our internal network: every address
 * of the host is checked, and the connection goes to a checked address, so that a name can't be repointed
 * between check and connection. Redirects and proxies are not followed. On a local installation, webhooks of test mode
 * may also go to `localhost` and loopback addresses; a name that only resolves to one may not.
 */
export function createWebhookTransport(options: Partial<Options> = {}): WebhookTransport {
  const settings: Options = {
    isAllowed: (address) =>
      isPublicAddress(address) ? env.WEBHOOKS_ALLOW_PUBLIC : env.WEBHOOKS_ALLOW_PRIVATE,
    resolve: (hostname) => lookup(hostname, { all: true }),
    isLocal: isLocalInstallation(),
    ...options,
  }
  return (request) => send(request, settingsFor(request, settings))
}

function settingsFor({ url, mode }: WebhookRequest, settings: Options): Options {
  const { isLocal, isAllowed } = settings
  if (!isLocal || mode !== 'test' || !URL.canParse(url) || !isLoopbackHost(new URL(url).hostname))
    return settings
  return { ...settings, isAllowed: (address) => isLoopbackAddress(address) || isAllowed(address) }
}

async function send(request: WebhookRequest, options: Options): Promise<WebhookResult> {
  const startedMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startedMs)
  let timedOut = false
  let client: Client | undefined
  // Destroying the client ends it in any state. An abort signal would not: undici checks it only once it has
  // a connection.
  const timer = setTimeout(() => {
    timedOut = true
    void client?.destroy(new Error('timed out'))
  }, request.timeoutMs)
  try {
    const url = checkedUrl(request.url, options)
    client = newClient(url, request.timeoutMs, options)
    const { headers, body } = request
    const path = url.pathname + url.search
    const response = await client.request({ method: 'POST', path, headers, body })
    const text = await readBeginning(response.body)
    const retryAfter = firstOf(response.headers['retry-after'])
    return { kind: 'response', status: response.statusCode, body: text, retryAfter, durationMs: durationMs() }
  } catch (error) {
    const message = timedOut ? `no complete answer within ${request.timeoutMs / 1000} s` : wordsFor(error)
    return { kind: 'error', message, durationMs: durationMs() }
  } finally {
    clearTimeout(timer)
    void client?.destroy()
  }
}

/** The URL parser has already normalized odd forms of an address (2130706433, 0x7f.1). */
function checkedUrl(text: string, { isAllowed }: Options): URL {
  if (!URL.canParse(text)) throw new RefusedError('URL is not valid')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new RefusedError('URL is not http or https')
  if (url.username || url.password) throw new RefusedError('URL has a user name or password')
  // A literal address is connected to without a look-up, so the check there would not see it.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isAllowed(host)) throw new RefusedError(refusalFor(host))
  return url
}

function refusalFor(address: string): string {
  return isPublicAddress(address) ? PUBLIC : NOT_PUBLIC
}

/**
 * A client for one request: no connection and no TLS session outlives the check it was made under. undici's
 * own timeouts are off, because they count headers and body separately and in whole seconds.
 */
function newClient(url: URL, timeoutMs: number, options: Options): Client {
  const connect = { lookup: checkedLookup(options), timeout: timeoutMs, maxCachedSessions: 0 }
  return new Client(url.origin, { connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 })
}

function checkedLookup({ isAllowed, resolve }: Options): LookupFunction {
  const checked = async (hostname: string) => {
    const addresses = await resolve(hostname)
    // One internal address is enough to refuse: an honest name has none, and Node tries every address it is
    // given.
    const refused = addresses.find(({ address }) => !isAllowed(address))
    if (refused) throw new RefusedError(refusalFor(refused.address))
    return addresses
  }
  return (hostname, { all }, callback) => {
    checked(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first) callback(new RefusedError('host name has no address'), [])
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
}

/** Reads the first characters of the answer, leaves the rest unread, and closes the connection. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= RESPONSE_LIMIT_CHARACTERS) break
  }
  return text.slice(0, RESPONSE_LIMIT_CHARACTERS)
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null
}

const CLOSED_EARLY = 'connection was closed before the answer was complete'
const UNREACHABLE = 'host is unreachable'
const UNRESOLVED = 'host name could not be resolved'
const MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: CLOSED_EARLY,
  EPIPE: CLOSED_EARLY,
  UND_ERR_SOCKET: CLOSED_EARLY,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CLOSED_EARLY,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ENOTFOUND: UNRESOLVED,
  EAI_AGAIN: UNRESOLVED,
}

/** An explanation for the vendor; the system's own message if we have none (mostly certificates). */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return 'request failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return MESSAGES[code] ?? (error.message || code || 'request failed')
}
