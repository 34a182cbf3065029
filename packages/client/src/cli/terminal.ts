import type { Readable } from 'node:stream'

/** The input and output of a command. Standard output belongs to its result, standard error to everything else. */
export type Terminal = {
  env: Record<string, string | undefined>
  input: Readable
  out(line: string): void
  err(line: string): void
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** A command: returns the exit code. */
export type Command = {
  usage: string
  summary: string
  run(args: string[], terminal: Terminal): Promise<number>
}

/** Wrong arguments or missing settings: exit code 2, without a stack. */
export class UsageError extends Error {}
