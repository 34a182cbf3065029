import type { z } from 'zod'
import { IGNORED_FIELDS_HEADER } from '@/lib/http/ignored-fields'
import { isFile, type Operation, refusalsOf, type Table } from '@/lib/http/operation'
import { describeRefusal, type RefusalCode } from '@/lib/http/refusals'
import type { JsonValue } from '@/lib/json'
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
}

/**
 * Describes a table of operations as OpenAPI 3.1. Refusals outside any declared path (404, 405) are in
 * `info`.
 */
export function describeApi(table: Table, { serverUrl, tags, ...info }: Info): Fields {
  const schemas: Fields = { Error: ERROR_SCHEMA }
  const paths: Record<string, Fields> = {}
  for (const [name, operation] of Object.entries(table)) {
    paths[operation.path] ??= {}
    const described = describeOperation(name, operation, schemas)
    Object.assign(paths[operation.path] as Fields, { [operation.method.toLowerCase()]: described })
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(table).map(({ tag }) => tag))].map((name) => ({
      name,
      ...(tags[name] ? { description: tags[name] } : {}),
    })),
    paths,
    components: { schemas, securitySchemes: SECURITY_SCHEMES, headers: HEADERS },
  }
}

const ERROR_SCHEMA: Fields = {
  type: 'object',
  description: 'Every refusal has this body.',
  properties: { error: { type: 'string', description: 'What is wrong, for a person.' } },
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
  [IGNORED_FIELDS_HEADER]: {
    description:
      'The fields of the body that the endpoint does not know, by path: at most 20, separated by commas.',
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
    // POST requests may carry the key in the body instead, which OpenAPI has no scheme for.
    security:
      access.kind !== 'api key' ? [] : [{ bearer: scopes }, method === 'GET' ? { query: scopes } : {}],
    parameters: [
      ...pathParameters(operation),
      ...(query ? queryParameters(query, schemas) : []),
      ...(idempotency ? [IDEMPOTENCY_KEY] : []),
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

function successes({ access, answers, body }: Operation, schemas: Fields): Record<string, Fields> {
  const namesIgnored = access.kind === 'api key' && body?.schema
  const headers = headerReferences('X-Request-Id', ...(namesIgnored ? [IGNORED_FIELDS_HEADER] : []))
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
  const described = [...byStatus].map(([status, codes]) => [String(status), describeFailure(codes)] as const)
  return Object.fromEntries(described)
}

function describeFailure(codes: RefusalCode[]): Fields {
  const examples = codes.map((code) => {
    const { message, meaning } = describeRefusal(code)
    return [code, { ...(meaning ? { summary: meaning } : {}), value: { error: message } }] as const
  })
  return {
    description: codes.map((code) => `\`${describeRefusal(code).message}\``).join('; '),
    headers: {
      ...headerReferences('X-Request-Id', 'Counterfoil-Retry', 'Link'),
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
