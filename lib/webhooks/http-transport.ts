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
  /** How long after the check of its address a connection may be used. */
  checkHoldsMs: number
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
 * between check and connection. A connection is used for ten seconds after its check. Redirects and proxies are not
 * followed. On a local installation, webhooks of test mode may also go to `localhost` and loopback addresses; a name
 * that only resolves to one may not.
 */
export function createWebhookTransport(options: Partial<Options> = {}): WebhookTransport {
  const settings: Options = {
    isAllowed: (address) =>
      isPublicAddress(address) ? env.WEBHOOKS_ALLOW_PUBLIC : env.WEBHOOKS_ALLOW_PRIVATE,
    resolve: (hostname) => lookup(hostname, { all: true }),
    isLocal: isLocalInstallation(),
    checkHoldsMs: 10_000,
    ...options,
  }
  const local = new Connections(localSettings(settings))
  const everywhere = new Connections(settings)
  return (request) => send(request, isForThisMachine(request, settings) ? local : everywhere)
}

/** Webhooks of test mode to this machine by its name or loopback address, on an installation that is local. */
function isForThisMachine({ url, mode }: WebhookRequest, { isLocal }: Options): boolean {
  return isLocal && mode === 'test' && URL.canParse(url) && isLoopbackHost(new URL(url).hostname)
}

function localSettings(settings: Options): Options {
  return { ...settings, isAllowed: (address) => isLoopbackAddress(address) || settings.isAllowed(address) }
}

async function send(request: WebhookRequest, connections: Connections): Promise<WebhookResult> {
  const startedMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startedMs)
  let timedOut = false
  let connection: Connection | undefined
  // Destroying the client ends it in any state. An abort signal would not: undici checks it only once it has
  // a connection.
  const timer = setTimeout(() => {
    timedOut = true
    void connection?.client.destroy(new Error('timed out'))
  }, request.timeoutMs)
  try {
    const url = checkedUrl(request.url, connections.options)
    connection = connections.take(url, request.timeoutMs)
    const response = await post(connection.client, url, request).catch((error) => {
      // The receiver ended the connection while it waited for us. Should it have read the request all the same, it gets
      // it twice, as when an answer is lost.
      if (timedOut || !connection?.isReused || wordsFor(error) !== CLOSED_EARLY) throw error
      connection = connections.open(url, request.timeoutMs)
      return post(connection.client, url, request)
    })
    const { text, isAll } = await readBeginning(response.body)
    if (isAll) connections.keep(url, connection)
    else void connection.client.destroy()
    const retryAfter = firstOf(response.headers['retry-after'])
    return { kind: 'response', status: response.statusCode, body: text, retryAfter, durationMs: durationMs() }
  } catch (error) {
    void connection?.client.destroy()
    const message = timedOut ? `no complete answer within ${request.timeoutMs / 1000} s` : wordsFor(error)
    return { kind: 'error', message, durationMs: durationMs() }
  } finally {
    clearTimeout(timer)
  }
}

function post(client: Client, url: URL, { headers, body }: WebhookRequest): Promise<Dispatcher.ResponseData> {
  return client.request({ method: 'POST', path: url.pathname + url.search, headers, body })
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

/** How long a connection waits for the next request. */
const IDLE_MS = 2000
/** Connections that wait, of all receivers together. */
const IDLE_LIMIT = 200

type Connection = { client: Client; isReused: boolean; checkedAtMs: number }

/**
 * Connections to receivers, each for one request at a time. The next request to the same origin takes one that waits:
 * under a flood, to connect for every delivery costs several times the delivery.
 */
class Connections {
  private readonly idle = new Map<string, Connection[]>()
  private idleCount = 0

  constructor(readonly options: Options) {}

  take(url: URL, timeoutMs: number): Connection {
    const oldestCheckMs = performance.now() - this.options.checkHoldsMs
    for (let connection = this.nextIdle(url); connection; connection = this.nextIdle(url)) {
      if (!connection.client.destroyed && connection.checkedAtMs > oldestCheckMs) return connection
      void connection.client.destroy()
    }
    return this.open(url, timeoutMs)
  }

  /** undici's own timeouts are off, because they count headers and body separately and in whole seconds. */
  open(url: URL, timeoutMs: number): Connection {
    const connect = { lookup: checkedLookup(this.options), timeout: timeoutMs, maxCachedSessions: 0 }
    const client = new Client(url.origin, {
      connect,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const connection = { client, isReused: false, checkedAtMs: performance.now() }
    // By itself a client would connect anew, and nobody would know when its address was checked.
    client.once('disconnect', () => {
      this.forget(url, connection)
      void client.destroy()
    })
    return connection
  }

  keep({ origin }: URL, connection: Connection): void {
    if (this.idleCount >= IDLE_LIMIT || connection.client.destroyed) {
      void connection.client.destroy()
      return
    }
    connection.isReused = true
    const waiting = this.idle.get(origin)
    if (waiting) waiting.push(connection)
    else this.idle.set(origin, [connection])
    this.idleCount += 1
  }

  private nextIdle(url: URL): Connection | undefined {
    const connection = this.idle.get(url.origin)?.at(-1)
    if (connection) this.forget(url, connection)
    return connection
  }

  private forget({ origin }: URL, connection: Connection): void {
    const waiting = this.idle.get(origin) ?? []
    const index = waiting.indexOf(connection)
    if (index === -1) return
    waiting.splice(index, 1)
    this.idleCount -= 1
    if (waiting.length === 0) this.idle.delete(origin)
  }
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

/** Reads the first characters of the answer and leaves the rest unread. */
async function readBeginning(
  body: Dispatcher.ResponseData['body'],
): Promise<{ text: string; isAll: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= RESPONSE_LIMIT_CHARACTERS)
      return { text: text.slice(0, RESPONSE_LIMIT_CHARACTERS), isAll: false }
  }
  return { text, isAll: true }
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
  UND_ERR_DESTROYED: CLOSED_EARLY,
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
