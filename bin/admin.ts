import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { disconnect } from '@/lib/db/client'
import { isDatabaseError, sentenceOf } from '@/lib/db/describe-error'
import { type AnyDomainError, DomainError } from '@/lib/errors'
import { Refusal, refusalOf } from '@/lib/http/refusals'
import { log } from '@/lib/log'
import type { Command, CommandResult } from './admin/command'
import { UsageError } from './admin/command'
import { joinRunningService, NotRunningError } from './settings'

type Commands = Record<string, Command>

/** Loaded by the command's noun, so that no command waits for the providers, mail or ledger of another. */
const NOUNS: Record<string, () => Promise<Commands>> = {
  vendor: async () => (await import('./admin/vendor')).vendorCommands,
  key: async () => (await import('./admin/key')).keyCommands,
  wallet: async () => (await import('./admin/wallet')).walletCommands,
  invoice: async () => (await import('./admin/invoice')).invoiceCommands,
  payout: async () => (await import('./admin/payout')).payoutCommands,
  audit: async () => (await import('./admin/audit')).auditCommands,
  ledger: async () => (await import('./admin/ledger')).ledgerCommands,
  mail: async () => (await import('./admin/mail')).mailCommands,
  'secret-key': async () => (await import('./admin/secret-key')).secretKeyCommands,
  backup: async () => (await import('./admin/backup')).backupCommands,
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
    process.stdout.write(json ? `${JSON.stringify(result.output)}\n` : inWords(result))
    if (result.failure) process.stderr.write(`${result.failure}\n`)
    return result.failure ? 1 : 0
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    return 1
  } finally {
    await disconnect()
  }
}

async function read(args: string[]) {
  const [noun = '', verb, ...rest] = args
  const commands = Object.hasOwn(NOUNS, noun) ? await NOUNS[noun]?.() : undefined
  const command = commands?.[`${noun} ${verb}`]
  if (!command) {
    throw new UsageError(
      `Usage: npm run --silent admin -- NOUN VERB --flags [--as EMAIL] [--json]\n${await usage()}`,
    )
  }
  const options = Object.fromEntries(
    [...command.required, ...command.optional].map((name) => [name, { type: 'string' as const }]),
  )
  const { values } = parseArgs({
    args: rest,
    options: { ...options, as: { type: 'string' }, json: { type: 'boolean' } },
    strict: true,
  })
  const { json = false, ...flags } = values as Record<string, string> & { json?: boolean }
  const missing = command.required.filter((name) => !flags[name])
  if (missing.length > 0) throw new UsageError(`--${missing.join(' and --')} must be given`)
  return { command, flags, json }
}

async function usage(): Promise<string> {
  const all = await Promise.all(Object.values(NOUNS).map((load) => load()))
  return all
    .flatMap((commands) => Object.entries(commands))
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

/** Formats the result for a person, one line per field. */
function inWords({ output }: CommandResult): string {
  const rows = Array.isArray(output) ? output : [output]
  const text = rows.map((row) =>
    Object.entries(row)
      .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}\n`)
      .join(''),
  )
  return text.join('\n')
}

function messageOf(error: unknown): string {
  if (error instanceof DomainError) return refusalOf(error as AnyDomainError).message
  const isOurs = error instanceof UsageError || error instanceof NotRunningError || error instanceof Refusal
  if (isOurs) return error.message
  if (error instanceof ZodError) return error.issues.map((issue) => issue.message).join('\n')
  // parseArgs names the unknown flag.
  if (error instanceof TypeError && 'code' in error) return error.message
  if (isDatabaseError(error)) return sentenceOf(error)
  return error instanceof Error ? (error.stack ?? error.message) : 'The command failed'
}
