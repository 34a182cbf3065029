import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { cleanEnvironment, freePorts } from '@/e2e/fixtures/service'

type Facts = { url: string; api_key: string; webhook_secret: string }

/** A twin that `counterfoil dev` runs, as in somebody's CI. */
export class Twin {
  readonly url: string
  readonly apiKey: string
  readonly webhookSecret: string
  readonly #child: ChildProcess
  readonly #controlUrl: string

  private constructor(child: ChildProcess, controlUrl: string, facts: Facts) {
    this.#child = child
    this.#controlUrl = controlUrl
    this.url = facts.url
    this.apiKey = facts.api_key
    this.webhookSecret = facts.webhook_secret
  }

  static async start(): Promise<Twin> {
    const [port, controlPort] = await freePorts(2)
    const args = ['bin/counterfoil.mjs', 'dev', '--port', `${port}`, '--control-port', `${controlPort}`]
    // Tests wait for a lost answer as long as this, and a busy machine's ordinary answers have to take less.
    const env = cleanEnvironment({ LOG_LEVEL: 'warn', PROVIDER_TIMEOUT_MS: '2000' })
    const child = spawn(process.execPath, args, { env })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk
      })
    }
    const isDecided = () => child.exitCode !== null || printed.includes('Counterfoil is ready')
    await vi.waitUntil(isDecided, { timeout: 60_000 })
    const controlUrl = /http\S+\/twin/.exec(printed)?.[0]
    if (!controlUrl) throw new Error(`The twin does not start:\n${printed}`)
    return new Twin(child, controlUrl, await (await fetch(controlUrl)).json())
  }

  async control(act: 'snapshot' | 'reset'): Promise<void> {
    const { ok, status } = await fetch(`${this.#controlUrl}/${act}`, { method: 'POST' })
    if (!ok) throw new Error(`${act} answered ${status}`)
  }

  /** Ctrl-C; the exit code. */
  async stop(): Promise<number | null> {
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGINT')
    return (await exited)[0]
  }
}
