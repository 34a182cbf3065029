import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { familyCpuMs } from './processes'
import { killServer, onServer, postmasterOf, type Server, type ServerHost } from './standby'

const SETTINGS = [
  'shared_preload_libraries=citus',
  'max_prepared_transactions=400',
  // Shards move by logical replication.
  'wal_level=logical',
  'archive_mode=on',
  'archive_command=mkdir -p archive && cp %p archive/%f',
  // A node says more quickly that another one is away.
  'citus.node_connection_timeout=5000',
  // After a crash a node flushes each of its thousands of files by itself otherwise.
  'recovery_init_sync_method=syncfs',
]

/** A Citus cluster on this machine: a coordinator without shards, and its workers. */
export class CitusCluster {
  private constructor(
    private readonly host: ServerHost,
    readonly coordinator: Server,
    readonly workers: Server[],
  ) {}

  /** `shards` for each group of tables that are together. Throws if PostgreSQL's programs have no Citus. */
  static async start(host: ServerHost, workers: number, shards: number): Promise<CitusCluster> {
    const names = ['primary', ...Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)]
    const nodes: Server[] = []
    try {
      for (const name of names) {
        const node = await host.folderFor(name)
        nodes.push(node)
        await host.create(node)
        await host.start(node, [...SETTINGS, `citus.shard_count=${shards}`])
        await onServer(node, 'CREATE DATABASE counterfoil', 'postgres')
        await onServer(node, 'CREATE EXTENSION citus')
      }
      const [coordinator, ...rest] = nodes as [Server, ...Server[]]
      await onServer(coordinator, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
      for (const { port } of rest) await onServer(coordinator, `SELECT citus_add_node('127.0.0.1', ${port})`)
      return new CitusCluster(host, coordinator, rest)
    } catch (error) {
      for (const node of nodes) await host.stop(node)
      throw error
    }
  }

  get nodes(): Server[] {
    return [this.coordinator, ...this.workers]
  }

  /** The set-up creates thousands of files at once; a node that is lost soon afterwards would have to write them when it returns. */
  async checkpoint(): Promise<void> {
    for (const node of this.nodes) await onServer(node, 'CHECKPOINT')
  }

  kill(node: Server): void {
    killServer(node)
  }

  restart(node: Server): Promise<void> {
    return this.host.start(node, SETTINGS)
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await this.host.stop(node)
  }

  /** Processor time of all nodes so far, in ms; null where there is no /proc. */
  cpuMs(): number | null {
    const each = this.nodes.map((node) => familyCpuMs(postmasterOf(node)))
    return each.reduce((sum, ms) => (sum === null || ms === null ? null : sum + ms), 0)
  }

  /** The node of each account. */
  async nodesOf(accountIds: string[]): Promise<Map<string, Server>> {
    const rows = await this.query<{ id: string; port: number }>(
      `SELECT id, nodeport AS port
         FROM unnest($1::uuid[]) AS account (id)
         JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('accounts', id)
         JOIN pg_dist_node USING (groupid)`,
      [accountIds],
    )
    const byPort = new Map(this.nodes.map((node) => [node.port, node]))
    return new Map(rows.map(({ id, port }) => [id, byPort.get(port) ?? this.coordinator]))
  }

  /** Moves the account's shard, with all tables beside it. Returns how long it took, in ms. */
  async move(accountId: string, from: Server, to: Server): Promise<number> {
    const startedAt = performance.now()
    await this.query(
      `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('accounts', $1::uuid),
                                         '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
      [accountId, from.port, to.port],
    )
    return performance.now() - startedAt
  }

  /** A base copy of each node, from which `restoreTo` begins. */
  async copyNodes(): Promise<Map<Server, Server>> {
    const copies = new Map<Server, Server>()
    for (const [index, node] of this.nodes.entries()) {
      const copy = { ...(await this.host.folderFor(`copy-${index}`)), port: node.port, url: node.url }
      const source = `host=127.0.0.1 port=${node.port} user=counterfoil`
      await this.host.call('pg_basebackup', '-D', copy.folder, '-d', source, '-X', 'stream', '-c', 'fast')
      copies.set(node, copy)
    }
    return copies
  }

  /** Names a point to which all nodes can be restored together, and waits until it is in the archives. */
  async createRestorePoint(name: string): Promise<void> {
    await this.query('SELECT citus_create_restore_point($1)', [name])
    for (const node of this.nodes) {
      const [row] = await onServer<{ file: string }>(node, 'SELECT pg_walfile_name(pg_switch_wal()) AS file')
      const archived = `SELECT last_archived_wal >= '${row?.file}' AS is FROM pg_stat_archiver`
      for (let isArchived = false; !isArchived; await delay(50)) {
        const [answer] = await onServer<{ is: boolean | null }>(node, archived)
        isArchived = answer?.is === true
      }
    }
  }

  /** Loses all nodes, and puts in their place what their copies and archives make of them up to the point. */
  async restoreTo(name: string, copies: Map<Server, Server>): Promise<void> {
    await this.stop()
    for (const [node, copy] of copies) {
      await appendFile(
        join(copy.folder, 'postgresql.auto.conf'),
        `restore_command = 'cp ${node.folder}/archive/%f %p'\n` +
          `recovery_target_name = '${name}'\nrecovery_target_action = 'promote'\n`,
      )
      await appendFile(join(copy.folder, 'recovery.signal'), '')
      node.folder = copy.folder
      await this.restart(node)
    }
    for (const node of this.nodes) await untilPrimary(node)
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.coordinator.url })
    await client.connect()
    return client
      .query<Row>(text, values)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
}

async function untilPrimary(node: Server): Promise<void> {
  for (let isPrimary = false; !isPrimary; await delay(50)) {
    const [row] = await onServer<{ is: boolean }>(node, 'SELECT NOT pg_is_in_recovery() AS is')
    isPrimary = row?.is === true
  }
}
