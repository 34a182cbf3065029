/** Counts a scene's operations and answers, and collects its findings. */
export class Tally {
  operations = 0
  faults = 0
  checks = 0
  readonly problems: string[] = []
  /** The number of answers with each status; 0 is a lost connection. */
  readonly statuses = new Map<number, number>()

  /** Requests that were to be repeated later. */
  get refusals(): number {
    return this.statuses.get(503) ?? 0
  }

  count(status: number): void {
    this.operations += 1
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  /** One check: what is wrong, or nothing. */
  expect(holds: boolean, problem: string): void {
    this.checks += 1
    if (!holds) this.problems.push(problem)
  }

  /** One check over any number of rows: each that is found is a problem. */
  expectNone(what: string, rows: readonly unknown[]): void {
    const [first] = rows
    const example = first === undefined ? '' : `, such as ${JSON.stringify(first).slice(0, 400)}`
    this.expect(rows.length === 0, `${what}: ${rows.length}${example}`)
  }
}
