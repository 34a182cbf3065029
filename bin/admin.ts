import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { disconnect } from '@/lib/db/client'
import { type AnyDomainError, DomainError } from '@/lib/errors'
import { Refusal, refusalOf } from '@/lib/http/refusals'
import type { Command, CommandResult } from './admin/command'
import { UsageError } from './admin/command'
import { invoiceCommands } from './admin/invoice'
import { keyCommands } from './admin/key'
import { ledgerCommands } from './admin/ledger'
import { mailCommands } from './admin/mail'
import { payoutCommands } from './admin/payout'
import { providerCommands } from './admin/providers'
import { vendorCommands } from './admin/vendor'
import { walletCommands } from './admin/wallet'

const COMMANDS: Record<string, Command> = {
  ...vendorCommands,
  ...keyCommands,
  ...walletCommands,
  ...invoiceCommands,
  ...payoutCommands,
  ...ledgerCommands,
  ...mailCommands,
  ...providerCommands,
}

/** Runs one operator command; returns its exit code. With `--json` its result is one line on standard output. */
export async function main(args: string[]): Promise<number> {
  try {
    const { command, flags, json } = read(args)
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

function read(args: string[]): { command: Command; flags: Record<string, string>; json: boolean } {
  const [noun, verb, ...rest] = args
  const command = COMMANDS[`${noun} ${verb}`]
  if (!command)
    throw new UsageError(`Usage: npm run --silent admin -- NOUN VERB --flags [--json]\n${usage()}`)
  const options = Object.fromEntries(
    [...command.required, ...command.optional].map((name) => [name, { type: 'string' as const }]),
  )
  const { values } = parseArgs({
    args: rest,
    options: { ...options, json: { type: 'boolean' } },
    strict: true,
  })
  const { json = false, ...flags } = values as Record<string, string> & { json?: boolean }
  const missing = command.required.filter((name) => !flags[name])
  if (missing.length > 0) throw new UsageError(`--${missing.join(' and --')} must be given`)
  return { command, flags, json }
}

function usage(): string {
  return Object.entries(COMMANDS)
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

/** The result for a person: a line a field. */
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
  if (error instanceof UsageError || error instanceof Refusal) return error.message
  if (error instanceof ZodError) return error.issues.map((issue) => issue.message).join('\n')
  // parseArgs names the flag that it does not know.
  if (error instanceof TypeError && 'code' in error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : 'The command failed'
}
