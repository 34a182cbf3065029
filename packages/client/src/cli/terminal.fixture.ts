import { runCommand } from './run-command.ts'

type Run = { code: number; out: string; err: string }

/** Runs a command line in this process. `until` gets what was printed after each line, and ends the run by true. */
export async function runInTerminal(
  args: string[],
  env: Record<string, string> = {},
  until: (printed: { out: string; err: string }) => boolean = () => false,
): Promise<Run> {
  const printed = { out: '', err: '' }
  const interrupted = new AbortController()
  const print = (stream: 'out' | 'err') => (line: string) => {
    printed[stream] += `${line}\n`
    if (until(printed)) interrupted.abort(new Error('Interrupted'))
  }
  const code = await runCommand(args, {
    env,
    out: print('out'),
    err: print('err'),
    signal: interrupted.signal,
  })
  return { code, ...printed }
}
