import { once } from 'node:events'
import { connect } from 'node:net'
import type { Actor } from '../actor'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

const AT_ONCE = 16
const ANSWER_MS = 10_000

/** Bytes that no HTTP client would send, among them requests that hide another one. */
export const rawHttp: Scene = {
  name: 'raw-http',
  finds: 'bytes that end a process, or a request that is smuggled in behind another',
  async run(stage, random, { count }) {
    const [actor] = await stage.actorsOf(1)
    if (!actor) return
    await inParallel(count(20_000, 100), AT_ONCE, async (index) => {
      const choices = random.fork(index)
      const bytes = choices.pick(SHAPES)(actor, choices)
      const answer = await exchange(stage, bytes)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
      stage.tally.count(status)
      stage.tally.expect(
        status < 500,
        `${JSON.stringify(bytes.toString('latin1').slice(0, 200))} → ${answer.slice(0, 100)}`,
      )
      if (index % 50 === 0) {
        const health = await stage.send({ method: 'GET', path: '/api/health' })
        stage.tally.expect(health.status === 200, `health beside raw bytes: ${health.status} ${health.text}`)
      }
    })
    stage.tally.expectNone(
      'customers that a hidden request created',
      await stage.rows(`SELECT id FROM customers WHERE account_id = $1 AND name = 'Smuggled'`, [
        actor.account.id,
      ]),
    )
  },
}

type Shape = (actor: Actor, random: Random) => Buffer

const request = (line: string, headers: string[], body = '') =>
  Buffer.from(`${line}\r\n${['host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`, 'latin1')

const noise = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => random.integer(0, 255)))

/** A whole request that would create a customer, hidden in what is a body to one of two readers. */
function hidden({ key }: Actor): string {
  const body = JSON.stringify({ api_key: key, name: 'Smuggled', email: 'smuggled@example.com' })
  return `POST /api/v2/customer HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const JSON_TYPE = 'content-type: application/json'

const SHAPES: Shape[] = [
  (_, random) => noise(random, random.integer(1, 2000)),
  (_, random) =>
    Buffer.concat([Buffer.from('GET / HTTP/1.1\r\n'), noise(random, 500), Buffer.from('\r\n\r\n')]),
  (_, random) =>
    request(`${random.pick(['get', 'G ET', '', 'CONNECT', 'TRACE', 'X'.repeat(9000)])} / HTTP/1.1`, []),
  (_, random) =>
    request(
      `GET ${random.pick(['*', '//', 'http://evil.example/', '/\0', '/%', `/${'a'.repeat(90_000)}`])} HTTP/1.1`,
      [],
    ),
  (_, random) =>
    request(`GET /api/health HTTP/${random.pick(['0.9', '1.0', '2.0', '9.9', 'x', '1.1.1'])}`, []),
  (_, random) => request('GET /api/health HTTP/1.1', [`x: ${'y'.repeat(random.integer(1, 40_000))}`]),
  (_, random) =>
    request(
      'GET /api/health HTTP/1.1',
      Array.from({ length: random.integer(1, 3000) }, (__, n) => `x-${n}: 1`),
    ),
  (_, random) =>
    request('GET /api/health HTTP/1.1', [
      random.pick(['host: other', 'no colon', ': none', 'a b: c', 'x:\0', ' folded: 1']),
    ]),
  (_, random) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [
        JSON_TYPE,
        `content-length: ${random.pick(['-1', '1e9', '99999999999999999999', '0x10', '5, 6', '+5', ''])}`,
      ],
      '{"a":1}',
    ),
  (actor) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [JSON_TYPE, 'content-length: 4', 'transfer-encoding: chunked'],
      `0\r\n\r\n${hidden(actor)}`,
    ),
  (actor) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [JSON_TYPE, 'transfer-encoding: chunked, identity', 'content-length: 6'],
      `0\r\n\r\n${hidden(actor)}`,
    ),
  (actor) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [JSON_TYPE, 'transfer-encoding:\x0bchunked', 'content-length: 5'],
      `0\r\n\r\n${hidden(actor)}`,
    ),
  (actor) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [JSON_TYPE, 'content-length: 0', 'content-length: 44'],
      hidden(actor),
    ),
  (_, random) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [JSON_TYPE, 'transfer-encoding: chunked'],
      `${random.pick(['g', '-1', 'ffffffffffffffff', '5;ext=\n', ''])}\r\nhello\r\n0\r\n\r\n`,
    ),
  (_, random) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [JSON_TYPE, 'content-encoding: gzip', 'content-length: 20'],
      noise(random, 20).toString('latin1'),
    ),
  (_, random) =>
    request(
      'POST /api/v2/customer HTTP/1.1',
      [JSON_TYPE, 'content-length: 5000'],
      '{'.repeat(random.integer(0, 4000)),
    ),
  (_, random) =>
    request(`GET ${random.pick(['/api/v2/customer/x', '/pay/x', '/api/pay/x', '/docs'])} HTTP/1.1`, [
      'upgrade: websocket',
      'connection: upgrade',
      'expect: 100-continue',
    ]),
  () => Buffer.from('GET /api/health HTTP/1.1\nhost: localhost\n\n'),
  () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
]

/** Sends the bytes, says that there are no more, and returns what comes back. */
async function exchange({ service }: Stage, bytes: Buffer): Promise<string> {
  const socket = connect({ port: Number(new URL(service.url).port), host: 'localhost' })
  let answer = ''
  socket.on('data', (chunk) => {
    answer = (answer + chunk.toString('latin1')).slice(0, 4096)
  })
  socket.on('error', () => {})
  socket.setTimeout(ANSWER_MS, () => socket.destroy())
  const closed = once(socket, 'close').catch(() => {})
  socket.end(bytes)
  await closed
  return answer
}
