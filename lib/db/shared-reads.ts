import type { Pool, QueryConfig, QueryResult } from 'pg'
import type { DatabaseClient } from './database-client'
import { isOfNode } from './unavailable'

/** Enough for the statements of a busy process, since none waits for the answers to the ones before it. */
const CONNECTIONS = 2
/** A demoted server would go on answering reads. A new connection finds the one that accepts writes. */
const LIFETIME_MS = 30_000

type Connection = {
  client: DatabaseClient
  connected: Promise<unknown>
  /** Statements without an answer yet. */
  pending: number
  endsAt: number
  isRetired: boolean
}

/**
 * Connections on which many requests read at once: a statement is sent without waiting for the answers before it,
 * and what is sent in one turn of the event loop goes out together. That saves most of a small read's system
 * calls, here and in the database server. For single statements that read a few rows: a slow one holds up those
 * behind it, and there is no transaction.
 */
export class SharedReads {
  private readonly connections: Connection[] = []

  /** `open` makes a client that sends statements without waiting; it is connected here. */
  constructor(private readonly open: () => DatabaseClient) {}

  /** Has the pool's form for one statement given as an object. */
  readonly query = (async (config: QueryConfig): Promise<QueryResult> => {
    const connection = this.leastBusy()
    connection.pending += 1
    try {
      await connection.connected
      connection.client.collectTurn()
      return await connection.client.query(config)
    } catch (error) {
      // Its prepared statements may no longer be what the driver believes.
      if (!isOfNode(error)) this.retire(connection)
      throw error
    } finally {
      connection.pending -= 1
      endIfDone(connection)
    }
  }) as Pool['query']

  /** Closes every connection once its statements are answered. */
  end(): void {
    for (const connection of [...this.connections]) this.retire(connection)
  }

  private leastBusy(): Connection {
    for (const connection of [...this.connections]) {
      if (connection.endsAt <= Date.now()) this.retire(connection)
    }
    const [best] = this.connections.toSorted((one, other) => one.pending - other.pending)
    if (best && (best.pending === 0 || this.connections.length === CONNECTIONS)) return best
    return this.connect()
  }

  private connect(): Connection {
    const client = this.open()
    const connection = {
      client,
      connected: client.connect(),
      pending: 0,
      endsAt: Date.now() + LIFETIME_MS,
      isRetired: false,
    }
    client.on('end', () => this.retire(connection))
    this.connections.push(connection)
    return connection
  }

  private retire(connection: Connection): void {
    if (connection.isRetired) return
    connection.isRetired = true
    this.connections.splice(this.connections.indexOf(connection), 1)
    endIfDone(connection)
  }
}

function endIfDone({ client, pending, isRetired }: Connection): void {
  // A server that is gone never confirms the end.
  if (isRetired && pending === 0) client.end().catch(() => {})
}
