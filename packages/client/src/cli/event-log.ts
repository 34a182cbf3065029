import type { Counterfoil } from '../client.ts'
import { ApiError } from '../errors.ts'
import type { Event } from '../generated/api.ts'
import type { Terminal } from './terminal.ts'
import { TRIGGERS } from './trigger-command.ts'

/**
 * The cursor of an account's latest event, so that a reader can begin with what happens next. Events are numbered
 * without holes, and a number past the last is refused: the last is found in a few dozen requests, however many
 * there are.
 */
export async function latestCursor(client: Counterfoil, signal: AbortSignal): Promise<string> {
  let cursor = 0
  let step = 1
  let isDoubling = true
  for (;;) {
    const place = await lookAt(client, cursor + step, signal)
    if (place === 'last') return String(cursor + step)
    if (place === 'beyond') {
      isDoubling = false
      if (step === 1) return String(cursor)
    } else cursor += step
    step = isDoubling ? step * 2 : Math.max(1, Math.floor(step / 2))
  }
}

async function lookAt(
  client: Counterfoil,
  sequence: number,
  signal: AbortSignal,
): Promise<'before the last' | 'last' | 'beyond'> {
  try {
    const { events } = await client.events.list({ after: String(sequence), limit: 1 }, { signal })
    return events.length === 0 ? 'last' : 'before the last'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_cursor') return 'beyond'
    throw error
  }
}

/** The `--events` of a command. Warns of those that no type begins with: the service may know others than this version. */
export function patternsOf(flag: string | undefined, { err }: Pick<Terminal, 'err'>): string[] {
  const patterns = flag?.split(',') ?? []
  for (const each of patterns) {
    if (!Object.keys(TRIGGERS).some((type) => matchesTypes(type, [each])))
      err(`No type of event begins with ${each}`)
  }
  return patterns
}

/** Names of types, or their beginnings, such as `invoice`; everything where none is given. */
export function matchesTypes(type: string, patterns: readonly string[]): boolean {
  return (
    patterns.length === 0 ||
    patterns.some((each) => type === each || type.startsWith(`${each.replace(/\.?\*$/, '')}.`))
  )
}

/** What the data of an event may have, whatever its type. */
type AnyData = { id: string; status?: unknown; amount?: unknown; currency?: unknown; email?: unknown }

/** An event on one line: number, time, type, and what it is about. */
export function eventLine({ sequence, created_at, type, data, id }: Event): string {
  const { id: subject, status, amount, currency, email }: AnyData = data
  const money = amount === undefined ? undefined : `${amount} ${currency ?? ''}`.trim()
  const about = [subject, status, money, email].filter((part) => part !== undefined && part !== null)
  return [`#${sequence}`, created_at.slice(0, 19).replace('T', ' '), type.padEnd(16), id, '·', ...about].join(
    '  ',
  )
}
