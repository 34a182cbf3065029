import type { Load } from './load'

/** Requests in flight, where nothing else is said; fewer than each program's database connections. */
export const CONNECTIONS = 16

/** One operation at one number of rows and of clients, by the three programs on the same database server. */
export type Measured = {
  operation: string
  rows: number
  /** Requests in flight. */
  connections: number
  /** Requests per second over those of the floor with the service's tables. */
  ratio: number
  leastRatio: number
  /** The same over the floor with lean tables. */
  leanRatio: number
  leastLean: number
  counterfoil: Load
  floor: Load
  lean: Load
}

/** A figure without a counterpart on the floor; one without a goal is for information. */
export type Figure = {
  name: string
  /** Null where this machine gives none. */
  value: number | null
  unit: 'ms' | 's' | 'KB' | 'MB' | '/s' | 'times' | ''
  rows?: number
  atMost?: number
  atLeast?: number
  note?: string
}

export type Results = {
  startedAt: string
  /** Null outside a Git working copy. */
  commit: string | null
  machine: string
  seconds: number
  measured: Measured[]
  figures: Figure[]
}

/** The value below which this share of all values lies (nearest rank); NaN for none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** True if the figure meets its goal. One that this machine can't measure counts as met. */
export function isMet({ value, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }: Figure): boolean {
  return value === null || (value <= atMost && value >= atLeast)
}

let missed = 0

/** How many of the figures that were shown have missed their goals. */
export function missedGoals(): number {
  return missed
}

/** Prints a figure, and remembers whether it meets its goal. */
export function show(figure: Figure): boolean {
  console.log(lineOf(figure))
  return note(isMet(figure))
}

/** Shows the tables of a run. */
export function showResults(results: Results): void {
  console.log(tableOf(results))
  for (const measured of results.measured) note(isFastEnough(measured))
  for (const figure of results.figures) note(isMet(figure))
}

function isFastEnough({ ratio, leastRatio, leanRatio, leastLean }: Measured): boolean {
  return ratio >= leastRatio && leanRatio >= leastLean
}

function note(isGoalMet: boolean): boolean {
  if (!isGoalMet) missed += 1
  return isGoalMet
}

function lineOf(figure: Figure): string {
  const { name, rows = '', value, unit, atMost, atLeast, note = '' } = figure
  const digits = value === null || value >= 1000 || Number.isInteger(value) ? 0 : value < 10 ? 2 : 1
  const goal = atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : ''
  return [
    isMet(figure) ? '✓' : '✗',
    name.padEnd(64),
    String(rows).padStart(8),
    (value?.toFixed(digits) ?? '–').padStart(8),
    unit.padEnd(5),
    goal.padEnd(7),
    note,
  ]
    .join(' ')
    .trimEnd()
}

const MAX_SLOWDOWN = 1.2

/** The slowdown of each operation from the fewest rows to the most; empty for a single size. */
export function slowdowns(measured: Measured[]): Figure[] {
  const sizes = [...new Set(measured.map(({ rows }) => rows))].toSorted((a, b) => a - b)
  const [fewest, most] = [sizes[0], sizes.at(-1)]
  if (fewest === undefined || most === undefined || fewest === most) return []
  return measured
    .filter(({ rows }) => rows === most)
    .flatMap((large) => {
      const small = measured.find(
        ({ operation, connections, rows }) =>
          operation === large.operation && connections === large.connections && rows === fewest,
      )
      if (!small) return []
      const value = small.counterfoil.perSecond / large.counterfoil.perSecond
      const floor = small.floor.perSecond / large.floor.perSecond
      const name = `${large.operation}: time against ${fewest.toLocaleString('en')} rows (floor ${floor.toFixed(2)})`
      return { name, rows: most, value, unit: 'times' as const, atMost: MAX_SLOWDOWN }
    })
}

/** The text of the terminal's tables; `✗` marks a missed goal. */
export function tableOf({ measured, figures }: Results): string {
  const lines = [
    row(HEAD),
    ...measured.map((each) => {
      const programs = [each.counterfoil, each.floor, each.lean]
      return row([
        isFastEnough(each) ? '✓' : '✗',
        each.operation,
        String(each.rows),
        String(each.connections),
        each.ratio.toFixed(2),
        goalOf(each.leastRatio),
        each.leanRatio.toFixed(2),
        goalOf(each.leastLean),
        ...programs.map(({ perSecond }) => perSecond.toFixed(0)),
        ...programs.map(({ p99Ms }) => String(p99Ms)),
        ...programs.map(({ webCpuMs }) => cpu(webCpuMs)),
        ...programs.map(({ databaseCpuMs }) => cpu(databaseCpuMs)),
      ])
    }),
    '',
    ...figures.map(lineOf),
  ]
  return lines.join('\n')
}

const MEASURES = ['req/s', 'p99 ms', 'web ms', 'db ms']
const HEAD = [
  ...['', 'operation', 'rows', 'clients', 'ratio', 'goal', 'lean', 'goal'],
  ...MEASURES.flatMap((measure) => [measure, 'floor', 'lean']),
]
const WIDTHS = [1, 22, 8, 7, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]

function goalOf(least: number): string {
  return least === 0 ? '' : `≥ ${least}`
}

function row(cells: string[]): string {
  return cells
    .map((cell, index) => (index < 2 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0)))
    .join(' ')
}

function cpu(ms: number | null): string {
  return ms === null ? '–' : ms.toFixed(2)
}
