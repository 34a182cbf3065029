import { Readable } from 'node:stream'
import { runCommand } from './run-command.ts'

type Run = { code: number; out: string; err: string }

type Given = {
  env?: Record<string, string>
  /** Lines of standard input. */
  input?: string[]
  /** Gets what was printed after each line, and presses Ctrl-C by true. */
  until?: (printed: { out: string; err: string }) => boolean
}

/** Runs a command line in this process. */
export async function runInTerminal(
  args: string[],
  { env = {}, input = [], until = () => false }: Given = {},
): Promise<Run> {
  const printed = { out: '', err: '' }
  const interrupted = new AbortController()
  const print = (stream: 'out' | 'err') => (line: string) => {
    printed[stream] += `${line}\n`
    if (until(printed)) interrupted.abort(new Error('Interrupted'))
  }
  const code = await runCommand(args, {
    env,
    input: Readable.from(input.map((line) => `${line}\n`)),
    out: print('out'),
    err: print('err'),
    signal: interrupted.signal,
  })
  return { code, ...printed }
}
