import { OPERATIONS } from '../generated/operations.ts'
import type { OperationEntry } from '../operation-entry.ts'
import { type ApiRequest, type Send, segment } from '../send.ts'

export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: object
  outputSchema: object
  annotations: { title: string; readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean }
}

/** Operations that `--allow-writes` leaves out: they move money out of the account, or prepare it. */
const MONEY_OUT = /payout|refund|wallet/

const IDEMPOTENCY_KEY = {
  type: 'string',
  description:
    'Names this request: a repeat with the same key has no further effect. Choose one if you may repeat it.',
}

const CONFIRM = {
  type: 'string',
  description:
    'The code that the first call without it has answered. Give it only after the person has agreed.',
}

export type Allowance = { writes: boolean; money: boolean }

/**
 * The operations that are offered: those that read; with `writes` those that leave the money alone; with `money` the payout
 * and the refund, which state an amount to confirm.
 */
export function offeredOperations({ writes, money }: Allowance): OperationEntry[] {
  return OPERATIONS.filter((operation) => {
    if (operation.scope === null) return false
    if (operation.method === 'GET') return true
    return movesMoney(operation) ? money && takesConfirmation(operation) : writes
  })
}

function movesMoney({ scope, path, id }: OperationEntry): boolean {
  // Adding a bank account is the first half of paying out to it; its scope says so.
  return scope === 'payouts' || MONEY_OUT.test(`${path} ${id}`.toLowerCase())
}

/** Whether a person has to agree to each call: it sends an amount somewhere. */
export function takesConfirmation(operation: OperationEntry): boolean {
  const { method, path, input } = operation
  const isReal = !path.includes('/test/')
  return method === 'POST' && isReal && movesMoney(operation) && 'amount' in (input as Properties).properties
}

/** What a person is asked: the act, the amount or the items, and everything else that was given. */
export function questionOf({ summary, input }: OperationEntry, args: Record<string, unknown>): string {
  const { amount, idempotency_key, ...others } = args
  const isRequired = (input as Properties).required?.includes('amount')
  if (amount === undefined && isRequired) throw new TypeError('amount must be given')
  const rest = Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const all = args.items === undefined ? 'all that is left' : 'these items'
  return [`${summary}: ${amount === undefined ? all : `amount ${amount}`}`, ...rest].join('\n')
}

type Properties = { properties: object; required?: string[] }

/** `confirmsByCode`: the assistant can't ask the person itself. */
export function toolOf(operation: OperationEntry, confirmsByCode = false): Tool {
  const { id, method, summary, description, takesIdempotencyKey, input, output } = operation
  const { properties, ...rest } = input as { properties: object }
  const isRead = method === 'GET'
  return {
    name: toolName(id),
    title: summary,
    description: description ? `${summary}. ${description}` : summary,
    inputSchema: {
      ...rest,
      properties: {
        ...properties,
        ...(takesIdempotencyKey ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
        ...(confirmsByCode && takesConfirmation(operation) ? { confirm: CONFIRM } : {}),
      },
    },
    outputSchema: output,
    annotations: {
      title: summary,
      readOnlyHint: isRead,
      destructiveHint: method === 'DELETE' || id.startsWith('void') || takesConfirmation(operation),
      idempotentHint: isRead || method === 'PATCH' || method === 'DELETE',
    },
  }
}

/** `listWalletEntries` is `list_wallet_entries`. */
export function toolName(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Throws a `TypeError` for an argument that the operation doesn't have. */
export function checkArguments(operation: OperationEntry, args: Record<string, unknown>): void {
  const argumentNames = ['idempotency_key', ...Object.keys((operation.input as Properties).properties)]
  const unknown = Object.keys(args).find((name) => !argumentNames.includes(name))
  if (unknown) throw new TypeError(`${unknown} is not an argument of ${toolName(operation.id)}`)
}

/** Calls the operation with a tool's checked arguments. Account numbers in the answer keep their last four digits. */
export async function callOperation(
  send: Send,
  operation: OperationEntry,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const { idempotency_key: idempotencyKey, ...args } = input
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
