import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Counterfoil } from '@/packages/client/src/index'
import { BASE_URL } from '../fixtures/api-client'
import { freePort } from '../fixtures/service'
import { database, freshVendor, type Vendor } from '../fixtures/vendor'

const { openWebhookSecret } = await import('@/lib/crypto/webhook-secret')
const { runExam } = await import('@/packages/client/src/exam/run-exam')

/*
 * Each shop of packages/samples runs as its README says, on this service: it sells once, whatever happens to answers on
 * the way, and its receiver of webhooks passes the exam. A language whose runtime is missing is skipped by its name.
 */

type Language = {
  folder: string
  /** Says whether the runtime is there; Debian's package is in the name of the test. */
  runtime: string
  debian: string
  /** Run in the folder before the shop. */
  setUp?: string
  command: string[]
}

const LANGUAGES: Language[] = [
  {
    folder: 'node',
    runtime: 'node --version',
    debian: 'nodejs',
    setUp: `mkdir -p node_modules/counterfoil && curl -sSf ${BASE_URL}/downloads/counterfoil.tgz | tar xz --strip-components=1 -C node_modules/counterfoil`,
    command: ['node', 'shop.mjs'],
  },
  {
    folder: 'python',
    runtime: 'python3 --version',
    debian: 'python3',
    command: ['python3', '-B', 'shop.py'],
  },
  {
    folder: 'php',
    runtime: "php -r 'curl_version();'",
    debian: 'php-cli and php-curl',
    command: ['php', '-S', 'localhost:PORT', 'shop.php'],
  },
  { folder: 'ruby', runtime: 'ruby -rwebrick -e 1', debian: 'ruby', command: ['ruby', 'shop.rb'] },
  {
    folder: 'go',
    runtime: 'go version',
    debian: 'golang-go',
    setUp: 'go build -o shop .',
    command: ['./shop'],
  },
]

const shell = promisify(execFile)
const available = await Promise.all(
  LANGUAGES.map(async (language) => {
    const isThere = await shell('sh', ['-c', language.runtime]).then(
      () => true,
      () => false,
    )
    return { ...language, isThere }
  }),
)

