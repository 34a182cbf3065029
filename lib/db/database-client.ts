import { Client, type ClientConfig } from 'pg'
import { env } from '@/lib/env'
import { serverUrls } from './server-urls'

/** Long enough for a busy server, short enough to find its successor within a request. */
const PROBE_MS = 3000

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
  const known = primaries.get(key) ?? { last: null, search: null }
  primaries.set(key, known)
  known.search ??= searchPrimary(urls, known.last)
    .then((server) => {
      known.last = server.url
      return server
    })
    .finally(() => {
      known.search = null
    })
  return known.search
}

/**
 * Asks all servers at once and takes the first one, in the order of the list, that accepts writes. The last
 * primary comes first: a former primary that restarts alone must not win over the server that replaced it.
 */
async function searchPrimary(urls: string[], last: string | null): Promise<Server> {
  const ordered = last === null ? urls : [last, ...urls.filter((url) => url !== last)]
  const probes = ordered.map((url) => probe(url))
  const faults: unknown[] = []
  for (const probing of probes) {
    const answer = await probing
    if (!('fault' in answer)) return answer
    faults.push(answer.fault)
  }
  throw new AggregateError(faults, 'None of the database servers accepts writes')
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

function isNamed(config: unknown): config is { name: string } {
  return typeof config === 'object' && config !== null && 'name' in config
}
