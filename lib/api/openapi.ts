import type { z } from 'zod'
import { IGNORED_FIELDS_HEADER } from '@/lib/http/ignored-fields'
import { isFile, type Operation, refusalsOf, type Table } from '@/lib/http/operation'
import { describeRefusal, type RefusalCode } from '@/lib/http/refusals'
import { SIMULATE_HEADER, SIMULATIONS } from '@/lib/http/simulation'
import type { JsonValue } from '@/lib/json'
import { EVENT_ID_HEADER, SEQUENCE_HEADER } from '@/lib/webhooks/signing'
import { describeSchema } from './json-schema'

type Fields = { [name: string]: JsonValue }
type Info = {
  title: string
  version: string
  description: string
  /** With an SPDX expression. */
  license: { name: string; identifier: string }
  serverUrl: string
  /** The purpose of each tag's operations. */
  tags: { [tag: string]: string }
  /** The requests to vendors' own servers, by name. */
  webhooks: { [name: string]: Webhook }
}

/** A webhook: its body, and the meaning of what it reports. */
type Webhook = { summary: string; description: string; tag: string; body: z.ZodType }

/**
 * Describes a table of operations as OpenAPI 3.1. Refusals outside any declared path (404, 405) are in
 * `info`.
 */
export function describeApi(table: Table, { serverUrl, tags, webhooks, ...info }: Info): Fields {
  const schemas: Fields = { Error: ERROR_SCHEMA }
  const paths: Record<string, Fields> = {}
  for (const [name, operation] of Object.entries(table)) {
    paths[operation.path] ??= {}
    const described = describeOperation(name, operation, schemas)
    Object.assign(paths[operation.path] as Fields, { [operation.method.toLowerCase()]: described })
  }
  const described = Object.entries(webhooks).map(
    ([name, webhook]) => [name, { post: describeWebhook(name, webhook, schemas) }] as const,
  )
  const saysFarewell = Object.values(table).some(({ deprecation }) => deprecation !== null)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(table).map(({ tag }) => tag))].map((name) => ({
      name,
      ...(tags[name] ? { description: tags[name] } : {}),
    })),
    paths,
    ...(described.length > 0 ? { webhooks: Object.fromEntries(described) } : {}),
    components: {
      schemas,
      securitySchemes: SECURITY_SCHEMES,
      headers: { ...HEADERS, ...(saysFarewell ? FAREWELL_HEADERS : {}) },
    },
  }
}

const ERROR_SCHEMA: Fields = {
  type: 'object',
  description: 'Every refusal has this body.',
  properties: {
    error: { type: 'string', description: 'What is wrong, for a person.' },
    errors: {
      type: 'array',
      description: 'Of `payout_batch_rows_invalid` only: one entry for each row that is wrong.',
      items: {
        type: 'object',
        properties: {
          row: { type: 'integer', description: 'Its place in the array, counted from 1.' },
          field: { type: 'string', description: 'The first field that is wrong.' },
          message: { type: 'string' },
        },
        required: ['row', 'field', 'message'],
      },
    },
  },
  required: ['error'],
}

const SECURITY_SCHEMES: Fields = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The API key. Works on every endpoint.' },
  query: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'For GET. Proxies and shells write addresses down, so prefer the header.',
  },
}

const HEADERS: Fields = {
  'X-Request-Id': {
    description: 'The id of this request, as in the request log.',
    schema: { type: 'string' },
  },
  'Counterfoil-Retry': {
    description:
      'Whether to repeat the request: `never`; with the `same-key`, since it may have been carried out; or `after-delay`, since it was not. `Retry-After` says how long to wait.',
    schema: { type: 'string', enum: ['never', 'same-key', 'after-delay'] },
  },
  Link: {
    description: 'The page that explains the error, with `rel="help"`.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'The seconds to wait before the next try.', schema: { type: 'integer' } },
  'RateLimit-Limit': {
    description: 'The requests that the account may make in a second.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left. Absent where the key was refused before they are counted.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'The seconds until there are as many as the limit again.',
    schema: { type: 'integer' },
  },
  'Idempotent-Replayed': {
    description: '`true` if this repeats the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'The path of the object that is in the way.',
    schema: { type: 'string' },
  },
  [IGNORED_FIELDS_HEADER]: {
    description:
      'The fields of the body that the endpoint does not know, by path: at most 20, separated by commas.',
    schema: { type: 'string' },
  },
}

/** Those of what will go. */
const FAREWELL_HEADERS: Fields = {
  Deprecation: {
    description: 'Since when the operation is deprecated: `@` and the seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'The time from which the operation may be gone (RFC 8594).',
    schema: { type: 'string' },
  },
}

function headerReferences(...names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const API_KEY_FIELD: Fields = {
  type: 'string',
  description: 'Your API key, unless the `Authorization` header has it.',
}

const IDEMPOTENCY_KEY: Fields = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key and body gets the first answer and has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const SIMULATE: Fields = {
  name: SIMULATE_HEADER,
  in: 'header',
  required: false,
  description: 'Trouble to try out, with a test key only.',
  schema: { type: 'string', enum: [...SIMULATIONS] },
}

/** The headers of a webhook, besides those of any request. */
const WEBHOOK_HEADERS: Fields[] = [
  {
    name: 'webhook-id',
    description: 'The id of the delivery, one event to one URL: the same in every attempt.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'webhook-timestamp',
    description: 'The time of this attempt, in seconds since 1970.',
    schema: { type: 'integer' },
  },
  {
    name: 'webhook-signature',
    description: '`v1,` and a base64 signature; two, with a space between, while the secret rotates.',
    schema: { type: 'string' },
  },
  {
    name: SEQUENCE_HEADER,
    description:
      'Of the invoice at its own `webhook_url`, of the account at a webhook endpoint. Of two events about one object at one URL, the higher is the later.',
    schema: { type: 'integer' },
  },
  {
    name: EVENT_ID_HEADER,
    description: 'The id of the event, the same at each URL that it is sent to.',
    schema: { type: 'string', format: 'uuid' },
  },
].map((header) => ({ ...header, in: 'header', required: true }))

function describeWebhook(
  name: string,
  { summary, description, tag, body }: Webhook,
  schemas: Fields,
): Fields {
  return {
    operationId: `receive-${name}`,
    summary,
    description,
    tags: [tag],
    security: [],
    parameters: WEBHOOK_HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, schemas) } } },
    responses: {
      '2XX': { description: 'Received. Anything else, or no answer within 10 seconds, is sent again.' },
      '410': { description: 'Received, and never to be sent again.' },
    },
  }
}

