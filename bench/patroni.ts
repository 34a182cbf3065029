import { setTimeout as delay } from 'node:timers/promises'
import { startService } from '@/e2e/fixtures/service'
import { FailoverLoad, showBooks } from './failover-load'
import { type Figure, percentile, show } from './figures'
import { type Node, type Pace, PatroniCluster } from './patroni-cluster'
import { atEnd, say, temporaryFolder } from './setup'

const PATRONIS_OWN: Pace = { ttl: 30, loop_wait: 10, retry_timeout: 10 }
/** The settings that docs/scaling.md recommends. */
const RECOMMENDED: Pace = { ttl: 10, loop_wait: 2, retry_timeout: 3 }
const RECOMMENDED_SERVICE = { DATABASE_TIMEOUT_MS: '5000' }
const MAX_PAUSE_SECONDS = { byDefaults: 40, recommended: 15 }

/** As long as a trial without a new primary takes. */
const NO_CHANGE_MS = 10_000
const RECOVERY_MS = 120_000
const PROBE_EVERY_MS = 200
const PROBE_MS = 2000

type Scene = {
  name: string
  /** Does it to the primary; returns what makes the cluster whole again. */
  strike(cluster: PatroniCluster, primary: Node): Promise<() => void>
  keepsPrimary?: true
}

const SCENES: Scene[] = [
  {
    name: 'the primary is killed',
    async strike(cluster, primary) {
      cluster.kill(primary)
      return () => cluster.startNode(primary)
    },
  },
  {
    name: 'the primary freezes',
    async strike(cluster, primary) {
      cluster.freeze(primary)
      return () => cluster.thaw()
    },
  },
  {
    name: 'the leader of etcd is killed',
    keepsPrimary: true,
    strike: (cluster) => cluster.killEtcdLeader(),
  },
  {
    name: 'the primary is cut off, but not from its clients',
    async strike(cluster, primary) {
      cluster.cutOff(primary)
      return () => cluster.mend(primary)
    },
  },
  {
    name: 'a switchover',
    async strike(cluster, primary) {
      await cluster.switchOver(primary)
      return () => {}
    },
  },
]

/** A write that a node took, by the clock of `performance.now()`. */
type Probe = { node: string; sentAtMs: number; takenAtMs: number }

/** Writes to each node by itself all the time, to see which of them takes it. */
class Probes {
  readonly taken: Probe[] = []
  private isOver = false
  private readonly loops: Promise<void>[]

  constructor(private readonly cluster: PatroniCluster) {
    this.loops = cluster.nodes.map((node) => this.probe(node))
  }

  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
  }

  /** Writes that a node took after they were sent to it when another one had taken over already. */
  behindTheNext(): Probe[] {
    const firsts = new Map<string, number>()
    for (const { node, takenAtMs } of this.taken) {
      firsts.set(node, Math.min(firsts.get(node) ?? takenAtMs, takenAtMs))
    }
    const inOrder = [...firsts].toSorted(([, a], [, b]) => a - b)
    return this.taken.filter(({ node, sentAtMs }) => {
      const next = inOrder[inOrder.findIndex(([name]) => name === node) + 1]
      return next !== undefined && sentAtMs > next[1]
    })
  }

  private async probe(node: Node): Promise<void> {
    while (!this.isOver) {
      const sentAtMs = performance.now()
      const statement = `INSERT INTO trial_writes (node) VALUES ('${node.name}')`
      const isTaken = await this.cluster.on(node, statement, PROBE_MS).then(
        () => true,
        () => false,
      )
      if (isTaken) this.taken.push({ node: node.name, sentAtMs, takenAtMs: performance.now() })
      await delay(PROBE_EVERY_MS)
    }
  }
}

/**
 * Nobody helps: five things go wrong with three servers under Patroni and load, which find a new primary by themselves
 * (docs/scaling.md). No acknowledged write may be lost or made twice, no two servers take writes at once, and no payout stays open.
 */
