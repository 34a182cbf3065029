import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { log } from '@/lib/log'
import { isAnsweredAt, sideDoorOf } from './side-door'

const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 5000
const STOP_MS = 10_000

/** The message that tells the supervisor that a process has started. */
export const STARTED = 'started'
/** A process tells its supervisor at this interval that its event loop turns. */
export const BEAT_MS = 2000
export const BEAT = 'beat'
/**
 * After this many intervals without a word, or without an answer at its side door, it is stuck. A start may keep a slow
 * machine busy for as long.
 */
const MAX_SILENT_BEATS = 10

/** A process of the service, restarted whenever it ends by itself, stands still or can't be reached. */
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
    /** Infinity for a process that may stand still, as in a debugger. */
    private readonly beatMs = BEAT_MS,
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null
  }

  start(): void {
    const child = this.fork()
    child.on('error', (error) =>
      log.error({ process: this.name, error: error.message }, 'a process did not start'),
    )
    const watch = this.watch(child)
    // After a start that succeeds, the next end is a new trouble, and waits the shortest time again.
    child.on('message', (message) => {
      if (message === STARTED) this.delayMs = FIRST_DELAY_MS
    })
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      this.child = null
      this.onPid()
      if (this.isStopped || this.isRestarting) return
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

  /**
   * Kills the process once it is silent, or no longer answers at its side door: it would hold its port or its work for
   * ever. Counts looks instead of time, since both processes may have slept with the machine.
   */
  private watch(child: ChildProcess): NodeJS.Timeout | undefined {
    if (this.beatMs === Infinity) return
    let silentBeats = 0
    let unansweredBeats = 0
    let port: number | null = null
    child.on('message', (message) => {
      silentBeats = 0
      port = sideDoorOf(message) ?? port
    })
    const ask = async (at: number) => {
      unansweredBeats += 1
      if (await isAnsweredAt(at, this.beatMs * MAX_SILENT_BEATS)) unansweredBeats = 0
    }
    return setInterval(() => {
      silentBeats += 1
      if (port !== null) void ask(port)
      if (silentBeats !== MAX_SILENT_BEATS && unansweredBeats !== MAX_SILENT_BEATS) return
      const words = silentBeats < MAX_SILENT_BEATS ? "can't be reached" : 'does not answer'
      log.error({ process: this.name }, `a process ${words} and is killed`)
      child.kill('SIGKILL')
    }, this.beatMs)
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
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const deadline = setTimeout(() => {
      log.warn({ process: this.name }, 'a process did not stop in time and was killed')
      child.kill('SIGKILL')
    }, STOP_MS)
    await exit
    clearTimeout(deadline)
  }
}
