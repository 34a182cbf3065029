import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nodeHandler } from '@/lib/api/node'
import { apiV2 } from '@/lib/api/v2'
import { env } from '@/lib/env'
import { describeRequest } from '@/lib/http/served-request'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import { deliveryHeaders } from '@/lib/webhooks/signing'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { codeOf } from './content.fixture'

const run = promisify(execFile)
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
)
const handler = nodeHandler(apiV2)
const server = createServer((request, response) => {
  void handler(request, response, describeRequest(request, response, []))
})
const settings: Record<string, string> = {}
let folder = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env.PUBLIC_URL = url
  settings.COUNTERFOIL_URL = url
  settings.COUNTERFOIL_API_KEY = await buildApiKey((await buildVendor()).test)
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-client-samples-'))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

/** Bundles a program with the client from its sources, whose package it imports; returns its path. */
async function bundled(name: string, contents: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents, loader: 'ts', resolveDir: process.cwd() },
    alias: { counterfoil: './packages/client/src/index.ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  })
  return outfile
}

test('the samples in TypeScript lead from a customer to a payout and its events', async () => {
  const samples = [
    'the first call',
    'a payout',
    'the handling of errors',
    'the lists',
    'the trace',
    'the events',
  ]
  const program = samples.map((what) => codeOf('client', what)).join('\n\n')
  const child = spawn(process.execPath, [await bundled('program', program)], {
    env: settings as NodeJS.ProcessEnv,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  }
  // The last one goes on for ever.
  await vi.waitUntil(() => child.exitCode !== null || /^\d+ payout\.paid$/m.test(printed), {
    timeout: 20_000,
  })
  const exited = once(child, 'exit')
  if (child.exitCode === null) {
    child.kill()
    await exited
  }
  expect(printed.split('\n').slice(0, 5)).toEqual([
    expect.stringMatching(/\/pay\/\w+$/),
    'PAID',
    'Pay it later',
    expect.stringMatching(/^[\w-]{36} \d+(\.\d+)?$/),
    '1 null',
  ])
  expect(printed).toMatch(/ ledger_entry \{/)
  expect(printed).toMatch(
    /^\d+ customer\.created\n\d+ invoice\.created\n\d+ invoice\.paid\n\d+ bank_account\.created\n\d+ payout\.created\n/m,
  )
  await expectSoundLedger()
})

test('the receiver accepts a delivery, and refuses a forged one with the reason', async () => {
  const { POST } = (await import(await bundled('receiver', codeOf('client', 'the receiver')))) as {
    POST(request: Request): Promise<Response>
  }
  const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'
  vi.stubEnv('COUNTERFOIL_WEBHOOK_SECRET', secret)
  const payload = '{"invoice":{"id":"i-1","status":"Paid"}}'
  const event = { id: '0199d1c2-0000-7000-8000-000000000001', eventId: null, sequence: 1, payload }
  const headers = deliveryHeaders(event, new Date(), [secret])
  const send = (body: string) => POST(new Request('http://localhost/', { method: 'POST', headers, body }))
  expect((await send(payload)).status).toBe(204)
  const forged = await send(`${payload} `)
  expect([forged.status, await forged.text()]).toEqual([400, expect.stringMatching(/^No signature matches/)])
  vi.unstubAllEnvs()
})

test.skipIf(!hasPython)('the sample in Python runs', async () => {
  await copyFile('packages/python/counterfoil/__init__.py', join(folder, 'counterfoil.py'))
  await writeFile(join(folder, 'program.py'), codeOf('client', 'the program'))
  const { stdout } = await run('python3', ['program.py'], {
    cwd: folder,
    env: { ...settings, PYTHONDONTWRITEBYTECODE: '1', PATH: '/usr/local/bin:/usr/bin:/bin' } as never,
  })
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/\/pay\/\w+$/),
      expect.stringMatching(/^mary/i),
      'invoice_not_paid',
    ]),
  )
})
