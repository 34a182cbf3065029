import { Client } from 'pg'
import { familyOf, signalAll } from '@/bench/processes'
import type { Scene } from '../scene'
import type { DatabaseServer } from '../servers'
import type { Stage } from '../stage'
import { work } from './kills'

const CLIENTS = 4
const MORE_THAN_ALL = 320
/** Longer than a statement may take. */
const FROZEN_MS = 20_000

const TROUBLES: Record<string, (stage: Stage, server: DatabaseServer) => Promise<void>> = {
  async stopped(stage, server) {
    process.kill(server.pid(), 'SIGINT')
    await stage.afterOperations(30)
    await server.revive()
  },
  async killed(stage, server) {
    server.kill()
    await stage.afterOperations(30)
    await server.revive()
  },
  async frozen(stage, server) {
    const frozen = familyOf(server.pid())
    signalAll(frozen, 'SIGSTOP')
    const before = stage.tally.refusals
    // On a server of a cluster, perhaps nobody notices.
    await stage.until(() => stage.tally.refusals >= before + CLIENTS, FROZEN_MS)
    signalAll(frozen, 'SIGCONT')
  },
  async 'read-only'(stage, server) {
    await setReadOnly(server, 'on')
    await stage.afterOperations(30)
    await setReadOnly(server, 'off')
  },
  /** A new web process finds no connection left. */
  async 'out of connections'(stage, server) {
    const clients: Client[] = []
    const take = async () => {
      const client = new Client({ connectionString: server.url })
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

/** A database server is stopped, killed, frozen, read-only or full of other people's connections under load. */
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
      const server = stage.databaseServer(random.fork(`trouble ${trouble}`))
      await TROUBLES[name]?.(stage, server)
      const isWell = await stage.service.ready().then(
        () => true,
        () => false,
      )
      stage.tally.expect(isWell, `the service does not recover from ${server.name} that was ${name}`)
      await stage.reconnect()
    }
    await stage.afterOperations(20)
    ending.abort()
    await Promise.all(clients)
  },
}

async function setReadOnly({ url }: DatabaseServer, value: 'on' | 'off'): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}
