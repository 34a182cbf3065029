import { CounterfoilError } from '../errors.ts'
import { VERSION } from '../version.ts'
import { CONNECTION_HELP } from './connection.ts'
import { devCommand } from './dev-command.ts'
import { endpointsCommand } from './endpoints-command.ts'
import { examCommand } from './exam-command.ts'
import { listenCommand } from './listen-command.ts'
import { logsCommand } from './logs-command.ts'
import { mcpCommand } from './mcp-command.ts'
import { openCommand } from './open-command.ts'
import { resendCommand } from './resend-command.ts'
import { type Command, escapingTerminal, type Terminal, UsageError } from './terminal.ts'
import { triggerCommand } from './trigger-command.ts'
import { verifyProofCommand } from './verify-proof-command.ts'

const COMMANDS: Record<string, Command> = {
  listen: listenCommand,
  logs: logsCommand,
  trigger: triggerCommand,
  resend: resendCommand,
  open: openCommand,
  endpoints: endpointsCommand,
  exam: examCommand,
  'verify-proof': verifyProofCommand,
  dev: devCommand,
  mcp: mcpCommand,
}

/** Runs a command line, without the program's name; returns the exit code: 1 for a failure, 2 for a wrong use. */
export async function runCommand([name, ...args]: string[], screen: Terminal): Promise<number> {
  const terminal = escapingTerminal(screen)
  if (name === '--version') {
    terminal.out(VERSION)
    return 0
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    if (name !== undefined && !isHelp(name)) terminal.err(`There is no command ${name}\n`)
    for (const line of overview()) (isHelp(name) ? screen.out : screen.err)(line)
    return isHelp(name) ? 0 : 2
  }
  // Arguments after `--` are another program's.
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (own.some(isHelp)) {
    screen.out(command.usage)
    if (command.usage.includes('[--url URL]')) screen.out(`\n${CONNECTION_HELP}`)
    return 0
  }
  try {
    return await command.run(args, terminal)
  } catch (error) {
    if (terminal.signal.aborted) return 130
    const isUse = error instanceof UsageError || isArgumentError(error)
    if (!isUse && !(error instanceof CounterfoilError || isPlain(error))) throw error
    for (const line of (error as Error).message.split('\n')) terminal.err(line)
    if (error instanceof CounterfoilError && 'help' in error && error.help) terminal.err(String(error.help))
    if (isUse) screen.err(`\nUsage: ${command.usage}`)
    return isUse ? 2 : 1
  }
}

function overview(): string[] {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  return [
    'Usage: counterfoil COMMAND [--help]',
    '',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    CONNECTION_HELP,
  ]
}

function isHelp(arg: string | undefined): boolean {
  return arg === '--help' || arg === '-h' || arg === 'help'
}

/** `parseArgs` throws these. */
function isArgumentError(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
}

/** An error with a message for a person, as opposed to a fault of this program. */
function isPlain(error: unknown): boolean {
  return (
    error instanceof Error && (error.constructor === Error || error instanceof SyntaxError || 'code' in error)
  )
}
