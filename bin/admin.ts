import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { printable } from '@/lib/control-characters'
import { disconnect } from '@/lib/db/client'
import { isDatabaseError, sentenceOf } from '@/lib/db/describe-error'
import { ForeignProvidersError } from '@/lib/db/instance'
import { type AnyDomainError, DomainError } from '@/lib/errors'
import { Refusal, refusalOf } from '@/lib/http/refusals'
import { log } from '@/lib/log'
import { type CommandName, OPERATOR_COMMANDS, type OperatorCommand } from '@/lib/operator/commands'
import type { Command, CommandResult, Commands } from './admin/command'
import { UsageError } from './admin/command'
import { joinRunningService, NotRunningError } from './settings'

type NounOf<Name extends string> = Name extends `${infer Noun} ${string}` ? Noun : never

/** Loaded by the command's noun, so that no command waits for the providers, mail or ledger of another. */
const NOUNS: { [Noun in NounOf<CommandName>]: () => Promise<Commands<Noun>> } = {
  vendor: async () => (await import('./admin/vendor')).vendorCommands,
  key: async () => (await import('./admin/key')).keyCommands,
  'webhook-endpoint': async () => (await import('./admin/webhook-endpoint')).webhookEndpointCommands,
  wallet: async () => (await import('./admin/wallet')).walletCommands,
  invoice: async () => (await import('./admin/invoice')).invoiceCommands,
  payout: async () => (await import('./admin/payout')).payoutCommands,
  audit: async () => (await import('./admin/audit')).auditCommands,
  ledger: async () => (await import('./admin/ledger')).ledgerCommands,
  mail: async () => (await import('./admin/mail')).mailCommands,
  'secret-key': async () => (await import('./admin/secret-key')).secretKeyCommands,
  seals: async () => (await import('./admin/seals')).sealCommands,
  backup: async () => (await import('./admin/backup')).backupCommands,
  reporting: async () => (await import('./admin/reporting')).reportingCommands,
  money: async () => (await import('./admin/money')).moneyCommands,
  providers: async () => (await import('./admin/providers')).providerCommands,
}

/**
 * Runs one operator command; returns its exit code. With `--json` its result is one line on standard output.
 */
export async function main(args: string[]): Promise<number> {
  // Standard output belongs to the command's result, and the log would write to it.
  log.level = 'silent'
  try {
    const { command, flags, json } = await read(args)
    if (!command.isAlone) await joinRunningService()
    const result = await command.run(flags)
    if (Symbol.asyncIterator in result.output) {
      if (json) throw new UsageError('This command prints a document, and has no --json')
      await pipeline(Readable.from(result.output), process.stdout, { end: false })
      return 0
    }
    print(process.stdout, json ? JSON.stringify(result.output) : inWords(result))
    if (result.failure) print(process.stderr, result.failure)
    return result.failure ? 1 : 0
  } catch (error) {
    print(process.stderr, messageOf(error))
    return 1
  } finally {
    await disconnect()
  }
}

/** Everything a command prints goes through here: names and other texts in it are those of strangers. */
function print(stream: NodeJS.WritableStream, text: string): void {
  if (text !== '') stream.write(`${printable(text)}\n`)
}

async function read(args: string[]) {
  const [noun = '', verb, ...rest] = args
  const name = `${noun} ${verb}`
  if (!isCommand(name)) {
    throw new UsageError(
      `Usage: npm run --silent admin -- NOUN VERB --flags [--as EMAIL] [--json]\n${usage()}`,
    )
  }
  // By the type of NOUNS, the noun has all its commands.
  const commands = (await NOUNS[noun as NounOf<CommandName>]()) as Record<CommandName, Command>
  const { required, optional }: OperatorCommand = OPERATOR_COMMANDS[name]
  const options = Object.fromEntries(
    [...required, ...optional].map((flag) => [flag, { type: 'string' as const }]),
  )
  const { values } = parseArgs({
    args: rest,
    options: { ...options, as: { type: 'string' }, json: { type: 'boolean' } },
    strict: true,
  })
  const { json = false, ...flags } = values as Record<string, string> & { json?: boolean }
  const missing = required.filter((flag) => !flags[flag])
  if (missing.length > 0) throw new UsageError(`--${missing.join(' and --')} must be given`)
  return { command: commands[name], flags, json }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(OPERATOR_COMMANDS, name)
}

function usage(): string {
  return Object.entries<OperatorCommand>(OPERATOR_COMMANDS)
    .map(([name, { required, optional }]) =>
      [
        '  ',
        name,
        ...required.map((flag) => ` --${flag} …`),
        ...optional.map((flag) => ` [--${flag} …]`),
      ].join(''),
    )
    .join('\n')
}

/** Formats the result for a person, a line for each field; further lines of a text are indented. */
function inWords({ output }: CommandResult): string {
  const rows = Array.isArray(output) ? output : [output]
  const text = rows.map((row) =>
    Object.entries(row)
      .map(
        ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : indented(value)}`,
      )
      .join('\n'),
  )
  return text.join('\n\n')
}

/** Keeps a value from looking like another field. */
function indented(value: unknown): string {
  return String(value).replaceAll(/\r?\n/g, '\n    ')
}

function messageOf(error: unknown): string {
  if (error instanceof DomainError) return refusalOf(error as AnyDomainError).message
  const isOurs = [UsageError, NotRunningError, ForeignProvidersError, Refusal].some(
    (kind) => error instanceof kind,
  )
  if (isOurs && error instanceof Error) return error.message
  if (error instanceof ZodError) return error.issues.map((issue) => issue.message).join('\n')
  // parseArgs names the unknown flag.
  if (error instanceof TypeError && 'code' in error) return error.message
  if (isDatabaseError(error)) return sentenceOf(error)
  return error instanceof Error ? (error.stack ?? error.message) : 'The command failed'
}
