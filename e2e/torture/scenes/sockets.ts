import { connect, type Socket } from 'node:net'
import { percentile } from '@/bench/figures'
import { openConnectionsAt } from '@/e2e/fixtures/open-connections'
import type { Random } from '../random'
import type { Scene } from '../scene'
import type { Stage } from '../stage'

const MAX_CONNECTIONS = 400
const SETTINGS = {
  HTTP_HEADERS_TIMEOUT_MS: '1500',
  HTTP_REQUEST_TIMEOUT_MS: '2500',
  HTTP_IDLE_TIMEOUT_MS: '2000',
  HTTP_MAX_CONNECTIONS: String(MAX_CONNECTIONS),
  // All clients of a run have one address.
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS),
}
const TURNS = 20
const MAX_P90_MS = 500
const DRIP_MS = 200
/** More than all time-outs of the settings one after the other. */
const MAX_HELD_MS = 12_000
/** Connections for the next request, of the client beside them and of the checks. */
const MAX_KEPT = 10

/** A client that never finishes what it begins. */
type Kind = {
  name: string
  sends: string | Buffer
  /** Says at once that it sends no more. */
  ends?: true
  /** Reads nothing of what it is sent. */
  isDeaf?: true
  /** Sends a byte at a time, for ever. */
  drips?: true
}

const HEAD = 'host: localhost\r\n'
const UPGRADE = `${HEAD}connection: upgrade\r\nupgrade: websocket\r\n\r\n`
const BIG = `GET /api/v2/openapi.json HTTP/1.1\r\n${HEAD}\r\n`

const KINDS: Kind[] = [
  { name: 'an upgrade of nothing', sends: `GET /nonexistent HTTP/1.1\r\n${UPGRADE}` },
  { name: 'an upgrade, and gone', sends: `GET /nonexistent HTTP/1.1\r\n${UPGRADE}`, ends: true },
  { name: 'an upgrade of the API', sends: `GET /api/v2/customer/x HTTP/1.1\r\n${UPGRADE}` },
  { name: 'an upgrade of reloads', sends: `GET /_next/hmr HTTP/1.1\r\n${UPGRADE}` },
  { name: 'an upgrade of a page', sends: `GET /sign-in HTTP/1.1\r\n${UPGRADE}`, isDeaf: true },
  { name: 'a tunnel', sends: `CONNECT localhost:1 HTTP/1.1\r\n${HEAD}\r\n` },
  { name: 'nothing', sends: '' },
  { name: 'half of the headers', sends: `GET / HTTP/1.1\r\n${HEAD}x: ` },
  { name: 'headers drop by drop', sends: `GET / HTTP/1.1\r\n${HEAD}x: `, drips: true },
  {
    name: 'half of the body',
    sends: `POST /api/v2/customer HTTP/1.1\r\n${HEAD}content-length: 100\r\n\r\n{`,
  },
  {
    name: 'the body drop by drop',
    sends: `POST /api/v2/customer HTTP/1.1\r\n${HEAD}content-length: 9999\r\n\r\n{`,
    drips: true,
  },
  { name: 'a request, and then silence', sends: `GET /api/health HTTP/1.1\r\n${HEAD}\r\n` },
  { name: 'many requests at once', sends: BIG.repeat(5) },
  { name: 'many requests, and deaf', sends: BIG.repeat(200), isDeaf: true },
  { name: 'many requests, deaf and gone', sends: BIG.repeat(200), isDeaf: true, ends: true },
  { name: 'TLS', sends: Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]) },
]

/** Connections whose clients never finish what they began, beside a client that does. */
export const sockets: Scene = {
  name: 'sockets',
  finds: 'a connection that never ends, or that counts after its end',
  async run(stage, random, { count }) {
    await stage.restartWith(SETTINGS)
    // Next.js prepares for upgrades with the first page.
    await stage.send({ method: 'GET', path: '/sign-in' })
    const web = stage.service.pid('web')
    for (let round = 0; round < count(150); round += 1) {
      const times = await beside(stage, random.fork(`some ${round}`), MAX_CONNECTIONS / 2)
      const p90 = percentile(times, 0.9)
      stage.tally.expect(
        p90 < stage.allowedMs(MAX_P90_MS),
        `beside others’ connections, p90 is ${p90.toFixed(0)} ms`,
      )
      // Others find no room then; that is no reason to replace the process.
      await beside(stage, random.fork(`all ${round}`), MAX_CONNECTIONS * 2)
    }
    stage.tally.expect(stage.service.pid('web') === web, 'the web process was replaced')
    await stage.restartWith({})
  },
}

/** Opens connections of all kinds, sends ordinary requests meanwhile, and returns how long these took. */
async function beside(stage: Stage, random: Random, count: number): Promise<number[]> {
  const { tally } = stage
  const port = Number(new URL(stage.service.url).port)
  const kinds = random.shuffled(Array.from({ length: count }, (_, index) => index % KINDS.length))
  const holders = kinds.flatMap((index) => KINDS.slice(index, index + 1)).map((kind) => hold(port, kind))
  tally.faults += count
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const startedAt = performance.now()
    const { status, text } = await stage.send({ method: 'GET', path: '/api/health' })
    times.push(performance.now() - startedAt)
    if (count < MAX_CONNECTIONS)
      tally.expect(status === 200, `beside ${count} connections: ${status} ${text}`)
  }
  const open = () => holders.filter(({ kind, socket }) => !kind.isDeaf && !socket.closed)
  await stage.until(() => open().length === 0, MAX_HELD_MS)
  tally.expectNone(
    'clients whose connection stays open',
    open().map(({ kind }) => kind.name),
  )
  const isFree = await stage.until(() => (openConnectionsAt(port) ?? 0) <= MAX_KEPT, MAX_HELD_MS)
  tally.expect(isFree, `${openConnectionsAt(port)} connections are held after their time`)
  for (const { socket } of holders) socket.destroy()
  const health = await stage.send({ method: 'GET', path: '/api/health' })
  tally.expect(health.status === 200, `after ${count} connections: ${health.status} ${health.text}`)
  return times
}

function hold(port: number, kind: Kind): { kind: Kind; socket: Socket } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: kind.ends === true })
  // One that is cut off is reset.
  socket.on('error', () => {})
  if (kind.isDeaf) socket.pause()
  else socket.resume()
  socket.write(kind.sends)
  if (kind.ends) socket.end()
  if (kind.drips) {
    const drip = setInterval(() => socket.write('x'), DRIP_MS)
    socket.once('close', () => clearInterval(drip))
  }
  return { kind, socket }
}
