import { OPERATIONS } from '../generated/operations.ts'
import type { OperationEntry } from '../operation-entry.ts'
import { type ApiRequest, type Send, segment } from '../send.ts'

export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: object
  annotations: { title: string; readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean }
}

/** Operations that no assistant may call, with or without `--allow-writes`: they move money out of the account. */
const MONEY_OUT = /payout|refund|wallet/

const IDEMPOTENCY_KEY = {
  type: 'string',
  description:
    'Names this request: a repeat with the same key has no further effect. Choose one if you may repeat it.',
}

/** The operations that are offered: those that read and, with `allowsWrites`, those that leave the money alone. */
export function offeredOperations(allowsWrites: boolean): OperationEntry[] {
  return OPERATIONS.filter((operation) => {
    if (operation.scope === null) return false
    return operation.method === 'GET' || (allowsWrites && !movesMoney(operation))
  })
}

function movesMoney({ scope, path, id }: OperationEntry): boolean {
  // Adding a bank account is the first half of paying out to it; its scope says so.
  return scope === 'payouts' || MONEY_OUT.test(`${path} ${id}`.toLowerCase())
}

export function toolOf(operation: OperationEntry): Tool {
  const { id, method, summary, description, takesIdempotencyKey, input } = operation
  const { properties, ...rest } = input as { properties: object }
  const isRead = method === 'GET'
  return {
    name: toolName(id),
    title: summary,
    description: description ? `${summary}. ${description}` : summary,
    inputSchema: {
      ...rest,
      properties: { ...properties, ...(takesIdempotencyKey ? { idempotency_key: IDEMPOTENCY_KEY } : {}) },
    },
    annotations: {
      title: summary,
      readOnlyHint: isRead,
      destructiveHint: method === 'DELETE' || id.startsWith('void'),
      idempotentHint: isRead || method === 'PATCH' || method === 'DELETE',
    },
  }
}

/** `listWalletEntries` is `list_wallet_entries`. */
export function toolName(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Calls the operation with a tool's arguments. Account numbers in the answer keep their last four digits. */
export async function callOperation(
  send: Send,
  operation: OperationEntry,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const { idempotency_key: idempotencyKey, ...args } = given
  const known = Object.keys((operation.input as { properties: object }).properties)
  const unknown = Object.keys(args).find((name) => !known.includes(name))
  if (unknown) throw new TypeError(`${unknown} is not an argument of ${toolName(operation.id)}`)
  const waitMs = typeof args.wait === 'number' ? args.wait * 1_000 : 0
  const options = { signal, ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}) }
  return withoutAccountNumbers(await send(requestOf(operation, args), options, waitMs))
}

function requestOf(operation: OperationEntry, args: Record<string, unknown>): ApiRequest {
  const { method, path, params, query, hasBody, takesIdempotencyKey } = operation
  const isBody = (name: string) => !params.includes(name) && !query.includes(name)
  const pick = (isPicked: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(args).filter(([name]) => isPicked(name)))
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, String(args[name] ?? ''))),
    query: pick((name) => query.includes(name)),
    ...(hasBody ? { body: pick(isBody) } : {}),
    takesIdempotencyKey,
  }
}

function withoutAccountNumbers(answer: unknown): unknown {
  const text = JSON.stringify(answer, (name, value) =>
    name === 'account_number' && typeof value === 'string' ? `••••${value.slice(-4)}` : value,
  )
  return JSON.parse(text)
}
