import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { log } from '@/lib/log'

const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000
/** After a run of this length, the next crash starts over with the shortest delay. */
const WELL_AFTER_MS = 60_000
const STOP_MS = 10_000

/** A process of the service, restarted whenever it ends by itself. */
export class KeptProcess {
  private child: ChildProcess | null = null
  private timer: NodeJS.Timeout | undefined
  private delayMs = FIRST_DELAY_MS
  private isRestarting = false
  private isStopped = false

  constructor(
    readonly name: string,
    private readonly fork: () => ChildProcess,
    private readonly onPid: () => void,
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null
  }

  start(): void {
    const startedAt = Date.now()
    const child = this.fork()
    child.on('error', (error) =>
      log.error({ process: this.name, error: error.message }, 'a process did not start'),
    )
    child.on('exit', (code, signal) => {
      this.child = null
      this.onPid()
      if (this.isStopped || this.isRestarting) return
      if (Date.now() - startedAt > WELL_AFTER_MS) this.delayMs = FIRST_DELAY_MS
      log.error(
        { process: this.name, code, signal, restartMs: this.delayMs },
        'a process ended, restarting it',
      )
      this.timer = setTimeout(() => this.start(), this.delayMs)
      this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS)
    })
    this.child = child
    this.onPid()
  }

  /** Stops the process and starts it again with the current environment. */
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

  /** Asks the process to end, and kills it after 10 s. */
  private async end(): Promise<void> {
    clearTimeout(this.timer)
    const child = this.child
    if (!child) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const deadline = setTimeout(() => {
      log.warn({ process: this.name }, 'a process did not stop in time and was killed')
      child.kill('SIGKILL')
    }, STOP_MS)
    await exited
    clearTimeout(deadline)
  }
}
