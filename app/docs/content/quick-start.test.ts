import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeHandler } from '@/lib/api/node'
import { apiV2 } from '@/lib/api/v2'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { describeRequest } from '@/lib/http/served-request'
import { verifyLedger } from '@/lib/ledger/verify'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { currentSite } from '../pages'
import { fencesOf } from './content.fixture'

const handler = nodeHandler(apiV2)
const server = createServer((request, response) => {
  void handler(request, response, describeRequest(request, response, []))
})
let url = ''
let key = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env.PUBLIC_URL = url
  key = await buildApiKey((await buildVendor()).test)
})
afterAll(() => server.close())

/** Every command of the page, as somebody pastes them, but for the libraries (e2e/api/downloads.test.ts). */
function script(): string {
  const fences = fencesOf('quick-start', { ...currentSite(), url })
  const commands = fences.filter(({ what }) => !what.startsWith('a library')).map(({ code }) => code)
  return commands.join('\n').replace('YOUR_API_KEY', key)
}

test('the commands lead from an empty account to a payout, twice in a row', async () => {
  const shell = async () => (await promisify(execFile)('sh', ['-c', `${script()}\n`])).stdout
  for (const output of [await shell(), await shell()]) {
    expect(output).toContain('"message":"Customer created successfully"')
    expect(output).toMatch(/"status":"Paid"/)
    expect(output).toContain('"message":"Payout completed successfully"')
    expect(output).not.toContain('"error"')
  }
  expect(await inOrmTransaction(verifyLedger)).toMatchObject({ ok: true })
})
