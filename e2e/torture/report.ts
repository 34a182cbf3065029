export type SceneResult = {
  scene: string
  operations: number
  faults: number
  checks: number
  seconds: number
  result: 'ok' | 'failed' | 'skipped'
  /** The faults found, or why the scene was skipped. */
  notes: string[]
  /** The number of answers with each status; 0 is a lost connection. */
  statuses: Record<string, number>
}

export type RunResult = {
  seed: string
  minutes: number
  startedAt: string
  commit: string | null
  machine: string
  seconds: number
  ok: boolean
  /** The folders with the data of a failed run. */
  folders: string[]
  scenes: SceneResult[]
}

const COLUMNS = ['scene', 'operations', 'faults', 'checks', 'seconds', 'result']

export function tableOf(scenes: SceneResult[]): string {
  const rows = scenes.map((each) => [
    each.scene,
    each.operations.toLocaleString('en'),
    each.faults.toLocaleString('en'),
    each.checks.toLocaleString('en'),
    each.seconds.toFixed(0),
    each.result,
  ])
  const widths = COLUMNS.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const isText = (column: number) => column === 0 || column === COLUMNS.length - 1
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [COLUMNS, ...rows].map(line).join('\n')
}

export function notesOf(scenes: SceneResult[]): string {
  return scenes
    .flatMap(({ scene, result, notes }) =>
      notes.map((note) => `${result === 'failed' ? '✗' : '–'} ${scene}: ${note}`),
    )
    .join('\n')
}
