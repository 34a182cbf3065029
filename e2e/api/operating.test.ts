import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cleanEnvironment,
  freePort,
  isAlive,
  runScript,
  type Service,
  startService,
} from '../fixtures/service'

let service: Service

beforeAll(async () => {
  // The embedded database is a part of the whole installation.
  service = await startService({ env: { DATABASE_URL: '' } })
})
beforeEach(async () => {
  if (!service.isRunning) await service.start()
})
afterAll(() => service.stop())

describe('a running service', () => {
  test('reports that it is healthy', async () => {
    const response = await fetch(`${service.url}/api/health`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'ok' })
  })

  test('restricts its secrets to its own user', async () => {
    for (const file of ['secret.key', 'postgres/connection.json', 'postgres.log']) {
      const { mode } = await stat(join(service.dataDir, file))
      expect((mode & 0o777).toString(8), file).toBe('600')
    }
  })

  test('has created its demo without a worker, and sent nothing anywhere', async () => {
    const refused = "status = 'FAILED' AND failure_code = 'account_closed' AND settled_at = created_at"
    const [demo] = await query(`
      SELECT (SELECT count(*)::int FROM payouts WHERE ${refused}) AS refused,
             (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'PENDING') AS unsettled,
             (SELECT count(*)::int FROM webhook_attempts WHERE error IS NOT NULL) AS unanswered`)
    expect(demo).toEqual({ refused: 1, unsettled: 0, unanswered: 0 })
  })

  test('can’t be started a second time on the same data', async () => {
    const second = await run({ DATA_DIR: service.dataDir, PORT: String(await freePort()) })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(/already runs on .*\(process \d+\)/)
    await service.ready()
  })

  test('does not share its port with another one', async () => {
    await withDataDir(async (dataDir) => {
      const second = await run({ DATA_DIR: dataDir, PORT: new URL(service.url).port })
      expect(second).toMatchObject({ code: 1, stdout: '' })
      expect(second.stderr).toMatch(/PORT.*in use/)
    })
  })
})

describe('a killed part:', () => {
  test('the web process is restarted', async () => {
    await service.kill('web')
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
  })

  test('the worker is restarted', async () => {
    await service.kill('worker')
    expect(isAlive(service.pid('worker'))).toBe(true)
  })

  test('a web process that stands still is replaced', async () => {
    const stuck = service.pid('web') ?? expect.fail('no web process')
    process.kill(stuck, 'SIGSTOP')
    const health = () =>
      fetch(`${service.url}/api/health`, { signal: AbortSignal.timeout(1000) }).then(
        ({ status }) => status,
        () => 'no answer',
      )
    // Beside it there may be others, which answer meanwhile.
    await expect.poll(() => isAlive(stuck), { timeout: 60_000, interval: 500 }).toBe(false)
    await expect.poll(health, { timeout: 30_000, interval: 500 }).toBe(200)
    expect(service.pid('web')).not.toBe(stuck)
  }, 90_000)

  test('the database is restarted, with all committed data', async () => {
    await query('CREATE TABLE kept AS SELECT 1')
    process.kill(service.databasePid(), 'SIGKILL')
    await expect.poll(() => query('SELECT * FROM kept').catch(() => []), { timeout: 20_000 }).toHaveLength(1)
    await service.ready()
  })

  test('a missing secret key is not replaced', async () => {
    const key = join(service.dataDir, 'secret.key')
    await service.halt()
    await rename(key, `${key}.away`)
    const { code, stderr } = await run({ DATA_DIR: service.dataDir })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/secret\.key is missing/) })
    expect(existsSync(key)).toBe(false)
    await rename(`${key}.away`, key)
    await service.start()
  })

  test('the supervisor takes web and worker with it, and the next start adopts its database', async () => {
    const [web, worker, database] = [service.pid('web'), service.pid('worker'), service.databasePid()]
    await service.halt('SIGKILL')
    await expect.poll(() => isAlive(web) || isAlive(worker), { timeout: 15_000 }).toBe(false)
    await service.start()
    expect(service.databasePid()).toBe(database)
  })
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends everything in order', async (signal) => {
  const parts = [service.pid('supervisor'), ...service.allPids()]
  expect(parts.every(isAlive)).toBe(true)
  expect(await service.halt(signal)).toBe(0)
  expect(parts.filter(isAlive)).toEqual([])
})

test('a running request is answered before the end', async () => {
  const { port } = new URL(service.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const head = [
    'POST /api/v2/customer HTTP/1.1',
    'Host: localhost',
    'Content-Length: 2',
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await expect.poll(() => answer).toMatch(/100 Continue/)
  const halted = service.halt()
  await expect.poll(() => fetch(service.url).catch(() => 'refused')).toBe('refused')
  socket.end('{}')
  await once(socket, 'close')
  expect(answer).toMatch(/HTTP\/1\.1 401 [\s\S]*Invalid API Key/)
  expect(await halted).toBe(0)
})

test('an invalid setting stops the start, and the message names it', async () => {
  const { code, stderr } = await run({ PORT: 'eighty', RATE_LIMIT_LIVE: '-1' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/PORT: .+\n.*RATE_LIMIT_LIVE: /)
  expect(stderr).not.toMatch(/\n\s+at /)
})

test('an operator command without a running service says so', async () => {
  await withDataDir(async (dataDir) => {
    const environment = cleanEnvironment({ DATA_DIR: dataDir })
    const { code, stdout, stderr } = await runScript('bin/admin.mjs', ['vendor', 'list'], environment)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/not running/)
  })
})

async function run(settings: Record<string, string>) {
  return runScript('bin/start.mjs', [], cleanEnvironment(settings))
}

async function withDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'counterfoil-operating-'))
  await work(dataDir).finally(() => rm(dataDir, { recursive: true, force: true }))
}

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}
