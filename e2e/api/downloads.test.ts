import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '@/packages/client/src/version'
import { BASE_URL } from '../fixtures/api-client'
import { freshVendor, type Vendor } from '../fixtures/vendor'

const run = promisify(execFile)
const hasPython = await run('python3', ['-c', 'import venv, ensurepip']).then(
  () => true,
  () => false,
)

let vendor: Vendor
let folder: string

beforeAll(async () => {
  vendor = await freshVendor()
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-downloads-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The command of the quick start that installs a library, for this service. */
async function installation(language: string): Promise<string> {
  const page = await readFile('app/docs/content/quick-start.md', 'utf8')
  const [, command = ''] = new RegExp(`\`\`\`sh a library for ${language}\n(.*)\n`).exec(page) ?? []
  return command.replace('{{url}}', BASE_URL).replace('{{client-version}}', VERSION)
}

function shell(command: string) {
  const env = { ...process.env, COUNTERFOIL_URL: BASE_URL, COUNTERFOIL_API_KEY: vendor.key }
  return run('sh', ['-c', `set -e\n${command}`], { cwd: folder, env })
}

test('the list names every package with its size and checksum', async () => {
  const { files } = (await (await fetch(`${BASE_URL}/downloads/`)).json()) as {
    files: { name: string; size: number; sha256: string }[]
  }
  expect(files.map(({ name }) => name)).toEqual(
    [
      'SHA256SUMS',
      `counterfoil-${VERSION}-py3-none-any.whl`,
      `counterfoil-${VERSION}.tar.gz`,
      `counterfoil-${VERSION}.tgz`,
      'counterfoil-samples.tgz',
      'counterfoil.tgz',
    ].toSorted(),
  )
  for (const { name, size, sha256 } of files) {
    const answer = await fetch(`${BASE_URL}/downloads/${name}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe(size)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
})

test('nothing else is there, by any way of writing its name', async () => {
  for (const name of ['package.json', '..%2Fknown.json', '%2e%2e/known.json', 'counterfoil.tgz/x']) {
    expect((await fetch(`${BASE_URL}/downloads/${name}`)).status, name).toBe(404)
  }
})

test('the line of the quick start installs the client in a fresh folder, and it creates a customer', async () => {
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true }')
  await shell(`${await installation('Node.js')} --no-audit --no-fund`)
  await writeFile(
    join(folder, 'first.mjs'),
    `import { Counterfoil } from 'counterfoil'
     const { COUNTERFOIL_API_KEY: apiKey, COUNTERFOIL_URL: baseUrl } = process.env
     const counterfoil = new Counterfoil({ apiKey, baseUrl })
     const { customer } = await counterfoil.customers.create({ name: 'Ada', email: 'ada-node@example.com' })
     console.log(customer.email)`,
  )
  expect((await shell('node first.mjs')).stdout).toBe('ada-node@example.com\n')
})

test.skipIf(!hasPython)('the line for Python does the same', async () => {
  await shell(`python3 -m venv python; python/bin/${await installation('Python')} --no-index --quiet`)
  await writeFile(
    join(folder, 'first.py'),
    `import os
from counterfoil import Counterfoil
counterfoil = Counterfoil(api_key=os.environ["COUNTERFOIL_API_KEY"], base_url=os.environ["COUNTERFOIL_URL"])
print(counterfoil.customers.create(name="Ada", email="ada-python@example.com")["customer"]["email"])`,
  )
  expect((await shell('python/bin/python first.py')).stdout).toBe('ada-python@example.com\n')
})
