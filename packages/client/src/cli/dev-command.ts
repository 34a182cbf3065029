import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Command, type Terminal, UsageError } from './terminal.ts'

/** A twin's report to the program that started it, once it is ready (bin/twin.ts). */
type TwinFacts = { url: string; api_key: string; webhook_secret: string; control_url: string }

/** The twin's settings, by flag. */
const SETTINGS = {
  port: 'TWIN_PORT',
  'control-port': 'TWIN_CONTROL_PORT',
  'api-key': 'TWIN_API_KEY',
  secret: 'TWIN_WEBHOOK_SECRET',
} as const

const OPTIONS = {
  path: { type: 'string' },
  port: { type: 'string' },
  'control-port': { type: 'string' },
  'api-key': { type: 'string' },
  secret: { type: 'string' },
} as const

export const devCommand: Command = {
  summary: 'Run a service of your own for your tests, which is gone afterwards',
  usage: `counterfoil dev [--path DIR] [--port N] [--control-port N] [--api-key KEY] [--secret whsec_…] [-- COMMAND …]

Starts a twin: the service itself, in test mode, on an empty database that is gone at the end. Prints its address, API
key and webhook secret, and runs until Ctrl-C. With a COMMAND, such as your tests, it runs that command beside the
twin and exits with its status; the command gets COUNTERFOIL_URL, COUNTERFOIL_API_KEY, COUNTERFOIL_WEBHOOK_SECRET and, for
snapshots and resets, COUNTERFOIL_TWIN_URL.

  --path          the checkout of Counterfoil (or COUNTERFOIL_PATH); else the folder around the current one
  --port          of the API (or TWIN_PORT, 3100)
  --control-port  of the address that takes snapshots and resets (or TWIN_CONTROL_PORT, 3101)
  --api-key       the test key that the twin accepts (or TWIN_API_KEY); else a new one
  --secret        what it signs webhooks with (or TWIN_WEBHOOK_SECRET); else a new one`,
  async run(args, terminal) {
    const end = args.indexOf('--')
    const command = end === -1 ? null : args.slice(end + 1)
    const { values } = parseArgs({ args: end === -1 ? args : args.slice(0, end), options: OPTIONS })
    if (command?.length === 0) throw new UsageError('Give a command after --')
    const folder = checkout(values.path ?? terminal.env.COUNTERFOIL_PATH)
    const env = { ...terminal.env }
    for (const [flag, name] of Object.entries(SETTINGS)) {
      const value = values[flag as keyof typeof SETTINGS]
      if (value !== undefined) env[name] = value
    }
    const twin = spawn(process.execPath, [join(folder, 'bin', 'start.mjs'), '--twin'], {
      cwd: folder,
      env: env as NodeJS.ProcessEnv,
      // By the channel it says that it is ready, and learns that we are gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    // Standard output belongs to the command, if there is one.
    const ended = endOf(twin, { ...terminal, out: command ? terminal.err : terminal.out })
    try {
      const facts = await readyOrEnded(twin, ended)
      return facts && command ? await runBeside(command, facts, ended, terminal) : await ended
    } finally {
      twin.kill('SIGTERM')
      await ended
    }
  },
}

/** The exit code, once everything that it printed is passed on. Ctrl-C stops it. */
async function endOf(twin: ChildProcess, { out, err, signal }: Terminal): Promise<number> {
  const printed = [passOn(twin.stdout, out), passOn(twin.stderr, err)]
  const stop = () => twin.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  const [code] = (await once(twin, 'exit')) as [number | null]
  signal.removeEventListener('abort', stop)
  await Promise.all(printed)
  return code ?? 1
}

/** The folder of a checkout. Throws with the way to one if it is none, or if there is none around. */
function checkout(flag: string | undefined): string {
  if (flag !== undefined) {
    const folder = resolve(flag)
    if (isCheckout(folder)) return folder
    throw new Error(`${folder} is not a checkout of Counterfoil. ${STEPS}`)
  }
  const folder = checkoutAround(process.cwd())
  if (!folder) throw new Error(`There is no checkout of Counterfoil here. ${STEPS}`)
  return folder
}

const STEPS = `A twin runs from the sources of the service:

  1. Clone its repository, or download and unpack it
  2. counterfoil dev --path FOLDER, or set COUNTERFOIL_PATH to it

The first start installs packages and builds, which takes minutes; later ones are ready within seconds.`

/** The nearest checkout that a folder is in, or null. */
export function checkoutAround(folder: string): string | null {
  if (isCheckout(folder)) return folder
  const parent = dirname(folder)
  return parent === folder ? null : checkoutAround(parent)
}

function isCheckout(folder: string): boolean {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest) || !existsSync(join(folder, 'bin', 'start.mjs'))) return false
  return JSON.parse(readFileSync(manifest, 'utf8')).name === 'counterfoil'
}

async function passOn(stream: ChildProcess['stdout'], print: (line: string) => void): Promise<void> {
  if (!stream) return
  for await (const line of createInterface({ input: stream })) print(line)
}

/** Null if the twin ended before it was ready. */
function readyOrEnded(twin: ChildProcess, ended: Promise<number>): Promise<TwinFacts | null> {
  const ready = new Promise<TwinFacts>((resolve) =>
    twin.once('message', (facts: TwinFacts) => resolve(facts)),
  )
  return Promise.race([ready, ended.then(() => null)])
}

/** Runs a command that knows the twin; returns its exit code, or 1 if the twin ends first. */
async function runBeside(
  [file = '', ...args]: string[],
  facts: TwinFacts,
  twinEnded: Promise<number>,
  { env, signal, err }: Terminal,
): Promise<number> {
  const childEnv: Terminal['env'] = {
    ...env,
    COUNTERFOIL_URL: facts.url,
    COUNTERFOIL_API_KEY: facts.api_key,
    COUNTERFOIL_WEBHOOK_SECRET: facts.webhook_secret,
    COUNTERFOIL_TWIN_URL: facts.control_url,
  }
  const child = spawn(file, args, {
    env: childEnv as NodeJS.ProcessEnv,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const outcome = await Promise.race([exited, twinEnded.then(() => null)])
  signal.removeEventListener('abort', stop)
  if (outcome) return outcome[0] ?? (signal.aborted ? 130 : 1)
  if (!signal.aborted) err('The twin ended before the command')
  stop()
  await exited
  return signal.aborted ? 130 : 1
}
