import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Agent, type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { freePort, type Service, startService } from '@/e2e/fixtures/service'
import { type Figure, show } from './figures'
import { familyOf, signalAll } from './processes'
import { atEnd, say, temporaryFolder } from './setup'

const run = promisify(execFile)

/** The public name in the examples. The trial's certificate has it, and connects to this machine all the same. */
const HOST = 'pay.example.com'
const PROXY = '127.0.0.1'
/** Two clients, by addresses of this machine. */
const CLIENT = '127.0.0.2'
const STRANGER = '127.0.0.3'
const WAIT_SECONDS = 30
const TOO_LARGE_BYTES = 3_000_000
const UP_MS = 15_000

type Ports = { http: number; https: number; service: number }
type Certificate = { authority: Buffer; certificate: string; key: string }
type Proxy = {
  name: string
  /** Where the example is. */
  file: string
  /** Writes the example's configuration for the trial; returns the arguments of the program. */
  configure(text: string, folder: string, ports: Ports, certificate: Certificate): Promise<string[]>
}

const PROXIES: Proxy[] = [
  {
    name: 'caddy',
    file: 'deploy/caddy/Caddyfile',
    async configure(text, folder, { http, https, service }, { certificate, key }) {
      const path = join(folder, 'Caddyfile')
      const global = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}`
      const site = `${HOST} {\n\ttls ${certificate} ${key}`
      await writeFile(
        path,
        replaced(text, [
          [/^\{$/m, global],
          [/^pay\.example\.com \{$/m, site],
          ['127.0.0.1:3000', `127.0.0.1:${service}`],
        ]),
      )
      return ['run', '--config', path, '--adapter', 'caddyfile']
    },
  },
  {
    name: 'nginx',
    file: 'deploy/nginx/counterfoil.conf',
    async configure(text, folder, { http, https, service }, { certificate, key }) {
      const site = replaced(text, [
        ['listen 80;', `listen ${http};`],
        ['listen 443 ', `listen ${https} `],
        ['127.0.0.1:3000', `127.0.0.1:${service}`],
        ['/etc/letsencrypt/live/pay.example.com/fullchain.pem', certificate],
        ['/etc/letsencrypt/live/pay.example.com/privkey.pem', key],
        ['/var/log/nginx/counterfoil.log', join(folder, 'access.log')],
      ])
      const path = join(folder, 'nginx.conf')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (what) => `${what}_temp_path ${join(folder, what)};`,
      )
      // As root, nginx would work as another user, to whom the folder is closed.
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      const main = `daemon off; ${user} pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}`
      await writeFile(path, `${main}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`)
      return ['-p', folder, '-c', path]
    },
  },
]

/** Each part of the example that the trial changes must be there: a renamed one would not be tried. */
function replaced(text: string, pairs: [part: string | RegExp, by: string][]): string {
  return pairs.reduce((result, [part, by]) => {
    const next = result.replace(part, by)
    if (next === result) throw new Error(`The example no longer has ${part}`)
    return next
  }, text)
}

/** A certificate for the public name, by an authority of the trial's own. */
async function certify(folder: string): Promise<Certificate> {
  const path = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const root = ['-subj', '/CN=Trial', '-days', '2', '-keyout', path('ca.key'), '-out', path('ca.crt')]
  await openssl('req', '-x509', ...key, ...root)
  await openssl('req', ...key, '-subj', `/CN=${HOST}`, '-keyout', path('key.pem'), '-out', path('csr.pem'))
  await writeFile(path('names'), `subjectAltName=DNS:${HOST}\n`)
  const by = ['-CA', path('ca.crt'), '-CAkey', path('ca.key'), '-CAcreateserial', '-days', '2']
  await openssl(
    'x509',
    '-req',
    '-in',
    path('csr.pem'),
    ...by,
    '-extfile',
    path('names'),
    '-out',
    path('crt.pem'),
  )
  return { authority: await readFile(path('ca.crt')), certificate: path('crt.pem'), key: path('key.pem') }
}

type Answer = { status: number; body: string; headers: NodeJS.Dict<string | string[]>; socket: object }

/** Asks the proxy over TLS, whose certificate has to be right. */
class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(
    private readonly port: number,
    private readonly authority: Buffer,
    private readonly localAddress: string,
  ) {}

  async ask(
    path: string,
    { headers = {}, method = 'GET' }: RequestOptions = {},
    body?: Buffer,
  ): Promise<Answer> {
    const exchange = request({
      agent: this.agent,
      host: PROXY,
      servername: HOST,
      port: this.port,
      ca: this.authority,
      localAddress: this.localAddress,
      path,
      method,
      headers: { host: HOST, ...headers },
    })
    // A proxy that has refused a body may close before it is sent.
    const failed = once(exchange, 'error').then(([error]) => Promise.reject(error))
    failed.catch(() => {})
    if (body) exchange.end(body)
    else if (method === 'GET') exchange.end()
    else exchange.flushHeaders()
    const [response] = await Promise.race([once(exchange, 'response'), failed])
    const { socket } = response
    let text = ''
    for await (const chunk of response) text += chunk
    if (!exchange.writableEnded) exchange.destroy()
    return { status: response.statusCode, body: text, headers: response.headers, socket }
  }

  close(): void {
    this.agent.destroy()
  }
}

async function startProxy(
  proxy: Proxy,
  program: string,
  args: string[],
  port: number,
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const exit = once(child, 'exit')
  const deadline = Date.now() + UP_MS
  // Redirects to the address with TLS.
  while (!(await fetch(`http://${PROXY}:${port}/`, { redirect: 'manual' }).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${proxy.name} does not start:\n${output}`)
    await delay(50)
  }
  return async () => {
    signalAll(familyOf(child.pid ?? 0), 'SIGTERM')
    await exit
  }
}

