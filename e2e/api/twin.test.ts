import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeKey } from '@/lib/api-keys/api-key'
import { newId } from '@/lib/ids'
import { Counterfoil, verifyWebhook } from '@/packages/client/src/index'
import { customerBody } from '../fixtures/request-bodies'
import { cleanEnvironment, freePorts, runScript } from '../fixtures/service'
import { WebhookReceiver } from '../fixtures/webhook-receiver'

const KEY = makeKey(newId(), 'test')
const SECRET = `whsec_${randomBytes(24).toString('base64')}`

let settings: Record<string, string>
let twin: ChildProcess
let output = ''
let receiver: WebhookReceiver
let counterfoil: Counterfoil

beforeAll(async () => {
  const [port, controlPort] = await freePorts(2)
  settings = {
    TWIN_PORT: String(port),
    TWIN_CONTROL_PORT: String(controlPort),
    TWIN_API_KEY: KEY,
    TWIN_WEBHOOK_SECRET: SECRET,
    LOG_LEVEL: 'warn',
  }
  receiver = await WebhookReceiver.start()
  twin = spawn(process.execPath, ['bin/start.mjs', '--twin'], { env: cleanEnvironment(settings) })
  for (const stream of [twin.stdout, twin.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const isDecided = () => twin.exitCode !== null || output.includes('Counterfoil is ready')
  await vi.waitUntil(isDecided, { timeout: 60_000 })
  expect(twin.exitCode, output).toBeNull()
  counterfoil = new Counterfoil({ apiKey: KEY, baseUrl: `http://localhost:${port}` })
})
afterAll(async () => {
  if (twin.exitCode === null) twin.kill('SIGKILL')
  await receiver.stop()
})

async function control(method: string, path: string, headers: Record<string, string> = {}) {
  const address = `http://127.0.0.1:${settings.TWIN_CONTROL_PORT}${path}`
  const response = await fetch(address, { method, headers })
  return { status: response.status, body: await response.json() }
}

function balances() {
  return counterfoil.wallet.get().then(({ balances }) => balances)
}

async function expectSoundLedger(): Promise<void> {
  const { stdout } = await runScript('bin/admin.mjs', ['ledger', 'verify', '--json'], {
    ...cleanEnvironment({ DATA_DIR: `.twin/${settings.TWIN_PORT}` }),
  })
  expect(JSON.parse(stdout)).toMatchObject({ ok: true })
}

test('the control address says what a program needs, and nothing to a page', async () => {
  expect(await control('GET', '/twin')).toEqual({
    status: 200,
    body: {
      status: 'success',
      url: `http://localhost:${settings.TWIN_PORT}`,
      api_key: KEY,
      webhook_secret: SECRET,
      control_url: `http://127.0.0.1:${settings.TWIN_CONTROL_PORT}/twin`,
    },
  })
  expect(await control('POST', '/twin/reset', { origin: 'https://shop.example' })).toMatchObject({
    status: 404,
  })
  const onApi = await fetch(`http://localhost:${settings.TWIN_PORT}/twin`)
  expect(onApi.status).toBe(404)
})

test('a reset takes back everything since the snapshot, and the money adds up', async () => {
  const { customer } = await counterfoil.customers.create(customerBody())
  const { bank_account } = await counterfoil.bankAccounts.add(customer.id, {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
    bank_details: {
      account_name: 'Ada Lovelace',
      account_number: '123456789012',
      routing_number: '021000021',
      bank_name: 'First Bank',
    },
  })
  await counterfoil.testHelpers.creditWallet({ amount: 100, currency: 'USD' })
  const before = await balances()
  expect(await control('POST', '/twin/snapshot')).toMatchObject({ status: 200 })

  // Twice the same, and with the same key: the second time nothing remembers the first.
  for (const _ of [1, 2]) {
    const request = { bank_account_id: bank_account.id, amount: 25 }
    const { payout } = await counterfoil.payouts.create(customer.id, request, { idempotencyKey: 'twin' })
    expect(await balances()).not.toEqual(before)
    const { invoice } = await counterfoil.invoices.create({
      customer_id: customer.id,
      amount: 10,
      webhook_url: receiver.url(),
    })
    await counterfoil.testHelpers.payInvoice(invoice.id, {})
    await expect.poll(() => receiver.about(invoice.id).length, { timeout: 30_000 }).toBe(1)
    const [delivery] = receiver.about(invoice.id)
    const { body = '', headers = {} } = delivery ?? {}
    await verifyWebhook({ payload: body, headers, secret: SECRET })
    await expectSoundLedger()

    const reset = await control('POST', '/twin/reset')
    expect(reset).toMatchObject({ status: 200 })
    expect(await balances()).toEqual(before)
    await expect(counterfoil.payouts.get(payout.id)).rejects.toMatchObject({ status: 404 })
    await expect(counterfoil.invoices.get(invoice.id)).rejects.toMatchObject({ status: 404 })
    await expectSoundLedger()
  }
})

test('it does not start on a real database, with real mail, or with a key that is none', async () => {
  const start = (changes: Record<string, string>) =>
    runScript('bin/start.mjs', ['--twin'], { ...cleanEnvironment(settings), ...changes })
  const real = await start({
    DATABASE_URL: 'postgresql://counterfoil@db.example.com/live',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'a@example.com',
  })
  expect(real).toMatchObject({ code: 1, stdout: '' })
  expect(real.stderr).toMatch(/DATABASE_URL: .*throw away.*SMTP_URL: .*DATABASE_URL= SMTP_URL= npm run twin/s)
  const bad = await start({ TWIN_API_KEY: 'cf_live_1', TWIN_CONTROL_PORT: settings.TWIN_PORT ?? '' })
  expect(bad.stderr).toMatch(/TWIN_API_KEY: must be a test API key/)
  expect(bad.stderr).toMatch(/TWIN_CONTROL_PORT: must be another port/)
})

test('nothing is left of it after its end', async () => {
  expect(existsSync(`.twin/${settings.TWIN_PORT}/postgres`)).toBe(true)
  const ended = once(twin, 'exit')
  twin.kill('SIGTERM')
  expect((await ended)[0], output).toBe(0)
  expect(existsSync(`.twin/${settings.TWIN_PORT}`)).toBe(false)
  expect(output).not.toMatch(/"level":(40|50|60)/)
})
