import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { Scene } from '../scene'
import type { Stage } from '../stage'
import { work } from './kills'

const CLIENTS = 4
const MORE_THAN_ALL = 260

const TROUBLES: Record<string, (stage: Stage) => Promise<void>> = {
  async stopped(stage) {
    process.kill(stage.service.databasePid(), 'SIGINT')
    await stage.afterOperations(30)
  },
  async killed(stage) {
    process.kill(stage.service.databasePid(), 'SIGKILL')
    await stage.afterOperations(30)
  },
  async frozen(stage) {
    const frozen = databaseProcesses(stage)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    await stage.afterOperations(2 * CLIENTS)
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  },
  async 'read-only'(stage) {
    await setReadOnly(stage, 'on')
    await stage.afterOperations(30)
    await setReadOnly(stage, 'off')
  },
  /** A new web process finds no connection left. */
  async 'out of connections'(stage) {
    const clients: Client[] = []
    const take = async () => {
      const client = new Client({ connectionString: stage.service.databaseUrl })
      client.on('error', () => {})
      await client.connect()
      clients.push(client)
    }
    await Promise.allSettled(Array.from({ length: MORE_THAN_ALL }, take))
    const web = stage.service.pid('web')
    if (web !== null) process.kill(web, 'SIGKILL')
    await Promise.allSettled(Array.from({ length: MORE_THAN_ALL - clients.length }, take))
    await stage.afterOperations(30)
    await Promise.allSettled(clients.map((client) => client.end()))
  },
}

/** The database is stopped, killed, frozen, read-only or full of other people's connections under load. */
export const database: Scene = {
  name: 'database',
  finds: 'an acknowledged write that is lost, a process that does not come back by itself',
  async run(stage, random, { count }) {
    const ending = new AbortController()
    const actors = await stage.actorsOf(CLIENTS, { creditMinor: 100_000_000n })
    const clients = actors.map((actor, index) => work(stage, actor, random.fork(index), ending.signal))
    let order: string[] = []
    for (let trouble = 0; trouble < count(60, 5); trouble += 1) {
      if (order.length === 0) order = random.shuffled(Object.keys(TROUBLES))
      const name = order.pop() ?? ''
      await stage.afterOperations(random.integer(10, 60))
      stage.tally.faults += 1
      await TROUBLES[name]?.(stage)
      const isWell = await stage.service.ready().then(
        () => true,
        () => false,
      )
      stage.tally.expect(isWell, `the service does not recover from a database that was ${name}`)
      await stage.reconnect()
    }
    await stage.afterOperations(20)
    ending.abort()
    await Promise.all(clients)
  },
}

async function setReadOnly({ service }: Stage, value: 'on' | 'off'): Promise<void> {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

/** The server's process ids; only its first where there is no /proc. */
function databaseProcesses({ service }: Stage): number[] {
  const postmaster = service.databasePid()
  try {
    const others = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => parentOf(pid) === postmaster)
    return [postmaster, ...others]
  } catch {
    return [postmaster]
  }
}

function parentOf(pid: number): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}
