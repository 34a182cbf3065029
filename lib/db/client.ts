import assert from 'node:assert/strict'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { Prisma, PrismaClient } from './generated/client'

/** Part of a statement. Values become parameters, so user input never becomes SQL. */
export type Sql = Prisma.Sql

export const sql = Prisma.sql
export const joinSql = Prisma.join
export const noSql = Prisma.empty
/** An identifier in a statement. Never pass outside text: it becomes SQL. */
export const rawSql = Prisma.raw

/** Longer than any of our statements takes; the transaction's own timeout is longer still. */
const STATEMENT_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 10_000

type Connections = { pool: Pool; prisma: PrismaClient }

// Next.js loads a module once per bundle, but the process has one set of connections.
const store = globalThis as typeof globalThis & { counterfoilConnections?: Connections }

function connections(): Connections {
  if (store.counterfoilConnections) return store.counterfoilConnections
  assert(env.DATABASE_URL, 'DATABASE_URL is not set')
  const pool = new Pool({
    connectionString: env.DATABASE_URL,
    max: env.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    application_name: 'counterfoil',
    options: `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c lock_timeout=${LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout=30000 -c TimeZone=UTC`,
  })
  // Without a listener, a connection closed by the server would crash the process.
  const lost = (error: Error) => log.warn({ error: error.message }, 'a database connection was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' })
  store.counterfoilConnections = { pool, prisma }
  return store.counterfoilConnections
}

/** The process's Prisma client. Connects on first use, so that a build needs no database. */
export function database(): PrismaClient {
  return connections().prisma
}

/** The process's connection pool, for code that uses SQL directly: the queue, the limiter, the sandbox. */
export function connectionPool(): Pool {
  return connections().pool
}

/** Closes every connection; later calls open new ones. */
export async function disconnect(): Promise<void> {
  const open = store.counterfoilConnections
  store.counterfoilConnections = undefined
  await open?.prisma.$disconnect()
  if (open && !open.pool.ended) await open.pool.end()
}
