import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import { type Client, Pool } from 'pg'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { isTracing, keepSpan } from '@/lib/tracing/spans'
import { DatabaseClient } from './database-client'
import { sentenceOf } from './describe-error'
import { Prisma, PrismaClient } from './generated/client'
import { SESSION_OPTIONS } from './session-settings'
import { SharedReads } from './shared-reads'
import { numberParameters, type Query, type Queryable } from './statement'
import { isOfNode } from './unavailable'

/** Part of a statement. Values become parameters, so user input never becomes SQL. */
export type Sql = Prisma.Sql

export const sql = Prisma.sql
export const joinSql = Prisma.join
export const noSql = Prisma.empty
/** A text whose parameters have names, as in `statement`, as part of a composed statement. */
export function namedSql(text: string, values: Record<string, string>): Sql {
  const { numbered, parameters } = numberParameters(text)
  const [first = '', ...rest] = numbered.split(/\$(\d+)/)
  const strings = [first, ...rest.filter((_, index) => index % 2 === 1)]
  const numbers = rest.filter((_, index) => index % 2 === 0)
  return new Prisma.Sql(
    strings,
    numbers.map((number) => values[parameters[Number(number) - 1] ?? '']),
  )
}
/** An identifier in a statement. Never pass outside text: it becomes SQL. */
export const rawSql = Prisma.raw

const CONNECT_MS = Math.round((env.DATABASE_TIMEOUT_MS * 2) / 3)
/** Above the statement timeout, so that a server that is well answers first. */
const SILENCE_MS = Math.round(env.DATABASE_TIMEOUT_MS * 1.2)

/** The ORM's models, and what runs statements: the database, or a transaction. */
export type Orm = Prisma.TransactionClient & Queryable

type Connections = { pool: Pool; prisma: PrismaClient & Queryable; reads: SharedReads }

// Next.js loads a module once per bundle, but the process has one set of connections.
const store = globalThis as typeof globalThis & { counterfoilConnections?: Connections }

function connections(): Connections {
  if (store.counterfoilConnections) return store.counterfoilConnections
  assert(env.DATABASE_URL, 'DATABASE_URL is not set')
  const options = {
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'counterfoil',
    options: SESSION_OPTIONS,
    // Statements are sent without waiting for the answers before them, where a caller doesn't wait either.
    pipeline: true,
  }
  const pool = new Pool({ Client: DatabaseClient, max: env.DATABASE_POOL_SIZE, ...options })
  if (isTracing) pool.connect = keepingSpans(pool)
  pool.query = keepingConnections(pool)
  pool.on('error', logLoss)
  pool.on('connect', (client) => {
    client.on('error', logLoss)
    giveUpOnSilence(client)
  })
  const reads = new SharedReads(() => {
    const client = new DatabaseClient(options)
    client.on('error', logLoss)
    client.once('connect', () => giveUpOnSilence(client))
    return client
  })
  const orm = new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' })
  const prisma = Object.assign(orm, { query: (query: Query) => pool.query(query) }) as PrismaClient &
    Queryable
  store.counterfoilConnections = { pool, prisma, reads }
  return store.counterfoilConnections
}

/** A statement that waited for a connection would count for the span of the one that gave it back. */
function keepingSpans(pool: Pool): Pool['connect'] {
  const connect = pool.connect.bind(pool) as (callback?: (...args: unknown[]) => void) => unknown
  return ((callback?: (...args: unknown[]) => void) =>
    callback ? connect(keepSpan(callback)) : connect()) as Pool['connect']
}

/** The pool's own form closes the connection after any statement that fails. This one does not where a node of a cluster is away. */
function keepingConnections(pool: Pool): Pool['query'] {
  return (async (...statement: Parameters<Client['query']>) => {
    const client = await pool.connect()
    try {
      const result = await client.query(...statement)
      client.release()
      return result
    } catch (error) {
      client.release(!isOfNode(error))
      throw error
    }
  }) as Pool['query']
}

/** Without a listener, a connection closed by the server would crash the process. */
function logLoss(error: Error): void {
  log.warn({ error: sentenceOf(error) }, 'a database connection was lost')
}

/**
 * Closes a connection whose server has frozen. The driver's `query_timeout` would fail the statement and leave
 * the connection in the middle of its transaction, which the pool would then hand to another request.
 */
function giveUpOnSilence({ connection: { stream } }: Client): void {
  // A TLS connection is a Socket too.
  if (!(stream instanceof Socket)) return
  const silent = Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })
  stream.setTimeout(SILENCE_MS, () => stream.destroy(silent))
}

/** The process's Prisma client. Connects on first use, so that a build needs no database. */
export function database(): PrismaClient & Queryable {
  return connections().prisma
}

/** The process's connection pool, for code that uses SQL directly: the queue, the limiter, the sandbox. */
export function connectionPool(): Pool {
  return connections().pool
}

/**
 * For a single small read while a request waits: it shares a connection with others. Through a
 * pooler that can't carry prepared statements it is the pool.
 */
export function sharedReads(): Pick<Pool, 'query'> {
  return env.DATABASE_PREPARED ? connections().reads : connections().pool
}

/** Closes every connection; later calls open new ones. */
export async function disconnect(): Promise<void> {
  const open = store.counterfoilConnections
  store.counterfoilConnections = undefined
  open?.reads.end()
  await open?.prisma.$disconnect()
  if (open && !open.pool.ended) await open.pool.end()
}
