import { expect } from 'vitest'
import { messagePattern } from './message-pattern.fixture'
import { isFile, type Operation, refusalsOf } from './operation'
import { describeRefusal, type RefusalCode } from './refusals'

/**
 * Checks a JSON answer against the declaration of its operation: a success by the schema of its status,
 * without any field that the schema lacks; a refusal by its status and message. Returns the refusal's code.
 */
export function expectDeclared(
  operation: Operation,
  { status, body }: { status: number; body: unknown },
): RefusalCode | null {
  const context = `${operation.method} ${operation.path} → ${status} ${JSON.stringify(body).slice(0, 300)}`
  const answer = operation.answers[status]
  if (answer && !isFile(answer)) {
    const parsed = answer.safeParse(body)
    expect(parsed.error?.issues ?? [], `${context} does not match its schema`).toEqual([])
    // The parsed value has the declared fields only.
    expect(body, `${context} has a field that is not declared`).toEqual(parsed.data)
    return null
  }
  const message = (body as { error?: unknown }).error
  const code = codeOf(refusalsOf(operation), status, String(message))
  expect(code, `${context} is not declared`).not.toBeNull()
  return code
}

/** The code with this status and message; the longest message wins if several fit. */
function codeOf(codes: readonly RefusalCode[], status: number, message: string): RefusalCode | null {
  const fitting = codes
    .map((code) => ({ code, ...describeRefusal(code) }))
    .filter((entry) => entry.status === status && messagePattern(entry.message).test(message))
    .sort((a, b) => b.message.length - a.message.length)
  return fitting[0]?.code ?? null
}