async function tryProxy(proxy: Proxy, program: string, service: Service, key: string): Promise<void> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'logs'))
  const certificate = await certify(folder)
  const ports = {
    http: await freePort(),
    https: await freePort(),
    service: Number(new URL(service.url).port),
  }
  const args = await proxy.configure(await readFile(proxy.file, 'utf8'), folder, ports, certificate)
  const stop = await startProxy(proxy, program, args, ports.http)
  const [client, stranger] = [CLIENT, STRANGER].map(
    (address) => new Client(ports.https, certificate.authority, address),
  ) as [Client, Client]
  const figure = (name: string, value: number | null, rest: Partial<Figure> = {}) =>
    show({ name: `${proxy.name}: ${name}`, value, unit: '', ...rest })
  const isTrue = (name: string, is: boolean, note = '') =>
    figure(name, is ? 1 : 0, { atLeast: 1, note: is ? '' : note })
  try {
    const authorization = `Bearer ${key}`
    const plain = await fetch(`http://${PROXY}:${ports.http}/sign-in`, {
      redirect: 'manual',
      headers: { host: HOST },
    })
    isTrue('redirects to https', plain.status === 308 && /^https:/.test(plain.headers.get('location') ?? ''))

    const health = await client.ask('/api/health')
    isTrue('answers over TLS', health.status === 200, health.body)
    isTrue('has browsers stay with https', health.headers['strict-transport-security'] !== undefined)
    const again = await client.ask('/robots.txt')
    isTrue('keeps the connection', again.socket === health.socket)

    const path = '/api/v2/events?wait=0'
    const own = await client.ask(path, { headers: { authorization } })
    isTrue('passes the client’s address on', own.status === 200, own.body.slice(0, 200))
    const forged = { authorization, 'x-forwarded-for': CLIENT }
    const lie = await stranger.ask(path, { headers: forged })
    isTrue('ignores what a client says about its address', lie.status === 401 || lie.status === 403, lie.body)

    let page = JSON.parse(own.body)
    while (page.events.length > 0) {
      const next = await client.ask(`${path}&after=${page.next_cursor}`, { headers: { authorization } })
      page = JSON.parse(next.body)
    }
    const startedAt = performance.now()
    const waited = await client.ask(`/api/v2/events?wait=${WAIT_SECONDS}&after=${page.next_cursor}`, {
      headers: { authorization },
    })
    const seconds = (performance.now() - startedAt) / 1000
    isTrue('carries a request that waits for events', waited.status === 200, waited.body.slice(0, 200))
    figure('for', seconds, { unit: 's', atLeast: WAIT_SECONDS - 1, atMost: WAIT_SECONDS + 5 })

    // The headers alone: a proxy that refuses early does not wait for the body.
    const announced = { 'content-length': String(TOO_LARGE_BYTES), authorization }
    const refusedAt = performance.now()
    const refused = await client.ask('/api/v2/customer', { method: 'POST', headers: announced })
    isTrue('refuses a large upload', refused.status === 413, String(refused.status))
    figure('after', performance.now() - refusedAt, { unit: 'ms', atMost: 2000 })
    const small = Buffer.alloc(300_000, ' ')
    const passed = await client.ask(
      '/api/v2/customer',
      { method: 'POST', headers: { authorization, 'content-length': String(small.length) } },
      small,
    )
    isTrue(
      'leaves smaller ones to the service',
      passed.status === 413 && /error/.test(passed.body),
      passed.body,
    )
  } finally {
    client.close()
    stranger.close()
    await stop()
  }
}

async function programOf(name: string, folder: string | undefined): Promise<string | null> {
  const folders = folder ? [folder] : [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  for (const each of folders) {
    const path = join(each, name)
    if (
      await run(path, ['-h']).then(
        () => true,
        ({ code }) => code !== 'ENOENT',
      )
    )
      return path
  }
  return null
}

/**
 * Starts the proxies' examples of `deploy/` in front of the service, with a certificate by an authority of their own, and
 * tries what docs/install.md promises of them.
 */
export async function tryProxies(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { bin: { type: 'string' } } })
  const env = { BIND: PROXY, TRUSTED_PROXIES: PROXY, PUBLIC_URL: `https://${HOST}` }
  const service = await startService({ env })
  atEnd(() => service.stop())
  // A vendor of its own, to whom nothing happens while a request waits.
  const email = 'proxies@example.com'
  await service.admin(['vendor', 'create', '--email', email, '--password', randomUUID(), '--name', 'Proxies'])
  const vendor = ['--vendor', email, '--mode', 'test']
  const { key = '' } = await service.admin(['key', 'create', ...vendor, '--addresses', CLIENT])
  for (const proxy of PROXIES) {
    const program = await programOf(proxy.name, values.bin)
    if (program) await tryProxy(proxy, program, service, key)
    else say(`${proxy.name} is not here (Debian: apt-get install ${proxy.name})`)
    show({ name: `${proxy.name} was tried`, value: program ? 1 : 0, unit: '', atLeast: 1 })
  }
}
