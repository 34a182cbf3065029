import { readFileSync } from 'node:fs'

const PARENT_LOOK_MS = 500

/**
 * Aborts on the first SIGINT or SIGTERM, and on SIGHUP where that says that the terminal is gone. Later ones change nothing: npm forwards the Ctrl-C that the
 * terminal has already sent to the whole group. Under npm it also aborts when npm is gone, which may be
 * killed outright, or only signal the shell in between, which forwards nothing; and under a program with a channel
 * to this process, such as `counterfoil dev`, when that one is gone.
 */
export function stopSignal({ onHangUp }: { onHangUp: 'stop' | (() => void) }): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  process.on('SIGHUP', onHangUp === 'stop' || hasTerminal() ? stop : onHangUp)
  process.on('disconnect', stop)
  if (process.send && !process.connected) stop()
  if (process.env.npm_lifecycle_script?.includes('bin/start.mjs')) {
    const before = callers()
    setInterval(() => callers() !== before && stop(), PARENT_LOOK_MS).unref()
  }
  return controller.signal
}

function hasTerminal(): boolean {
  return process.stdin.isTTY || process.stdout.isTTY
}

/** The process ids between us and npm. A different id means that one of them is gone. */
function callers(): string {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const [, command, shellParent] = /\((.*)\) \S+ (\d+)/s.exec(stat) ?? []
    return command === 'sh' ? `${parent} ${shellParent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
