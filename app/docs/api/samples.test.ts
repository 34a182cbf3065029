import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SampleLanguage, samplesOf } from '@/components/docs/samples'
import { sampleRequest } from './pages'
import { ENDPOINTS } from './reference'

/*
 * Every sample sends exactly the documented request, in every language whose runtime is on the machine, and
 * prints the answer. examples.test.ts proves that the API answers that request as documented.
 */

type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
type Runtime = { file: string; command: string; version: string[]; run: string[] }

const execute = promisify(execFile)

const RUNTIMES: Record<SampleLanguage, Runtime> = {
  curl: { file: 'sample.sh', command: 'sh', version: ['-c', 'curl --version'], run: ['sample.sh'] },
  // The samples have no types, so they are JavaScript too.
  typescript: { file: 'sample.mjs', command: 'node', version: ['--version'], run: ['sample.mjs'] },
  python: { file: 'sample.py', command: 'python3', version: ['--version'], run: ['sample.py'] },
  go: { file: 'sample.go', command: 'go', version: ['version'], run: ['run', 'sample.go'] },
  php: { file: 'sample.php', command: 'php', version: ['-r', 'curl_version();'], run: ['sample.php'] },
}

const folder = await mkdtemp(join(tmpdir(), 'counterfoil-samples-'))
afterAll(() => rm(folder, { recursive: true }))

const received: Received[] = []
let answer = { status: 200, body: '{}' }
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url: path = '', headers } = request
  received.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
})
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const LANGUAGES = Object.keys(RUNTIMES) as SampleLanguage[]
const available = await Promise.all(
  LANGUAGES.map(async (language) => {
    const { command, version } = RUNTIMES[language]
    const isThere = await execute(command, version).then(
      () => true,
      () => false,
    )
    return [language, isThere] as const
  }),
)

describe.each(available)('samples in %s', (language, isThere) => {
  test.skipIf(!isThere).each(ENDPOINTS)('$title', async (endpoint) => {
    const { example, method } = endpoint
    answer = { status: example.status, body: JSON.stringify(example.answer) }
    received.length = 0
    const { stdout } = await runSample(language, endpoint)
    expect(received).toHaveLength(1)
    const [request] = received
    expect(request?.method).toBe(method)
    expect(request?.path).toBe(example.path.replaceAll('$', ''))
    expect(request?.headers.authorization).toBe('Bearer YOUR_API_KEY')
    expect(request?.headers['idempotency-key']).toBe(example.idempotencyKey)
    if (example.body) {
      expect(request?.headers['content-type']).toBe('application/json')
      expect(JSON.parse(request?.body ?? '')).toEqual(
        JSON.parse(JSON.stringify(example.body).replaceAll('$', '')),
      )
    } else expect(request?.body).toBe('')
    expect(stdout).toContain('success')
  })
})

test.each(available.filter(([, isThere]) => isThere))('a sample in %s shows an error', async (language) => {
  const [endpoint] = ENDPOINTS
  if (!endpoint) throw new Error('there are no endpoints')
  answer = { status: 401, body: '{"error":"Invalid API Key"}' }
  const { stdout, stderr } = await runSample(language, endpoint)
  expect(stdout + stderr).toContain('Invalid API Key')
})

async function runSample(language: SampleLanguage, endpoint: (typeof ENDPOINTS)[number]) {
  const { file, command, run } = RUNTIMES[language]
  const sample = samplesOf(sampleRequest(endpoint, url)).find((each) => each.language === language)
  await writeFile(join(folder, file), sample?.code ?? '')
  // A sample that reports an error exits with it.
  return execute(command, run, { cwd: folder }).catch((error: { stdout: string; stderr: string }) => error)
}
