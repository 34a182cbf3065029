import type { Readable } from 'node:stream'

/** The input and output of a command. Standard output belongs to its result, standard error to everything else. */
export type Terminal = {
  env: Record<string, string | undefined>
  input: Readable
  /** One line each: `runCommand` escapes what would begin another, or steer the terminal. */
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

/** Control characters, separators of lines, and marks that turn the direction of text around. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * The terminal for a command's own output, which names customers, events and what a server answers: strangers wrote
 * those. JSON stays JSON, with the same value.
 */
export function escapingTerminal(terminal: Terminal): Terminal {
  const { out, err } = terminal
  return { ...terminal, out: (line) => out(oneLine(line)), err: (line) => err(oneLine(line)) }
}

export function oneLine(text: string): string {
  return text.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
