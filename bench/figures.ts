import type { Load } from './load'

/** One operation at one number of rows, by both programs on the same database. */
export type Measured = {
  operation: string
  rows: number
  /** Requests per second over the floor's. */
  ratio: number
  leastRatio: number
  counterfoil: Load
  floor: Load
}

/** A figure without a counterpart on the floor. */
export type Figure = {
  name: string
  rows: number
  value: number | null
  unit: 'ms' | 'MB' | '/s' | 'times'
} & ({ atMost: number } | { atLeast: number })

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
export function isMet(figure: Figure): boolean {
  if (figure.value === null) return true
  return 'atMost' in figure ? figure.value <= figure.atMost : figure.value >= figure.atLeast
}

const MOST_SLOWDOWN = 1.2

/** The slowdown of each operation from the fewest rows to the most; empty for a single size. */
export function slowdowns(measured: Measured[]): Figure[] {
  const sizes = [...new Set(measured.map(({ rows }) => rows))].toSorted((a, b) => a - b)
  const [fewest, most] = [sizes[0], sizes.at(-1)]
  if (fewest === undefined || most === undefined || fewest === most) return []
  return measured
    .filter(({ rows }) => rows === most)
    .flatMap((large) => {
      const small = measured.find(({ operation, rows }) => operation === large.operation && rows === fewest)
      if (!small) return []
      const value = small.counterfoil.perSecond / large.counterfoil.perSecond
      const floor = small.floor.perSecond / large.floor.perSecond
      const name = `${large.operation}: time against ${fewest.toLocaleString('en')} rows (floor ${floor.toFixed(2)})`
      return { name, rows: most, value, unit: 'times' as const, atMost: MOST_SLOWDOWN }
    })
}

/** The text of the terminal's tables; `✗` marks a missed goal. */
export function tableOf({ measured, figures }: Results): string {
  const lines = [
    row([
      '',
      'operation',
      'rows',
      'ratio',
      'goal',
      'req/s',
      'floor',
      'p99 ms',
      'floor',
      'web ms',
      'floor',
      'db ms',
      'floor',
    ]),
    ...measured.map(({ operation, rows, ratio, leastRatio, counterfoil, floor }) =>
      row([
        ratio >= leastRatio ? '✓' : '✗',
        operation,
        String(rows),
        ratio.toFixed(2),
        `≥ ${leastRatio}`,
        counterfoil.perSecond.toFixed(0),
        floor.perSecond.toFixed(0),
        String(counterfoil.p99Ms),
        String(floor.p99Ms),
        cpu(counterfoil.webCpuMs),
        cpu(floor.webCpuMs),
        cpu(counterfoil.databaseCpuMs),
        cpu(floor.databaseCpuMs),
      ]),
    ),
    '',
    ...figures.map((figure) => {
      const goal = 'atMost' in figure ? `≤ ${figure.atMost}` : `≥ ${figure.atLeast}`
      const value = figure.value === null ? '–' : figure.value.toFixed(figure.unit === 'times' ? 2 : 0)
      const name = figure.name.padEnd(62)
      return `${isMet(figure) ? '✓' : '✗'} ${name} ${String(figure.rows).padStart(8)} ${value.padStart(7)} ${figure.unit.padEnd(5)} ${goal}`
    }),
  ]
  return lines.join('\n')
}

const WIDTHS = [1, 22, 8, 6, 6, 7, 7, 7, 6, 7, 6, 6, 6]

function row(cells: string[]): string {
  return cells
    .map((cell, index) => (index < 2 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0)))
    .join(' ')
}

function cpu(ms: number | null): string {
  return ms === null ? '–' : ms.toFixed(2)
}
