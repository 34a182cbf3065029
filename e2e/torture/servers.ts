import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CitusCluster } from '@/bench/citus-cluster'
import { findPrograms, postmasterOf, type Server, serverHost } from '@/bench/standby'
import { isAlive, type Service } from '../fixtures/service'

/** One of the PostgreSQL servers under the service. */
export type DatabaseServer = {
  name: string
  url: string
  /** Of its first process, while it runs. */
  pid(): number
  /** Ends it as a power cut does. */
  kill(): void
  /** Starts it again once it has ended, as its service manager would. Returns once it accepts connections. */
  revive(): Promise<void>
}

/** All PostgreSQL servers under the service. */
export type Servers = {
  /** Settings that lead the service to them. */
  settings: Record<string, string>
  /** How many times as long as on the embedded database everything may take; a run of the same length does as much less. */
  slowdown: number
  isCluster: boolean
  /** Where their data is, beside the service's own folder. */
  folders: string[]
  list(service: Service): DatabaseServer[]
  /** After the set-up, whose thousands of new files a server that is killed soon afterwards would have to write first. */
  settle(): Promise<void>
  /** With `keep`, the data stays. */
  stop(options: { keep: boolean }): Promise<void>
}

/** The embedded database, which the service's supervisor starts, and starts again. */
export const EMBEDDED: Servers = {
  // The database is the service's own, whatever other tests are given.
  settings: { DATABASE_URL: '' },
  slowdown: 1,
  isCluster: false,
  folders: [],
  list: (service) => [
    {
      name: 'the embedded database',
      url: service.databaseUrl,
      pid: () => service.databasePid(),
      kill: () => process.kill(service.databasePid(), 'SIGKILL'),
      revive: async () => {},
    },
  ],
  settle: async () => {},
  stop: async () => {},
}

const WORKERS = 2
const SHARDS = 8
const SLOWDOWN = 4
const LOOK_MS = 20

/** A Citus cluster of this run's own. Throws with instructions if PostgreSQL's programs are missing, or have no Citus. */
export async function startCluster(): Promise<Servers> {
  const programs = findPrograms(undefined)
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-cluster-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const cluster = await serverHost(programs, folder)
    .then((host) => CitusCluster.start(host, WORKERS, SHARDS))
    .catch(async (error) => {
      await remove()
      throw error
    })
  const { coordinator } = cluster
  return {
    settings: { DATABASE_URL: coordinator.url, DATABASE_DISTRIBUTED: 'citus' },
    slowdown: SLOWDOWN,
    isCluster: true,
    folders: [folder],
    list: () =>
      cluster.nodes.map((node) => ({
        name: node === coordinator ? 'the coordinator' : `worker ${cluster.workers.indexOf(node) + 1}`,
        url: node.url,
        pid: () => postmasterOf(node),
        kill: () => cluster.kill(node),
        revive: () => revive(cluster, node),
      })),
    settle: () => cluster.checkpoint(),
    stop: async ({ keep }) => {
      await cluster.stop()
      if (!keep) await remove()
    },
  }
}

async function revive(cluster: CitusCluster, node: Server): Promise<void> {
  while (isAlive(pidOf(node))) await delay(LOOK_MS)
  await cluster.restart(node)
}

/** Null once it has stopped in order, with its file. */
function pidOf(node: Server): number | null {
  try {
    return postmasterOf(node)
  } catch {
    return null
  }
}
