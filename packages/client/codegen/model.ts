/*
 * The API as its clients see it: operations grouped by resource, each with a method name, read from the OpenAPI
 * description. Whatever the description says, the clients have after the next `npm run client`.
 */

export type Schema = {
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  $ref?: string
}

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type Content = { content?: Record<string, { schema?: Schema; examples?: Record<string, ExampleRefusal> }> }
type ExampleRefusal = { summary?: string; value: { error: string } }

type DescribedOperation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

export type Description = {
  webhooks?: Record<string, { post: { requestBody?: Content } }>
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema> }
}

export type Argument = { name: string; required: boolean; description: string; schema: Schema }

export type ClientOperation = {
  id: string
  method: string
  path: string
  summary: string
  description: string
  /** The property of the client that has its method. */
  resource: string
  name: string
  params: Argument[]
  query: Argument[]
  body: Schema | null
  answer: Schema
  takesIdempotencyKey: boolean
  /** The scope that an API key needs; null without a key. */
  scope: string | null
  /** The field of the answer whose entries a list goes on with, page after page. */
  listed: string | null
  /** True if the list can wait for its next entries. */
  waits: boolean
}

type Refusal = { code: string; status: number; message: string; meaning: string }

export type ClientModel = {
  schemas: Record<string, Schema>
  /** The `data` of each type of event. */
  events: Record<string, Schema>
  operations: ClientOperation[]
  refusals: Refusal[]
}

export function clientModel({ paths, webhooks = {}, components }: Description): ClientModel {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const operations = described.flatMap(({ path, method, operation }) => {
    const answer = answerOf(operation)
    return answer ? [clientOperation(path, method, operation, answer)] : []
  })
  const names = operations.map(({ resource, name }) => `${resource}.${name}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`Two operations of the API would both be ${twice} in the client`)
  return {
    schemas: Object.fromEntries(Object.entries(components.schemas).filter(([name]) => name !== 'Error')),
    events: eventsOf(webhooks),
    operations,
    refusals: refusalsOf(described.map(({ operation }) => operation)),
  }
}

/** The webhooks that bring an event; that of an invoice's own URL brings the invoice itself. */
function eventsOf(webhooks: NonNullable<Description['webhooks']>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(webhooks).flatMap(([type, { post }]) => {
      const body = post.requestBody?.content?.['application/json']?.schema
      const data = body?.properties?.event?.properties?.data
      return data ? [[type, data] as const] : []
    }),
  )
}

/** An event has a type, and `data` that depends on it. */
export function isEvent(schema: Schema | undefined): boolean {
  const { sequence, type, data } = schema?.properties ?? {}
  return Boolean(sequence && type?.enum && data)
}

function clientOperation(
  path: string,
  method: string,
  operation: DescribedOperation,
  answer: Schema,
): ClientOperation {
  const { operationId, summary, description = '', tags, security, parameters = [] } = operation
  const argumentsIn = (place: string) =>
    parameters.filter((parameter) => parameter.in === place).map(argument)
  const query = argumentsIn('query')
  const has = (name: string) => query.some((parameter) => parameter.name === name)
  const isPaged = has('after') && Boolean(answer.properties?.next_cursor)
  return {
    id: operationId,
    method,
    path,
    summary,
    description: description.split('\n')[0] ?? '',
    resource: camel(tags[0] ?? 'other'),
    name: methodName(operationId, tags[0] ?? ''),
    params: argumentsIn('path'),
    query,
    body: bodyOf(operation),
    answer,
    takesIdempotencyKey: argumentsIn('header').some(({ name }) => name === 'Idempotency-Key'),
    scope: security.find(({ bearer }) => bearer)?.bearer?.[0] ?? null,
    listed: isPaged ? listedField(answer) : null,
    waits: isPaged && has('wait'),
  }
}

function argument({ name, required, description = '', schema }: Parameter): Argument {
  return { name, required, description, schema }
}

/** `createCustomer` of Customers is `create`, `listWalletEntries` of Wallet `listEntries`. */
function methodName(operationId: string, tag: string): string {
  // The resource says that it is about tests.
  const name = tag.startsWith('Test ') ? operationId.replace('Test', '') : operationId
  const [, verb = '', rest = ''] = /^([a-z]+)(.*)$/.exec(name) ?? []
  const plural = capitalised(camel(tag))
  const singular = plural.replace(/s$/, '')
  if (rest === plural || rest === singular) return verb
  return rest.startsWith(singular) ? verb + rest.slice(singular.length) : name
}

/** Without the key, which the client sends in a header. */
function bodyOf({ requestBody }: DescribedOperation): Schema | null {
  const schema = requestBody?.content?.['application/json']?.schema
  if (!schema) return null
  const { api_key, ...properties } = schema.properties ?? {}
  return { ...schema, properties }
}

function answerOf({ responses }: DescribedOperation): Schema | null {
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => content?.['application/json']?.schema ?? [])
  // An operation that creates or updates answers the same in both cases.
  const different = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  const [first, ...others] = different.values()
  if (!first) return null
  return others.length > 0 ? { anyOf: [first, ...others] } : first
}

function listedField({ properties = {} }: Schema): string | null {
  const lists = Object.entries(properties).filter(([, { type }]) => type === 'array')
  return lists.length === 1 ? (lists[0]?.[0] ?? null) : null
}

/** Each code once, in alphabetical order. */
function refusalsOf(operations: DescribedOperation[]): Refusal[] {
  const byCode = new Map<string, Refusal>()
  for (const [status, { content }] of operations.flatMap(({ responses }) => Object.entries(responses))) {
    for (const [code, { summary, value }] of Object.entries(content?.['application/json']?.examples ?? {})) {
      if (Number(status) < 300 || !value?.error) continue
      byCode.set(code, { code, status: Number(status), message: value.error, meaning: summary ?? '' })
    }
  }
  return [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
}

export function camel(words: string): string {
  const [first = '', ...others] = words.split(/[\s_-]+/)
  return first.toLowerCase() + others.map((word) => capitalised(word.toLowerCase())).join('')
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The name of a code's error class: `insufficient_balance` is `InsufficientBalanceError`. */
export function errorClassName(code: string): string {
  const name = capitalised(camel(code))
  return name.endsWith('Error') ? name : `${name}Error`
}
