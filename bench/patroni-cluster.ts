import { execFile, spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePorts } from '@/e2e/fixtures/service'
import { type ServerAccount, serverAccount } from '@/lib/db/embedded-account'
import { familyOf, signalAll } from './processes'
import { Relay } from './relay'

const run = promisify(execFile)

const SCOPE = 'counterfoil'
const MEMBERS = 3
const LOOK_MS = 200
const HEALTHY_MS = 90_000
const ANSWER_MS = 2000

/** In seconds, as Patroni has them. */
export type Pace = { ttl: number; loop_wait: number; retry_timeout: number }

/** PostgreSQL under Patroni, with the links that lead to it and from it to etcd. */
export type Node = {
  name: string
  folder: string
  /** Clients come here, past the link. */
  port: number
  restPort: number
  links: Relay[]
  patroniPid: number
}

type EtcdMember = { name: string; args: string[]; url: string; pid: number }
type Member = { name: string; role: string; state: string; timeline?: number }

/** The folders' programs. Throws with instructions if they are not there. */
function findPatroni(): { patroni: string; patronictl: string; etcd: string } {
  const folders = (process.env.PATH ?? '').split(':')
  const find = (name: string) => {
    const folder = folders.find((each) => existsSync(join(each, name)))
    if (folder) return join(folder, name)
    throw new Error(
      `${name} is not in PATH. Install Patroni and etcd ` +
        '(Debian: apt-get install patroni etcd-server; their services need not run), then start again.',
    )
  }
  return { patroni: find('patroni'), patronictl: find('patronictl'), etcd: find('etcd') }
}

/** Three PostgreSQL servers under Patroni with `synchronous_mode`, and three members of etcd, all on this machine. */
export class PatroniCluster {
  readonly nodes: Node[] = []
  private readonly members: EtcdMember[] = []
  private readonly paths = findPatroni()
  private frozen: number[] = []
  /** As of the last look. */
  private wellMembers: string[] = []

  private constructor(
    private readonly folder: string,
    private readonly account: ServerAccount,
    /** Patroni 3.0 may keep an old copy of what etcd's newer interface has told it, and then finds no standby any more. */
    private readonly etcdInterface: 'etcd' | 'etcd3',
  ) {}

