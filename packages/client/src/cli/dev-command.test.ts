import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkoutAround } from './dev-command.ts'
import { runInTerminal } from './terminal.fixture.ts'

/* Against a stand-in for a checkout. packages/client/twin.test.ts starts the real one. */

const START = `
  import { writeFileSync } from 'node:fs'
  const { TWIN_PORT = '3100', TWIN_CONTROL_PORT = '3101', TWIN_API_KEY, TWIN_WEBHOOK_SECRET } = process.env
  if (TWIN_PORT === '1') {
    console.error('TWIN_PORT: 1 is in use by another program')
    process.exit(1)
  }
  const stop = () => {
    writeFileSync('stopped', '')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  const url = 'http://localhost:' + TWIN_PORT
  const control_url = 'http://127.0.0.1:' + TWIN_CONTROL_PORT + '/twin'
  console.log(process.argv[2], 'is ready at', url)
  process.send({ url, api_key: TWIN_API_KEY ?? 'new', webhook_secret: TWIN_WEBHOOK_SECRET ?? 'new', control_url })
  if (TWIN_PORT === '2') setTimeout(() => process.exit(3), 300)
`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-checkout-'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'counterfoil', type: 'module' }))
  writeFileSync(join(folder, 'bin/start.mjs'), START)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hasStopped = () => existsSync(join(folder, 'stopped'))

test('starts a twin with the settings of the flags, prints what it prints, and stops it on Ctrl-C', async () => {
  const run = await runInTerminal(['dev', '--path', folder, '--port', '4100'], {
    until: ({ out }) => out.includes('ready'),
  })
  expect(run).toEqual({ code: 0, out: '--twin is ready at http://localhost:4100\n', err: '' })
  expect(hasStopped()).toBe(true)
})

test('runs a command beside the twin that knows it, exits by it, and stops the twin', async () => {
  const program = `
    const { writeFileSync } = require('node:fs')
    const facts = Object.entries(process.env).filter(([name]) => name.startsWith('COUNTERFOIL_'))
    writeFileSync(process.argv[1], JSON.stringify(Object.fromEntries(facts)))
    process.exit(7)`
  const written = join(folder, 'written.json')
  const flags = ['--control-port', '4101', '--api-key', 'cf_test_1', '--secret', 'whsec_1']
  const command = [process.execPath, '-e', program, written, '--help']
  const { code, out, err } = await runInTerminal(['dev', ...flags, '--', ...command], {
    env: { COUNTERFOIL_PATH: folder },
  })
  expect({ code, out, err }).toEqual({ code: 7, out: '', err: expect.stringContaining('is ready') })
  expect(JSON.parse(readFileSync(written, 'utf8'))).toEqual({
    COUNTERFOIL_PATH: folder,
    COUNTERFOIL_URL: 'http://localhost:3100',
    COUNTERFOIL_API_KEY: 'cf_test_1',
    COUNTERFOIL_WEBHOOK_SECRET: 'whsec_1',
    COUNTERFOIL_TWIN_URL: 'http://127.0.0.1:4101/twin',
  })
  expect(hasStopped()).toBe(true)
})

test('a twin that does not start is a failure, and the command does not run', async () => {
  const written = join(folder, 'written')
  const command = [process.execPath, '-e', `require('node:fs').writeFileSync('${written}', '')`]
  const run = await runInTerminal(['dev', '--path', folder, '--port', '1', '--', ...command])
  expect(run).toEqual({ code: 1, out: '', err: 'TWIN_PORT: 1 is in use by another program\n' })
  expect(existsSync(written)).toBe(false)
})

test('a twin that ends before the command ends the command too', async () => {
  const command = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)']
  const run = await runInTerminal(['dev', '--path', folder, '--port', '2', '--', ...command])
  expect(run).toMatchObject({ code: 1, err: expect.stringContaining('The twin ended before the command') })
})

test('a command that does not exist is a failure that names it, and the twin stops', async () => {
  const run = await runInTerminal(['dev', '--path', folder, '--', 'no-such-command'])
  expect(run).toMatchObject({ code: 1, err: expect.stringContaining('no-such-command') })
  expect(hasStopped()).toBe(true)
})

test('where there is no checkout, it says how to get one', async () => {
  const run = await runInTerminal(['dev', '--path', join(folder, 'bin')])
  expect(run).toMatchObject({ code: 1, out: '' })
  expect(run.err).toMatch(/bin is not a checkout of Counterfoil.*Clone.*--path.*COUNTERFOIL_PATH/s)
})

test('a checkout is found from any folder in it, and nowhere else', () => {
  expect(checkoutAround(join(folder, 'bin'))).toBe(folder)
  expect(checkoutAround(tmpdir())).toBeNull()
})

test.each([
  [['dev', '--'], 'Give a command after --'],
  [['dev', '--fast'], '--fast'],
])('%j is a wrong use', async (args, message) => {
  expect(await runInTerminal(args)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})
