import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { env } from '@/lib/env'
import { childSpan, isTracing, type Span } from '@/lib/tracing/spans'
import { errorCode } from './describe-error'
import { serverUrls } from './server-urls'
import { COMPOSED } from './statement'

/** Long enough for a busy server, short enough to find its successor within a request. */
const PROBE_MS = 3000
/** A primary that has been silent for this long is passed over for another server that accepts writes. */
const SILENT_MS = 1000

const READ_ONLY_TRANSACTION = '25006'

/** A connection to the database. Of several servers in `connectionString`, to the one that accepts writes. */
export class DatabaseClient extends Client {
  readonly #urls: string[]
  #isCorked = false

  constructor(config: ClientConfig = {}) {
    const urls = serverUrls(config.connectionString ?? '')
    super({ ...config, connectionString: urls[0] })
    this.#urls = urls
    if (!env.DATABASE_PREPARED) this.query = unnamed(this.query.bind(this))
    if (env.DATABASE_DISTRIBUTED) this.query = withoutCasts(this.query.bind(this))
    if (isTracing) this.query = traced(this.query.bind(this))
    // A server may close the connection before its owner listens, which would end the process. The next statement fails.
    this.on('error', () => {})
    // This server was demoted. Closing its connections makes the pool look for the new primary.
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY_TRANSACTION) this.once('drain', () => void this.end())
    })
  }

  /** Sends what is written in this turn of the event loop together, in one system call for many statements. */
  collectTurn(): void {
    if (this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<Client> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(() => callback(null), callback)
  }

  async #connect(): Promise<Client> {
    if (this.#urls.length > 1) {
      const primary = await findPrimary(this.#urls)
      this.host = primary.host
      this.port = primary.port
    }
    return super.connect()
  }
}

type Server = { url: string; host: string; port: number }

/** The last primary by list of servers, and the search that is under way. */
const primaries = new Map<string, { last: string | null; search: Promise<Server> | null }>()

/** Connections that open at the same time share one search. */
function findPrimary(urls: string[]): Promise<Server> {
  const key = urls.join()
  const primary = primaries.get(key) ?? { last: null, search: null }
  primaries.set(key, primary)
  primary.search ??= searchPrimary(urls, primary.last)
    .then((server) => {
      primary.last = server.url
      return server
    })
    .finally(() => {
      primary.search = null
    })
  return primary.search
}

/**
 * Finds the first server that accepts writes. The last primary comes first: a former primary that restarts alone must not win
 * over the server that replaced it. While the last one is silent, the others are asked again and again: it may be frozen, and one of
 * them about to take its place.
 */
async function searchPrimary(urls: string[], last: string | null): Promise<Server> {
  const others = urls.filter((url) => url !== last)
  const preferred = last === null ? null : probe(last)
  for (;;) {
    const preferredAnswer = await Promise.race([preferred, delay(SILENT_MS, 'silent' as const)])
    const faults: unknown[] = []
    const probes = others.map(probe)
    const answers = preferredAnswer && preferredAnswer !== 'silent' ? [preferredAnswer, ...probes] : probes
    for (const answering of answers) {
      const answer = await answering
      if (!('fault' in answer)) return answer
      faults.push(answer.fault)
    }
    if (preferredAnswer !== 'silent') {
      throw new AggregateError(faults, 'None of the database servers accepts writes')
    }
  }
}

/** Never throws, so that a probe whose answer is not needed fails in silence. */
async function probe(url: string): Promise<Server | { fault: unknown }> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`,
    )
    if (rows[0]?.isReadOnly) return { fault: new Error(`${client.host}:${client.port} is read-only`) }
    return { url, host: client.host, port: client.port }
  } catch (fault) {
    return { fault }
  } finally {
    // A frozen server never confirms the end.
    client.end().catch(() => {})
  }
}

/** For a pooler that can't carry prepared statements: sends every statement with its text. */
function unnamed(query: (config: never, ...rest: never[]) => unknown): Client['query'] {
  const send = query as (config: unknown, ...rest: unknown[]) => unknown
  return ((config: unknown, ...rest: unknown[]) =>
    send(isNamed(config) ? { ...config, name: undefined } : config, ...rest)) as Client['query']
}

/**
 * For distributed tables, whose writes may return what is certain at any time only: the cast of an enum to text, which the
 * ORM asks for, is not. Without it the driver gives the same text.
 */
function withoutCasts(query: (config: never, ...rest: never[]) => unknown): Client['query'] {
  const send = query as (config: unknown, ...rest: unknown[]) => unknown
  return ((config: unknown, ...rest: unknown[]) =>
    send(
      isFromOrm(config) ? { ...config, text: withoutReturnedCasts(config.text) } : config,
      ...rest,
    )) as Client['query']
}

/** A statement of the ORM, whose RETURNING has its columns without casts to text. */
export function withoutReturnedCasts(text: string): string {
  const at = text.lastIndexOf(' RETURNING ')
  return at === -1 ? text : text.slice(0, at) + text.slice(at).replace(/("\w+")::text(?!\[)/g, '$1')
}

type Done = (error: unknown, ...rest: unknown[]) => void

/** Gives each statement of a trace a span, in both of the driver's forms: with a callback, and with a promise. */
function traced(query: (config: never, ...rest: never[]) => unknown): Client['query'] {
  const send = query as (config: unknown, ...rest: unknown[]) => unknown
  return ((config: unknown, ...rest: unknown[]) => {
    const span = childSpan(() => ({
      name: statementName(config),
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql' },
    }))
    if (!span) return send(config, ...rest)
    const last = rest.at(-1)
    if (typeof last === 'function') return send(config, ...rest.slice(0, -1), endedBy(span, last as Done))
    const result = send(config, ...rest)
    if (result instanceof Promise) result.then(() => span.end(), endedBy(span, null))
    return result
  }) as Client['query']
}

function endedBy(span: Span, done: Done | null): Done {
  return (error, ...rest) => {
    if (error) span.fail(errorCode(error))
    span.end()
    done?.(error, ...rest)
  }
}

const VERB = /^\s*(\w{1,20})/
const TABLE = /\b(?:INTO|UPDATE|FROM)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?(\w{1,63})/i

/** The name of a statement of ours; for one without, what it does to which table. Texts never depend on values. */
export function statementName(config: unknown): string {
  if (isNamed(config) && config.name && !config.name.startsWith(COMPOSED)) return config.name
  const whole = typeof config === 'string' ? config : (config as { text?: unknown }).text
  const text = typeof whole === 'string' ? whole : ''
  const [, verb = 'statement'] = VERB.exec(text) ?? []
  const [, table] = TABLE.exec(text) ?? []
  return [verb.toUpperCase(), ...(table ? [table] : [])].join(' ')
}

function isFromOrm(config: unknown): config is { text: string } {
  return typeof config === 'object' && config !== null && 'rowMode' in config && config.rowMode === 'array'
}

function isNamed(config: unknown): config is { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config
}