export async function tryPatroni({
  programs,
  loadMs,
  clients,
  rounds,
  isByDefaults,
}: {
  programs: string
  loadMs: number
  clients: number
  rounds: number
  /** With Patroni's and our own settings, instead of those that docs/scaling.md recommends. */
  isByDefaults: boolean
}): Promise<void> {
  const cluster = await PatroniCluster.start(
    programs,
    await temporaryFolder(),
    isByDefaults ? PATRONIS_OWN : RECOMMENDED,
  )
  atEnd(() => cluster.stop())
  const env = { DATABASE_URL: cluster.databaseUrl, ...(isByDefaults ? {} : RECOMMENDED_SERVICE) }
  const service = await startService({ env })
  atEnd(() => service.stop())
  const load = await FailoverLoad.start(service, clients)
  const outcomes = new Map(SCENES.map((scene): [Scene, Outcome[]] => [scene, []]))
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const [scene, past] of outcomes) {
        const outcome = await play(scene, { cluster, load, loadMs })
        past.push(outcome)
        say(`Round ${round} of ${rounds}, ${scene.name}: ${JSON.stringify(outcome)}`)
      }
    }
  } finally {
    // A cluster that does not come back ends the trial; the figures up to there count.
    for (const [scene, past] of outcomes) showScene(scene, past, isByDefaults)
  }
  const unanswered = await load.stop()
  await showBooks(service, load, unanswered, cluster.urlOf(await cluster.primary()))
}

/** One scene of one round. */
type Outcome = {
  takeoverSeconds: number
  pauseSeconds: number
  strays: number
  acknowledged: number
  /** Members that did not come back by themselves. */
  copied: number
}

type Trial = { cluster: PatroniCluster; load: FailoverLoad; loadMs: number }

async function play({ strike, keepsPrimary }: Scene, { cluster, load, loadMs }: Trial): Promise<Outcome> {
  await delay(loadMs)
  const probes = new Probes(cluster)
  try {
    const before = await cluster.primary()
    const fromMs = performance.now()
    const heal = await strike(cluster, before)
    if (keepsPrimary) await delay(NO_CHANGE_MS)
    else await untilAnotherTakes(probes, before)
    const takenMs = keepsPrimary ? fromMs : performance.now()
    await untilAcknowledged(load)
    await delay(loadMs)
    heal()
    const copied = await cluster.untilHealthy()
    await delay(loadMs)
    const toMs = performance.now()
    const times = load.acknowledged.map(({ atMs }) => atMs).filter((atMs) => atMs > fromMs && atMs < toMs)
    const pauses = [fromMs, ...times].map((atMs, index) => (times[index] ?? toMs) - atMs)
    return {
      takeoverSeconds: (takenMs - fromMs) / 1000,
      pauseSeconds: Math.max(...pauses) / 1000,
      strays: probes.behindTheNext().length,
      acknowledged: times.length,
      copied,
    }
  } finally {
    await probes.stop()
  }
}

/** The worst of all rounds with their median, and the sums. */
function showScene({ name, keepsPrimary }: Scene, outcomes: Outcome[], isByDefaults: boolean): void {
  const { byDefaults, recommended } = MAX_PAUSE_SECONDS
  const worst = (of: (outcome: Outcome) => number) => percentile(outcomes.map(of), 1)
  const median = (of: (outcome: Outcome) => number) =>
    `median ${percentile(outcomes.map(of), 0.5).toFixed(1)} of ${outcomes.length}`
  const takeover = ({ takeoverSeconds }: Outcome) => takeoverSeconds
  const pause = ({ pauseSeconds }: Outcome) => pauseSeconds
  if (!keepsPrimary) {
    const figure = { name: `${name}: another one takes writes after`, unit: 's' } as const
    show({ ...figure, value: worst(takeover), note: median(takeover) })
  }
  show({
    name: `${name}: longest time without a success`,
    value: worst(pause),
    unit: 's',
    atMost: isByDefaults ? byDefaults : recommended,
    note: median(pause),
  })
  const sums: [string, (outcome: Outcome) => number, Partial<Figure>][] = [
    ['writes of a second primary', ({ strays }) => strays, { atMost: 0 }],
    ['acknowledged writes', ({ acknowledged }) => acknowledged, { atLeast: 1 }],
    ['members that had to be copied anew', ({ copied }) => copied, {}],
  ]
  for (const [what, of, goal] of sums) {
    const value = outcomes.reduce((total, outcome) => total + of(outcome), 0)
    show({ name: `${name}: ${what}`, value, unit: '', ...goal })
  }
}

async function untilAnotherTakes(probes: Probes, before: Node): Promise<void> {
  await until('another node takes writes', () => probes.taken.some(({ node }) => node !== before.name))
}

async function untilAcknowledged(load: FailoverLoad): Promise<void> {
  const { length } = load.acknowledged
  const refusals = () => `; it refused, by status: ${JSON.stringify(Object.fromEntries(load.refused))}`
  await until('the service acknowledges a write', () => load.acknowledged.length > length, refusals)
}

async function until(what: string, isSo: () => boolean, more = () => ''): Promise<void> {
  const deadline = performance.now() + RECOVERY_MS
  while (!isSo()) {
    if (performance.now() > deadline)
      throw new Error(`In vain, for ${RECOVERY_MS / 1000} s: ${what}${more()}`)
    await delay(20)
  }
}
