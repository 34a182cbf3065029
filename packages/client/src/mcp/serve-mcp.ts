import { ApiError, CounterfoilError, OutcomeUnknownError } from '../errors.ts'
import type { Send } from '../send.ts'
import { VERSION } from '../version.ts'
import { type Ask, Confirmations, QUESTION_ID } from './confirmations.ts'
import {
  type Allowance,
  callOperation,
  checkArguments,
  offeredOperations,
  questionOf,
  takesConfirmation,
  toolName,
  toolOf,
} from './tools.ts'

/* The Model Context Protocol over lines of JSON-RPC: an assistant's way to the API of one account. */

type Id = string | number
type Message = { jsonrpc?: unknown; id?: Id | null; method?: unknown; params?: unknown; result?: unknown }
type Fields = Record<string, unknown>

/** Newest first: what a client asks for is taken if it is one of them. */
const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05']
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602
const INTERNAL_ERROR = -32_603

const INSTRUCTIONS =
  'Invoices, customers, payouts and events of one Counterfoil account. Amounts are in major units, times in UTC. What pays out or refunds is there only if the person allowed it, and asks the person each time.'

class ProtocolError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type McpSettings = {
  send: Send
  /** Without it, everything that is offered only reads. */
  allowance: Allowance
  /** Sends one line to the assistant. */
  write: (line: string) => void
}

/** Serves one assistant until its lines end. Calls run side by side, and end early when it cancels them. */
export async function serveMcp(lines: AsyncIterable<string>, settings: McpSettings): Promise<void> {
  const operations = offeredOperations(settings.allowance)
  const confirmations = new Confirmations(({ id, ...request }) =>
    settings.write(JSON.stringify({ jsonrpc: '2.0', id, ...request })),
  )
  const running = new Map<Id, AbortController>()
  const pending = new Set<Promise<void>>()

  async function answer({ id, method, params }: Message): Promise<unknown> {
    switch (method) {
      case 'initialize':
        confirmations.canAsk = Boolean(Object(Object(params).capabilities).elicitation)
        return welcome(Object(params).protocolVersion)
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: operations.map((operation) => toolOf(operation, !confirmations.canAsk)) }
      case 'tools/call':
        return callTool(Object(params), id as Id)
      default:
        throw new ProtocolError(METHOD_NOT_FOUND, `There is no method ${method}`)
    }
  }

  async function callTool({ name, arguments: input = {} }: Fields, id: Id): Promise<Fields> {
    const operation = operations.find((each) => toolName(each.id) === name)
    if (!operation) throw new ProtocolError(INVALID_PARAMS, `There is no tool ${name}`)
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const { confirm, ...args } = Object(input) as Fields
      const isAsked = takesConfirmation(operation)
      checkArguments(operation, isAsked ? args : Object(input))
      if (isAsked) {
        const question = questionOf(operation, args)
        const ask: Ask = { question, subject: JSON.stringify([name, args]), code: confirm }
        const refusal = await confirmations.refusalOf(ask, controller.signal)
        if (refusal) return { content: [{ type: 'text', text: refusal }], isError: true }
      }
      const result = await callOperation(settings.send, operation, args, controller.signal)
      return { content: [{ type: 'text', text: JSON.stringify(result, null, 2) }], structuredContent: result }
    } catch (error) {
      // The assistant reads what is wrong, and can put it right.
      if (!(error instanceof CounterfoilError || error instanceof TypeError)) throw error
      return { content: [{ type: 'text', text: explain(error) }], isError: true }
    } finally {
      running.delete(id)
    }
  }

  async function handle(line: string): Promise<void> {
    const message = parse(line)
    if (message instanceof ProtocolError) return reply(settings, null, message)
    const { id, method, params } = message
    if (method === undefined) return confirmations.receive(id, message.result)
    if (id === undefined || id === null) {
      if (method === 'notifications/cancelled')
        running.get(Object(params).requestId)?.abort(new Error('Cancelled'))
      return
    }
    const outcome = await answer(message).catch((error: Error) => error)
    // A cancelled request gets no answer.
    if (outcome instanceof Error && outcome.message === 'Cancelled') return
    reply(settings, id, outcome)
  }

  for await (const line of lines) {
    if (line.trim() === '') continue
    const handled = handle(line).finally(() => pending.delete(handled))
    pending.add(handled)
  }
  confirmations.end()
  await Promise.all(pending)
}

function parse(line: string): Message | ProtocolError {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return new ProtocolError(PARSE_ERROR, 'Not JSON')
  }
  const { jsonrpc, method, id } = Object(message) as Message
  // Without a method, it is the answer to a question of ours.
  const isAnswer = method === undefined && typeof id === 'string' && id.startsWith(QUESTION_ID)
  if (jsonrpc !== '2.0' || !(typeof method === 'string' || isAnswer)) {
    return new ProtocolError(INVALID_REQUEST, 'Not a request of JSON-RPC 2.0')
  }
  return message as Message
}

function reply({ write }: McpSettings, id: Id | null, outcome: unknown): void {
  if (outcome instanceof Error) {
    const code = outcome instanceof ProtocolError ? outcome.code : INTERNAL_ERROR
    write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: outcome.message } }))
  } else {
    write(JSON.stringify({ jsonrpc: '2.0', id, result: outcome }))
  }
}

function welcome(version: unknown): Fields {
  return {
    protocolVersion: PROTOCOL_VERSIONS.find((each) => each === version) ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'counterfoil', version: VERSION },
    instructions: INSTRUCTIONS,
  }
}

function explain(error: Error): string {
  if (error instanceof OutcomeUnknownError) {
    return `${error.message}\nIt may have been carried out all the same: look before you repeat it.`
  }
  if (!(error instanceof ApiError)) return error.message
  const { status, code, requestId, help } = error
  return [
    `${status} ${code}: ${error.message}`,
    ...(help ? [`About this error: ${help}`] : []),
    ...(requestId ? [`Request id: ${requestId}`] : []),
  ].join('\n')
}
