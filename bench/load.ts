import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { Agent, request } from 'undici'
import { CONNECTIONS, percentile } from './figures'
import { familyCpuMs, processCpuMs } from './processes'

const WARM_UP_SECONDS = 0.5
const SETTLE_MS = 300

/** A program under load, and the processes that it and its database run in. */
export type Target = { name: string; url: string; pids: () => number[]; databasePid: number }

export type LoadRequest = {
  key: string
  method: 'GET' | 'POST'
  path: string
  /** A function if each request needs its own body. */
  body?: string | (() => string)
}

export type Load = {
  perSecond: number
  p99Ms: number
  /** Processor time per request; null where there is no /proc. */
  webCpuMs: number | null
  databaseCpuMs: number | null
  requests: number
}

const TURNS = 5

/**
 * The programs in turns, each as fast as it answers on all connections, so that what else the machine does falls on
 * all; the medians of the turns. `before` runs before each round: what Counterfoil, the last of one, left to its workers
 * would otherwise be paid for by the floors. Throws if any request is refused.
 */
export async function loadsBeside<Name extends string>(
  programs: Record<Name, Target>,
  requests: LoadRequest[],
  { seconds, connections }: { seconds: number; connections: number },
  before: () => Promise<void>,
): Promise<Record<Name, Load>> {
  const names = Object.keys(programs) as Name[]
  const turns = new Map(names.map((name): [Name, Load[]] => [name, []]))
  for (let turn = 0; turn < TURNS; turn += 1) {
    await before()
    for (const [name, loads] of turns) {
      const load = { requests, connections }
      await fire(programs[name], load, WARM_UP_SECONDS)
      loads.push(await loadFor(programs[name], load, seconds / TURNS))
    }
  }
  return Object.fromEntries([...turns].map(([name, loads]) => [name, medianOf(loads)])) as Record<Name, Load>
}

type LoadKind = { requests: LoadRequest[]; connections: number }

function medianOf(loads: Load[]): Load {
  const median = (values: (number | null)[]) =>
    values.includes(null) ? null : percentile(values.map(Number), 0.5)
  return {
    perSecond: Number(median(loads.map((load) => load.perSecond))),
    p99Ms: Number(median(loads.map((load) => load.p99Ms))),
    webCpuMs: median(loads.map((load) => load.webCpuMs)),
    databaseCpuMs: median(loads.map((load) => load.databaseCpuMs)),
    requests: loads.reduce((sum, load) => sum + load.requests, 0),
  }
}

async function loadFor(target: Target, kind: LoadKind, seconds: number): Promise<Load> {
  const before = { web: processCpuMs(target.pids()), database: familyCpuMs(target.databasePid) }
  const result = await fire(target, kind, seconds)
  if (result['2xx'] === 0) throw new Error(`${target.name}: no answer to ${kind.requests[0]?.path} in time`)
  // Requests still in flight at the end use processor time too.
  await delay(SETTLE_MS)
  const after = { web: processCpuMs(target.pids()), database: familyCpuMs(target.databasePid) }
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / result['2xx']
  return {
    perSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    webCpuMs: each(before.web, after.web),
    databaseCpuMs: each(before.database, after.database),
    requests: result['2xx'],
  }
}

async function fire(
  target: Target,
  { requests, connections }: LoadKind,
  seconds: number,
): Promise<autocannon.Result> {
  let clients = 0
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      // Each connection has requests of its own, so that no two hit the same rows at once. All of them for each would take the
      // first second of a turn to prepare.
      const number = clients++
      const own = requests.filter((_, index) => index % connections === number)
      client.setRequests((own.length > 0 ? own : requests).map(prepared))
    },
  })
  const refused = result.non2xx + result.errors + result.timeouts
  if (refused > 0) {
    const counts = JSON.stringify(Object(result).statusCodeStats)
    throw new Error(`${target.name}, ${requests[0]?.path}: ${result.errors} errors, answers ${counts}`)
  }
  return result
}

function prepared({ key, method, path, body }: LoadRequest): autocannon.Request {
  const request = { method, path, headers: headersOf(key) }
  if (typeof body === 'function') return { ...request, setupRequest: (each) => ({ ...each, body: body() }) }
  return body === undefined ? request : { ...request, body }
}

function headersOf(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
}

/**
 * Sends `perSecond` requests a second without waiting for earlier answers, and returns the latencies in ms.
 * Each counts from the time the request was due, so a stall shows in every request that it delayed.
 */
export async function latenciesAt(
  perSecond: number,
  target: Target,
  next: () => LoadRequest,
  seconds: number,
): Promise<number[]> {
  const agent = new Agent({ connections: CONNECTIONS * 4 })
  const latencies: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1000) / perSecond
    if (dueAt > performance.now()) await delay(dueAt - performance.now())
    running.push(ask(agent, target, next()).then(() => void latencies.push(performance.now() - dueAt)))
  }
  await Promise.all(running)
  await agent.close()
  return latencies
}

async function ask(agent: Agent, target: Target, each: LoadRequest): Promise<void> {
  const body = typeof each.body === 'function' ? each.body() : each.body
  const options = { dispatcher: agent, method: each.method, headers: headersOf(each.key), body: body ?? null }
  const answer = await request(target.url + each.path, options)
  await answer.body.dump({ limit: Number.POSITIVE_INFINITY })
  if (answer.statusCode >= 300) throw new Error(`${each.method} ${each.path} answered ${answer.statusCode}`)
}

/** Sends this number of requests over all connections, each as soon as one is free. */
export async function sendAll(
  target: Target,
  next: () => LoadRequest,
  { requests, connections }: { requests: number; connections: number },
): Promise<void> {
  const agent = new Agent({ connections })
  let left = requests
  const send = async () => {
    while (left > 0) {
      left -= 1
      await ask(agent, target, next())
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  await agent.close()
}

/** The health check's 99th percentile in ms while all other connections request one big answer. */
export async function healthBeside(target: Target, big: LoadRequest, seconds: number): Promise<number> {
  const load = autocannon({
    url: target.url + big.path,
    connections: CONNECTIONS,
    duration: seconds,
    headers: headersOf(big.key),
    // In its own thread, because reading megabytes here would delay the measurement.
    workers: 1,
  })
  const agent = new Agent()
  const latencies: number[] = []
  const endAt = performance.now() + seconds * 1000
  while (performance.now() < endAt) {
    const startedAt = performance.now()
    await ask(agent, target, { ...big, path: '/api/health' })
    latencies.push(performance.now() - startedAt)
    await delay(5)
  }
  await agent.close()
  const { non2xx, errors } = await load
  if (non2xx + errors > 0) throw new Error(`${big.path}: ${non2xx} refusals and ${errors} errors`)
  return percentile(latencies, 0.99)
}

/** The median time until the last byte of an answer, one request at a time, in ms. */
export async function answerMs(url: string, headers: Record<string, string>, times: number): Promise<number> {
  const durations: number[] = []
  // The first two warm the caches.
  for (let time = -2; time < times; time += 1) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers, redirect: 'manual' })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    if (time >= 0) durations.push(performance.now() - startedAt)
  }
  return percentile(durations, 0.5)
}
