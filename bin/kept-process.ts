import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { log } from '@/lib/log'
import { isAnsweredAt, sideDoorOf } from './side-door'

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 5000
const STOP_MS = 10_000
/** A successor has this long to start, and the process before it this long to end what it has begun. */
const SUCCESSOR_MS = 60_000
const RETIRE_MS = 20_000

/** The message that tells the supervisor that a process has started. */
export const STARTED = 'started'
/** The message that tells a process that its successor serves: it ends as on SIGTERM, but has time for its clients. */
export const RETIRE = 'retire'
/** The argument of a process that takes the place of one that serves: it has to be well before it takes connections. */
export const SUCCESSOR = '--successor'
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
  private successor: ChildProcess | null = null
  /** The one before, while it leaves its clients to its successor. */
  private retiring: ChildProcess | null = null
  private timer: NodeJS.Timeout | undefined
  private delayMs = FIRST_DELAY_MS
  private isRestarting = false
  private isStopped = false

  constructor(
    readonly name: string,
    private readonly fork: (...args: string[]) => ChildProcess,
    private readonly onPid: () => void,
    /** Infinity for a process that may stand still, as in a debugger. */
    private readonly beatMs = BEAT_MS,
    private readonly successorMs = SUCCESSOR_MS,
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null
  }

  start(): void {
    this.child = this.begin()
    this.onPid()
  }

  private begin(...args: string[]): ChildProcess {
    const child = this.fork(...args)
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
      // Another one is in its place, or was to be.
      if (child !== this.child) return
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
    return child
  }

  /**
   * Starts a successor beside the process, and once it serves, has the process end. False if the successor ends or does
   * not serve in time: the process then goes on as if nothing had been.
   */
  async replace(): Promise<boolean> {
    if (this.isStopped || this.isRestarting || this.successor) return false
    const successor = this.begin(SUCCESSOR)
    this.successor = successor
    const isServing = await serves(successor, this.successorMs)
    this.successor = null
    if (!isServing) {
      successor.kill('SIGKILL')
      return false
    }
    clearTimeout(this.timer)
    this.retiring = this.child
    this.child = successor
    this.onPid()
    if (this.retiring) await this.end(this.retiring, RETIRE)
    this.retiring = null
    return true
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
    await this.endAll()
    this.isRestarting = false
    if (!this.isStopped) this.start()
  }

  /** Stops the process for good. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.endAll()
  }

  private async endAll(): Promise<void> {
    clearTimeout(this.timer)
    // Nobody has come to it yet.
    this.successor?.kill('SIGKILL')
    await Promise.all([this.child, this.retiring].map((child) => child && this.end(child)))
  }

  /** Asks a process to end, and kills it if it takes too long. */
  private async end(child: ChildProcess, how?: typeof RETIRE): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    if (how) child.send(how, () => {})
    else child.kill('SIGTERM')
    const deadline = setTimeout(
      () => {
        log.warn({ process: this.name }, 'a process did not stop in time and was killed')
        child.kill('SIGKILL')
      },
      how ? RETIRE_MS : STOP_MS,
    )
    await exit
    clearTimeout(deadline)
  }
}

/** True once the process says that it has started; false if it ends before, or takes longer. */
function serves(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs, false)
    const settle = (isServing: boolean) => {
      clearTimeout(timer)
      resolve(isServing)
    }
    child.on('message', (message) => message === STARTED && settle(true))
    child.on('exit', () => settle(false))
    child.on('error', () => settle(false))
  })
}
