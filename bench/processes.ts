import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second, whatever the kernel's own tick. */
const MS_PER_TICK = 10

const isLinux = existsSync('/proc/self/stat')

/** Processor time of processes so far, added up, in ms; null where there is no /proc. */
export function processCpuMs(pids: number[]): number | null {
  if (!isLinux) return null
  const ticks = pids.map(statOf).map(({ userTicks, systemTicks }) => userTicks + systemTicks)
  return ticks.reduce((sum, each) => sum + each, 0) * MS_PER_TICK
}

/** The same for a process with its children, those that have ended included. */
export function familyCpuMs(pid: number): number | null {
  if (!isLinux) return null
  const parent = statOf(pid)
  let ticks = parent.userTicks + parent.systemTicks + parent.endedTicks
  for (const { userTicks, systemTicks } of childrenOf(pid)) ticks += userTicks + systemTicks
  return ticks * MS_PER_TICK
}

/** The process ids of a process and its children; only its own where there is no /proc. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).map((child) => child.pid)]
}

/** Sends a signal to each process that is there: one of a family may have ended since it was listed. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function childrenOf(pid: number): Stat[] {
  if (!isLinux) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => readStat(Number(name)) ?? []).filter(({ parentPid }) => parentPid === pid)
}

/** Resident memory in MB (10⁶ bytes); null where there is no /proc. */
export function residentMb(pid: number): number | null {
  if (!isLinux) return null
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1_000_000
}

type Stat = { pid: number; parentPid: number; userTicks: number; systemTicks: number; endedTicks: number }

function statOf(pid: number): Stat {
  const stat = readStat(pid)
  if (!stat) throw new Error(`Process ${pid} is gone`)
  return stat
}

function readStat(pid: number): Stat | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It ended between the listing and this look.
    return null
  }
  // The name may contain spaces and brackets, so the fields are counted from its end: proc_pid_stat(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const number = (field: number) => Number(fields[field - 3])
  return {
    pid,
    parentPid: number(4),
    userTicks: number(14),
    systemTicks: number(15),
    endedTicks: number(16) + number(17),
  }
}
