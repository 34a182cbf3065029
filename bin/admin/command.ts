import { userInfo } from 'node:os'
import {
  type ActingOperator,
  type AuditAction,
  INSTANCE_ID,
  recordAuditEvent,
} from '@/lib/audit/record-audit-event'
import { hasControlCharacters } from '@/lib/control-characters'
import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import type { Queryable } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import type { CommandName } from '@/lib/operator/commands'
import { type Account, findAccount, findVendorId } from '@/lib/vendors/account'

/** A malformed command line; the message says what is right. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Flags = Record<string, string>

const NAME_CHARACTERS = 200

/** The output of a command: an object, rows, or a document, which comes in pieces and has no form in JSON. A `failure` goes to standard error and sets exit code 1. */
export type CommandResult = { output: object | object[] | AsyncIterable<string>; failure?: string }

export type Command = {
  /** Runs without the service and its database, or looks for them itself. */
  isAlone?: true
  run(flags: Flags): Promise<CommandResult>
}

/** All commands of one noun, and only those that `OPERATOR_COMMANDS` lists. */
export type Commands<Noun extends string> = {
  [Name in CommandName as Name extends `${Noun} ${string}` ? Name : never]: Command
}

/** The flag's trimmed text, at most `maximum` characters. */
export function textFlag(flags: Flags, name: string, maximum: number): string {
  const text = (flags[name] ?? '').trim()
  if (text === '') throw new UsageError(`--${name} must not be empty`)
  if (text.length > maximum || hasControlCharacters(text) || !text.isWellFormed()) {
    throw new UsageError(`--${name} must be text of at most ${maximum} characters, on one line`)
  }
  return text
}

/** A plain decimal of zero or more as an integer number of 10^-`scale`. */
export function decimalFlag(flags: Flags, name: string, scale: number, maximum: bigint): bigint {
  const decimal = parsePlainDecimal(flags[name] ?? '')
  const value = decimal && toMinor(decimal, scale)
  if (value === null || value < 0n || value > maximum) {
    throw new UsageError(
      `--${name} must be a number of 0 or more with at most ${scale} decimals, and not too large`,
    )
  }
  return value
}

const USUAL_LIMIT = '50'
const LARGEST_LIMIT = 1000

/** The number of rows to list, from `--limit`. */
export function limitFlag({ limit: text = USUAL_LIMIT }: Flags): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= LARGEST_LIMIT) return limit
  throw new UsageError(`--limit must be a whole number from 1 to ${LARGEST_LIMIT}`)
}

export function modeFlag(flags: Flags): Mode {
  const { mode } = flags
  if (mode !== 'test' && mode !== 'live') throw new UsageError('--mode must be test or live')
  return mode
}

/** The operator behind a command: the name from `--as` or COUNTERFOIL_OPERATOR, and the machine's user. */
export function operatorOf(flags: Flags): ActingOperator {
  const operator = flags.as ? textFlag(flags, 'as', NAME_CHARACTERS) : env.COUNTERFOIL_OPERATOR?.trim()
  const user = `system user ${systemUser()}`
  return { name: operator ? `${operator} (${user})` : user, vendorId: null, address: null }
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a number that no user has.
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** Records a command that concerns the whole instance. */
export function recordInstanceEvent(
  on: Queryable,
  flags: Flags,
  event: { action: AuditAction; subjectId?: string; detail?: string },
): Promise<void> {
  return recordAuditEvent(on, { ...event, vendorId: INSTANCE_ID, operator: operatorOf(flags) })
}

/** The id of the vendor that `--vendor` names by email or id. */
export function vendorIdOf(flags: Flags): Promise<string> {
  return findVendorId(database(), flags.vendor ?? '')
}

/** The account that `--vendor` and `--mode` name. */
export async function accountOfFlags(flags: Flags): Promise<Account> {
  const mode = modeFlag(flags)
  return findAccount(database(), await vendorIdOf(flags), mode)
}