  /** Starts a new cluster in the folder, with an empty database for the service, and the table of the trial's own writes. */
  static async start(programs: string, folder: string, pace: Pace): Promise<PatroniCluster> {
    // The servers may run as another user.
    await chmod(folder, 0o755)
    const binaries = {
      postgres: join(programs, 'postgres'),
      initdb: join(programs, 'initdb'),
      pgCtl: join(programs, 'pg_ctl'),
    }
    const account = await serverAccount(binaries, folder, join(folder, 'node1'))
    const { stdout: version } = await run(findPatroni().patroni, ['--version'])
    const cluster = new PatroniCluster(folder, account, / 3\.0\./.test(version) ? 'etcd' : 'etcd3')
    try {
      await cluster.startEtcd()
      for (let number = 1; number <= MEMBERS; number += 1)
        await cluster.addNode(`node${number}`, programs, pace)
      await cluster.untilHealthy()
      await cluster.on(await cluster.primary(), 'CREATE DATABASE counterfoil', HEALTHY_MS)
      await cluster.on(await cluster.primary(), 'CREATE TABLE trial_writes (node TEXT)', HEALTHY_MS)
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  get databaseUrl(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`)
    return `postgresql://counterfoil@${hosts.join()}/counterfoil?target_session_attrs=read-write`
  }

  urlOf({ port }: Node): string {
    return `postgresql://counterfoil@127.0.0.1:${port}/counterfoil`
  }

  /** The node that Patroni takes for the leader. */
  async primary(): Promise<Node> {
    for (;;) {
      const leader = (await this.look()).find(({ role }) => role === 'leader')
      const node = this.nodes.find(({ name }) => name === leader?.name)
      if (node) return node
      await delay(LOOK_MS)
    }
  }

  /**
   * Waits until all nodes run, one of them as the synchronous standby. A member that does not come back in time is copied anew, for
   * which a person would say `patronictl reinit`; returns how many were.
   */
  async untilHealthy(): Promise<number> {
    if (await this.isHealthyWithin(HEALTHY_MS)) return 0
    const lame = this.nodes.filter(({ name }) => !this.wellMembers.includes(name))
    for (const node of lame) {
      this.kill(node)
      await rm(join(node.folder, 'data'), { recursive: true, force: true })
      this.startNode(node)
    }
    if (await this.isHealthyWithin(HEALTHY_MS)) return lame.length
    throw new Error(`The cluster in ${this.folder} is not well, only ${this.wellMembers.join()}`)
  }

  private async isHealthyWithin(limitMs: number): Promise<boolean> {
    const deadline = performance.now() + limitMs
    while (performance.now() < deadline) {
      const members = await this.look()
      const leader = members.find(({ role }) => role === 'leader')
      // A node that comes back reports what it was, until it has followed the new timeline.
      const isWell = ({ state, timeline }: Member) =>
        ['running', 'streaming'].includes(state) && timeline !== undefined && timeline === leader?.timeline
      const hasStandby = members.some(({ role }) => role === 'sync_standby')
      this.wellMembers = members.filter(isWell).map(({ name }) => name)
      if (this.wellMembers.length === MEMBERS && hasStandby) return true
      await delay(LOOK_MS)
    }
    return false
  }

  /** Ends a node as a power cut does. */
  kill(node: Node): void {
    signalAll(processesOf(node), 'SIGKILL')
  }

  /** Starts Patroni on a node that was killed, as its machine would when it is back. */
  startNode(node: Node): void {
    node.patroniPid = this.launch(this.paths.patroni, [join(node.folder, 'patroni.yml')], node.name)
  }

  /** Stops all processes of a node where they are. */
  freeze(node: Node): void {
    this.frozen = processesOf(node)
    signalAll(this.frozen, 'SIGSTOP')
  }

  thaw(): void {
    signalAll(this.frozen.splice(0), 'SIGCONT')
  }

  /** Cuts a node off from etcd and from the other nodes; clients still reach it. */
  cutOff(node: Node): void {
    for (const link of node.links) link.cut()
  }

  mend(node: Node): void {
    for (const link of node.links) link.mend()
  }

  /** Kills the leader of etcd; returns what starts it again. */
  async killEtcdLeader(): Promise<() => void> {
    const statuses = await Promise.all(
      this.members.map(async (member) => {
        const { leader, header } = await ask<{ leader: string; header: { member_id: string } }>(
          `${member.url}/v3/maintenance/status`,
          { method: 'POST', body: '{}' },
        )
        return { member, isLeader: leader === header.member_id }
      }),
    )
    const member = statuses.find(({ isLeader }) => isLeader)?.member
    if (!member) throw new Error('etcd has no leader')
    process.kill(member.pid, 'SIGKILL')
    return () => {
      member.pid = this.launch(this.paths.etcd, member.args, member.name)
    }
  }

  /** Has Patroni make the synchronous standby the primary. */
  async switchOver(from: Node): Promise<void> {
    const standby = (await this.look()).find(({ role }) => role === 'sync_standby')
    if (!standby) throw new Error('There is no synchronous standby')
    const config = join(from.folder, 'patroni.yml')
    const nodes = ['--primary', from.name, '--candidate', standby.name]
    await run(this.paths.patronictl, ['-c', config, 'switchover', SCOPE, ...nodes, '--force'])
  }

  /** Runs a statement on a node, which has to answer within the time. */
  async on({ port }: Node, statement: string, timeoutMs: number): Promise<void> {
    const connection = { host: '127.0.0.1', port, user: 'counterfoil', database: 'postgres' }
    const client = new Client({ ...connection, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(statement)
    } finally {
      // A frozen server never confirms the end.
      client.end().catch(() => {})
    }
  }

  async stop(): Promise<void> {
    this.thaw()
    for (const node of this.nodes) this.kill(node)
    for (const { pid } of this.members) if (runsIn(this.folder, pid)) process.kill(pid, 'SIGKILL')
    for (const { links } of this.nodes) for (const link of links) link.stop()
  }

  private async startEtcd(): Promise<void> {
    const ports = await freePorts(MEMBERS * 2)
    const addresses = Array.from({ length: MEMBERS }, (_, index) => ({
      name: `etcd${index + 1}`,
      url: `http://127.0.0.1:${ports[index * 2]}`,
      peerUrl: `http://127.0.0.1:${ports[index * 2 + 1]}`,
    }))
    const cluster = addresses.map(({ name, peerUrl }) => `${name}=${peerUrl}`).join()
    for (const { name, url, peerUrl } of addresses) {
      const folder = await this.makeFolder(name)
      const args = Object.entries({
        name,
        'data-dir': folder,
        'listen-client-urls': url,
        'advertise-client-urls': url,
        'listen-peer-urls': peerUrl,
        'initial-advertise-peer-urls': peerUrl,
        'initial-cluster': cluster,
        'log-level': 'warn',
        ...(this.etcdInterface === 'etcd' ? { 'enable-v2': 'true' } : {}),
      }).map(([option, value]) => `--${option}=${value}`)
      this.members.push({ name, args, url, pid: this.launch(this.paths.etcd, args, name) })
    }
  }

  private async addNode(name: string, programs: string, pace: Pace): Promise<void> {
    const folder = await this.makeFolder(name)
    const [port = 0, restPort = 0] = await freePorts(2)
    const [ownLink, restLink] = [await Relay.start(port), await Relay.start(restPort)]
    const etcdLinks = await Promise.all(this.members.map(({ url }) => Relay.start(Number(new URL(url).port))))
    const user = { username: 'counterfoil' }
    const config = {
      scope: SCOPE,
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restLink.port}` },
      // Else Patroni would ask etcd for its addresses and go past the links.
      [this.etcdInterface]: { hosts: etcdLinks.map((link) => `127.0.0.1:${link.port}`), use_proxies: true },
      bootstrap: {
        dcs: {
          ...pace,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${ownLink.port}`,
        data_dir: join(folder, 'data'),
        bin_dir: programs,
        pgpass: join(folder, 'pgpass'),
        authentication: { superuser: user, replication: user },
        parameters: { unix_socket_directories: folder },
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        // Else a node that is copied anew waits for minutes until the primary's next checkpoint.
        basebackup: [{ checkpoint: 'fast' }],
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
      watchdog: { mode: 'off' },
    }
    // YAML understands JSON.
    await writeFile(join(folder, 'patroni.yml'), JSON.stringify(config, null, 2))
    const node = { name, folder, port, restPort, links: [ownLink, restLink, ...etcdLinks], patroniPid: 0 }
    this.nodes.push(node)
    this.startNode(node)
  }

  private async makeFolder(name: string): Promise<string> {
    const path = join(this.folder, name)
    await mkdir(path, { mode: 0o755 })
    await this.account.own(path)
    return path
  }

  /** Starts a program that goes on by itself; what it prints is in a file beside its folder. */
  private launch(program: string, args: string[], name: string): number {
    const { file, args: words, options } = this.account.command(program, args)
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    const child = spawn(file, words, { ...options, detached: true, stdio: ['ignore', log, log] })
    child.unref()
    return child.pid ?? 0
  }

  /** The members as the first node that answers knows them. */
  private async look(): Promise<Member[]> {
    for (const { restPort } of this.nodes) {
      const answer = await ask<{ members: Member[] }>(`http://127.0.0.1:${restPort}/cluster`).catch(
        () => null,
      )
      if (answer) return answer.members
    }
    return []
  }
}

async function ask<Answer>(url: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_MS) })
  return (await response.json()) as Answer
}

/** Patroni first, since it would start another server; then its servers with all of their children. */
function processesOf({ patroniPid, folder }: Node): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const pids = [patroniPid, ...numbers.map(Number)].filter((pid) => runsIn(folder, pid))
  return [...new Set(pids.flatMap(familyOf))]
}

/** Whether a process is one of a folder's: the id of one that was killed may be another program's by now. */
function runsIn(folder: string, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
  } catch {
    return false
  }
}
