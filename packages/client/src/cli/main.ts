#!/usr/bin/env node
import { runCommand } from './run-command.ts'

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interrupted.abort(new Error('Interrupted')))
}
// A reader such as `head` may close the pipe before we are done.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  signal: interrupted.signal,
})
