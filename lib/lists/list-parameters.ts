import type { z } from 'zod'
import { isStorableText } from '@/lib/db/storable-text'
import { type RefusalCode, refuse } from '@/lib/http/refusals'

/* The parameters of a list's URL, in API V2 and in the dashboard. */

/** Longest parameter name that a message repeats. */
const MAX_NAME_CHARACTERS = 40

/** Refusals of a list's URL, in the order of the checks. */
export const parameterErrors = [
  'unknown_parameter',
  'repeated_parameter',
  'invalid_parameter',
  'invalid_cursor',
] as const satisfies readonly RefusalCode[]

/** Refuses a parameter that the list does not have, or has twice. */
export function refuseUnknown(names: readonly string[], search: URLSearchParams): void {
  for (const name of search.keys()) {
    const parameter = name.slice(0, MAX_NAME_CHARACTERS)
    if (!names.includes(name) && name !== 'api_key') refuse('unknown_parameter', { parameter })
    if (search.getAll(name).length > 1) refuse('repeated_parameter', { parameter })
  }
}

/** The values of the schema's parameters. Its own messages have the form `must be a date`. */
export function readParameters<Schema extends z.ZodObject>(
  schema: Schema,
  search: URLSearchParams,
): z.output<Schema> {
  const texts = Object.keys(schema.shape).flatMap((name) => {
    const value = search.get(name)
    if (value === null) return []
    // An unset variable of a client must not widen the list.
    if (value.trim() === '') refuse('invalid_parameter', { parameter: name, expected: 'given a value' })
    if (!isStorableText(value)) refuse('invalid_parameter', { parameter: name, expected: 'text' })
    return [[name, value] as const]
  })
  const parsed = schema.safeParse(Object.fromEntries(texts))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse('invalid_parameter', {
    parameter: issue?.path.join('.') ?? '',
    expected: issue ? expectedBy(issue) : 'valid',
  })
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big') return `at most ${issue.maximum} characters`
  return issue.message.replace(/^must be /, '')
}