/** Between a shop and the service: on demand, requests are carried out but their answers are lost. */
class LossyNetwork {
  answersToLose = 0
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { host, connection, 'content-length': _, ...headers } = request.headers
      const { method = 'GET', url } = request
      const answer = await fetch(BASE_URL + url, {
        method,
        headers: headers as Record<string, string>,
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (url === '/api/v2/invoice' && this.answersToLose > 0) {
        this.answersToLose -= 1
        response.destroy()
        return
      }
      const kept = [...answer.headers].filter(
        ([name]) => !/^(transfer-encoding|content-encoding|connection|content-length)$/.test(name),
      )
      response.writeHead(answer.status, Object.fromEntries(kept)).end(body)
    })
  }

  static async start(): Promise<LossyNetwork> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new LossyNetwork(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

let vendor: Vendor
let counterfoil: Counterfoil
let secret: string
let network: LossyNetwork
beforeAll(async () => {
  vendor = await freshVendor()
  counterfoil = new Counterfoil({ apiKey: vendor.key, baseUrl: BASE_URL })
  const { rows } = await database.query<{ secret: string }>(
    'SELECT webhook_secret_encrypted AS secret FROM accounts WHERE id = $1',
    [vendor.account.id],
  )
  secret = openWebhookSecret(vendor.account.id, rows[0]?.secret ?? '')
  network = await LossyNetwork.start()
})
afterAll(() => network.stop())

describe.each(available)('the shop in $folder (Debian: $debian)', (language) => {
  const { folder: name, isThere, setUp, command } = language
  let folder: string
  let shop: ChildProcess
  let url: string
  let output = ''

  beforeAll(async () => {
    if (!isThere) return
    folder = await mkdtemp(join(tmpdir(), `counterfoil-shop-${name}-`))
    await cp(`packages/samples/${name}`, folder, { recursive: true })
    if (setUp) await shell('sh', ['-c', setUp], { cwd: folder })
    const port = await freePort()
    url = `http://localhost:${port}`
    const [program = '', ...args] = command.map((word) => word.replace('PORT', String(port)))
    shop = spawn(program, args, {
      cwd: folder,
      env: {
        ...process.env,
        PORT: String(port),
        PYTHONPATH: resolve('packages/python'),
        COUNTERFOIL_URL: network.url,
        COUNTERFOIL_API_KEY: vendor.key,
        COUNTERFOIL_WEBHOOK_SECRET: secret,
      },
    })
    for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (chunk) => (output += chunk))
    await vi.waitFor(async () => expect((await fetch(url)).status, output).toBe(200), { timeout: 20_000 })
  }, 90_000)

  afterAll(async () => {
    if (!isThere) return
    if (shop.exitCode === null) {
      shop.kill()
      await once(shop, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })

  const invoicesOf = async (email: string) => (await counterfoil.invoices.list({ email })).invoices
  const buy = (email: string) =>
    fetch(`${url}/orders`, { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' })
  const timesShipped = (invoiceId: string) =>
    output.split('\n').filter((line) => line === `Ship ${invoiceId}`).length

  test.skipIf(!isThere)(
    'leads the buyer to the payment page, and ships once the webhook says Paid',
    async () => {
      const email = `${name}@example.com`
      const bought = await buy(email)
      const [invoice, ...others] = await invoicesOf(email)
      if (!invoice) throw new Error(`there is no invoice: ${output}`)
      expect(others).toEqual([])
      expect([bought.status, bought.headers.get('location')]).toEqual([303, invoice.payment_link])
      expect((await fetch(invoice.payment_link)).status).toBe(200)
      const order = invoice.redirect_url?.replace(/^http:\/\/localhost:\d+/, url) ?? ''
      expect(await (await fetch(order)).text()).toContain(invoice.payment_link)
      await counterfoil.testHelpers.payInvoice(invoice.id)
      await vi.waitFor(() => expect(timesShipped(invoice.id), output).toBe(1), { timeout: 15_000 })
      expect(await (await fetch(`${order}?transaction_id=x`)).text()).toContain('Paid. Thank you!')
    },
  )

  test.skipIf(!isThere)(
    'creates one invoice when an answer is lost, and asks for it under the same key',
    async () => {
      const email = `${name}-lost@example.com`
      network.answersToLose = 1
      const bought = await buy(email)
      const invoices = await invoicesOf(email)
      expect(invoices).toHaveLength(1)
      expect(bought.headers.get('location')).toBe(invoices[0]?.payment_link)
    },
  )

  test.skipIf(!isThere)(
    'keeps an order whose outcome stays unknown, and opens its one invoice later',
    async () => {
      const email = `${name}-unknown@example.com`
      network.answersToLose = Number.POSITIVE_INFINITY
      const bought = await buy(email).finally(() => (network.answersToLose = 0))
      const order = new URL(bought.headers.get('location') ?? '', url)
      expect(order.pathname, output).toMatch(/^\/orders\/[0-9a-f-]+$/)
      const reloaded = await fetch(order, { redirect: 'manual' })
      const invoices = await invoicesOf(email)
      expect(invoices).toHaveLength(1)
      expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, invoices[0]?.payment_link])
    },
    30_000,
  )

  test.skipIf(!isThere)('says what the service refuses', async () => {
    const refused = await buy('no email')
    expect(refused.status, output).toBe(422)
    expect(await refused.text()).toContain('Invalid email format')
  })

  test.skipIf(!isThere)(
    'receives webhooks as the exam wants it, with grade A',
    async () => {
      const state = createServer((request, response) => {
        const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('invoice_id') ?? ''
        response.end(JSON.stringify({ fulfilled: timesShipped(id) }))
      }).listen(0, '127.0.0.1')
      await once(state, 'listening')
      const stateUrl = `http://127.0.0.1:${(state.address() as AddressInfo).port}/`
      const report = await runExam({ url: `${url}/webhooks`, secret, stateUrl, settleMs: 500 })
      state.closeAllConnections()
      state.close()
      expect(
        report.checks.filter(({ passed }) => !passed),
        output,
      ).toEqual([])
      expect(report.grade).toBe('A')
    },
    60_000,
  )
})
