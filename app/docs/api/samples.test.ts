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
type Runtime = {
  command: string
  version: string[]
  extension: string
  /** The arguments that run these files. */
  run: (files: string[]) => string[]
  /** A program that runs the samples in the files `0`, `1` and so on, and prints `END` after each. */
  program: (count: number) => string
  /** The sample as such a program needs it. */
  partOf?: (code: string, index: number) => string
}

const execute = promisify(execFile)

const END = '--- the end of a sample ---'
const linesOf = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

const RUNTIMES: Record<SampleLanguage, Runtime> = {
  curl: {
    command: 'sh',
    version: ['-c', 'curl --version'],
    extension: 'sh',
    run: ([file = '']) => [file],
    program: (count) => linesOf(count, (index) => `sh ${index}.sh\necho '${END}'`),
  },
  // The samples have no types, so they are JavaScript too.
  typescript: {
    command: 'node',
    version: ['--version'],
    extension: 'mjs',
    run: ([file = '']) => [file],
    program: (count) => linesOf(count, (index) => `await import('./${index}.mjs')\nconsole.log('${END}')`),
  },
  python: {
    command: 'python3',
    version: ['--version'],
    extension: 'py',
    run: ([file = '']) => [file],
    program: (count) =>
      `import runpy\n${linesOf(count, (index) => `runpy.run_path('${index}.py')\nprint('${END}')`)}`,
  },
  go: {
    command: 'go',
    version: ['version'],
    extension: 'go',
    run: (files) => ['run', ...files],
    program: (count) =>
      `package main\nimport "fmt"\nfunc main() {\n${linesOf(count, (index) => `sample${index}()\nfmt.Println("${END}")`)}\n}`,
    partOf: (code, index) => code.replace('func main()', `func sample${index}()`),
  },
  php: {
    command: 'php',
    version: ['-r', 'curl_version();'],
    extension: 'php',
    run: ([file = '']) => [file],
    program: (count) =>
      `<?php\n${linesOf(count, (index) => `require '${index}.php';\necho '${END}', PHP_EOL;`)}`,
  },
}

const folder = await mkdtemp(join(tmpdir(), 'counterfoil-samples-'))
afterAll(() => rm(folder, { recursive: true }))

const received: Received[] = []
let answers: { status: number; body: string }[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url: path = '', headers } = request
  const answer = answers[received.length] ?? { status: 500, body: '{}' }
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
  let outputs: string[] = []

  // In one process: to start one for each, or to compile each, would take most of a minute.
  beforeAll(async () => {
    if (!isThere) return
    received.length = 0
    answers = ENDPOINTS.map(({ example }) => ({
      status: example.status,
      body: JSON.stringify(example.answer),
    }))
    outputs = await outputsOf(language)
  }, 120_000)

  test.skipIf(!isThere).each(ENDPOINTS.map((endpoint, index) => ({ ...endpoint, index })))(
    '$title',
    ({ example, method, index }) => {
      const request = received[index]
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
      expect(outputs[index]).toContain('success')
    },
  )

  test.skipIf(!isThere)('are one request each', () => {
    expect(received).toHaveLength(ENDPOINTS.length)
  })
})

test.each(available.filter(([, isThere]) => isThere))('a sample in %s shows an error', async (language) => {
  const { extension } = RUNTIMES[language]
  const [endpoint] = ENDPOINTS
  if (!endpoint) throw new Error('there are no endpoints')
  received.length = 0
  answers = [{ status: 401, body: '{"error":"Invalid API Key"}' }]
  const file = `alone.${extension}`
  await writeFile(join(folder, file), codeOf(language, endpoint))
  expect(await outputOf(language, [file])).toContain('Invalid API Key')
})

/** What the sample of each endpoint prints. */
async function outputsOf(language: SampleLanguage): Promise<string[]> {
  const { extension, program, partOf = (code) => code } = RUNTIMES[language]
  const files = await Promise.all(
    ENDPOINTS.map(async (endpoint, index) => {
      const file = `${index}.${extension}`
      await writeFile(join(folder, file), partOf(codeOf(language, endpoint), index))
      return file
    }),
  )
  const main = `all.${extension}`
  await writeFile(join(folder, main), program(files.length))
  return (await outputOf(language, [main, ...files])).split(END)
}

function codeOf(language: SampleLanguage, endpoint: (typeof ENDPOINTS)[number]): string {
  return samplesOf(sampleRequest(endpoint, url)).find((each) => each.language === language)?.code ?? ''
}

async function outputOf(language: SampleLanguage, files: string[]): Promise<string> {
  const { command, run } = RUNTIMES[language]
  // A sample that reports an error exits with it.
  const { stdout, stderr } = await execute(command, run(files), { cwd: folder }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}