function describeOperation(name: string, operation: Operation, schemas: Fields): Fields {
  const { access, method, query, idempotency } = operation
  const scopes = access.scope ? [access.scope] : []
  return {
    operationId: name,
    summary: operation.summary,
    description: [
      operation.description,
      ...scopeNote(access),
      ...operation.notes.map((note) => `- ${note}`),
    ].join('\n'),
    tags: [operation.tag],
    ...(operation.deprecation ? { deprecated: true } : {}),
    // POST requests may carry the key in the body instead, which OpenAPI has no scheme for.
    security:
      access.kind !== 'api key' ? [] : [{ bearer: scopes }, method === 'GET' ? { query: scopes } : {}],
    parameters: [
      ...pathParameters(operation),
      ...(query ? queryParameters(query, schemas) : []),
      ...(idempotency ? [IDEMPOTENCY_KEY] : []),
      ...(access.kind === 'api key' ? [SIMULATE] : []),
    ],
    ...requestBody(operation, schemas),
    responses: { ...successes(operation, schemas), ...failures(operation) },
  }
}

function scopeNote({ scope }: Operation['access']): string[] {
  return scope ? [`The key needs the scope \`${scope}\`.`] : []
}

function pathParameters({ path, params }: Operation): Fields[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(params[name] ? { description: params[name] } : {}),
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodObject, schemas: Fields): Fields[] {
  const { properties = {}, required = [] } = schemaOf(query, schemas) as {
    properties?: Record<string, Fields>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }))
}

function requestBody({ access, body }: Operation, schemas: Fields): Fields {
  if (!body) return {}
  if (!body.schema) return { requestBody: { content: { [body.contentType]: {} } } }
  const schema = schemaOf(body.schema, schemas)
  const properties = { api_key: API_KEY_FIELD, ...(schema.properties as Fields) }
  return {
    requestBody: {
      content: {
        [body.contentType]: { schema: access.kind === 'api key' ? { ...schema, properties } : schema },
      },
    },
  }
}

/** The headers of any answer of the operation. */
function commonHeaders({ access, deprecation }: Operation): string[] {
  return [
    'X-Request-Id',
    ...(access.kind === 'api key' ? ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] : []),
    ...(deprecation ? Object.keys(FAREWELL_HEADERS) : []),
  ]
}

function successes(operation: Operation, schemas: Fields): Record<string, Fields> {
  const { access, answers, body, idempotency } = operation
  const namesIgnored = access.kind === 'api key' && body?.schema
  const headers = headerReferences(
    ...commonHeaders(operation),
    ...(namesIgnored ? [IGNORED_FIELDS_HEADER] : []),
    ...(idempotency ? ['Idempotent-Replayed'] : []),
  )
  const described = Object.entries(answers).map(([status, answer]) => {
    if (isFile(answer)) {
      const { contentType, description } = answer
      return [status, { description, headers, content: { [contentType]: {} } }] as const
    }
    const { description = 'Success', ...schema } = schemaOf(answer, schemas)
    return [status, { description, headers, content: { 'application/json': { schema } } }] as const
  })
  return Object.fromEntries(described)
}

function failures(operation: Operation): Record<string, Fields> {
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of refusalsOf(operation)) {
    const { status } = describeRefusal(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const described = [...byStatus].map(
    ([status, codes]) => [String(status), describeFailure(operation, codes)] as const,
  )
  return Object.fromEntries(described)
}

function describeFailure(operation: Operation, codes: RefusalCode[]): Fields {
  const entries = codes.map(describeRefusal)
  const saysWhen = entries.some(
    ({ retry, retryAfterSeconds }) => retry === 'after-delay' || retryAfterSeconds !== undefined,
  )
  const ownHeaders = new Set(entries.flatMap(({ answerHeaders = [] }) => answerHeaders))
  const examples = codes.map((code) => {
    const { message, meaning } = describeRefusal(code)
    return [code, { ...(meaning ? { summary: meaning } : {}), value: { error: message } }] as const
  })
  return {
    description: codes.map((code) => `\`${describeRefusal(code).message}\``).join('; '),
    headers: {
      ...headerReferences(
        ...commonHeaders(operation),
        'Counterfoil-Retry',
        'Link',
        ...(saysWhen ? ['Retry-After'] : []),
        ...ownHeaders,
      ),
      'Counterfoil-Error': { description: 'Which error it is.', schema: { type: 'string', enum: codes } },
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Converts a schema to JSON Schema; named schemas go to `schemas` and are referred to. */
function schemaOf(schema: z.ZodType, schemas: Fields): Fields {
  const { json, objects } = describeSchema(schema)
  Object.assign(schemas, withComponentReferences(objects))
  return withComponentReferences(json)
}

function withComponentReferences(json: object): Fields {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Fields
}
