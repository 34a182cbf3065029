import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { log } from '@/lib/log'

const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000
/** A process that has run this long was well: the next crash starts over with the shortest delay. */
const WELL_AFTER_MS = 60_000
const STOP_MS = 10_000

/** A part of the service as a process of its own, started again whenever it ends by itself. */
export class KeptProcess {
  private child: ChildProcess | null = null
  private timer: NodeJS.Timeout | undefined
  private delayMs = FIRST_DELAY_MS
  private isRestarting = false
  private isStopped = false

  constructor(
    readonly name: string,
    private readonly args: string[],
    private readonly onPid: () => void,
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null
  }

  start(): void {
    const startedAt = Date.now()
    const file = join(import.meta.dirname, `${this.name}.ts`)
    const child = fork(file, this.args, { execArgv: ['--import', 'tsx'] })
    child.on('error', (error) => log.error({ part: this.name, error: error.message }, 'a part did not start'))
    child.on('exit', (code, signal) => {
      this.child = null
      this.onPid()
      if (this.isStopped || this.isRestarting) return
      if (Date.now() - startedAt > WELL_AFTER_MS) this.delayMs = FIRST_DELAY_MS
      log.error({ part: this.name, code, signal, restartMs: this.delayMs }, 'a part ended, starting it again')
      this.timer = setTimeout(() => this.start(), this.delayMs)
      this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS)
    })
    this.child = child
    this.onPid()
  }

  /** Stops the process and starts it anew, with the environment as it is now. */
  async restart(): Promise<void> {
    if (this.isStopped || this.isRestarting) return
    this.isRestarting = true
    await this.end()
    this.isRestarting = false
    if (!this.isStopped) this.start()
  }

  /** Stops the process for good. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.end()
  }

  /** Asks the process to end, and ends it after 10 s where it hasn't. */
  private async end(): Promise<void> {
    clearTimeout(this.timer)
    const child = this.child
    if (!child) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const deadline = setTimeout(() => {
      log.warn({ part: this.name }, 'a part did not stop in time and was killed')
      child.kill('SIGKILL')
    }, STOP_MS)
    await exited
    clearTimeout(deadline)
  }
}
