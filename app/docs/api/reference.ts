import type { Endpoint, Json, JsonObject, ObjectType, RequestField } from '@/components/docs/reference'
import { describeSchema, type JsonSchema } from '@/lib/api/json-schema'
import { apiV2 } from '@/lib/api/v2'
import { isFile, type Operation } from '@/lib/http/operation'
import type { RefusalCode } from '@/lib/http/refusals'
import { snake } from '@/packages/client/codegen/model'
import { OPERATIONS } from '@/packages/client/src/generated/operations'

/* The reference of API V2, generated from the declarations of its operations. */

const KEY_IN_BODY: RequestField = {
  name: 'api_key',
  type: 'string',
  required: 'yes, or as header',
  text: 'Your API key. Prefer the header `Authorization: Bearer`: see [Authentication](/docs/authentication#keys).',
}

const KEY_IN_QUERY: RequestField = {
  name: 'api_key',
  type: 'string, in the query',
  required: 'yes, or as header',
  text: 'Your API key. Prefer `Authorization: Bearer`: addresses end up in logs.',
}

/** Errors of every endpoint, which have a table of their own. */
const OF_EVERY_KEY: ReadonlySet<RefusalCode> = new Set([
  'invalid_json',
  'rate_limited',
  'api_key_address_refused',
  'api_key_scope_missing',
  'simulation_in_live_mode',
  'invalid_simulation',
])

const OBJECT_SCHEMAS = new Map<string, JsonSchema>()

/** Every endpoint, in the order of a first payout. Each example uses the ids that those before it answered. */
export const ENDPOINTS: readonly Endpoint[] = Object.entries(apiV2)
  .filter(([, { access }]) => access.kind === 'api key')
  .map(([name, operation]) => endpointOf(name, operation))

/** The objects that appear in answers. */
export const OBJECTS: readonly ObjectType[] = [...OBJECT_SCHEMAS].map(([name, schema]) => ({
  id: objectAnchor(name),
  title: String(schema.title ?? name),
  text: schema.description ?? '',
  fields: fieldRows(schema).map(({ name, type, text }) => ({ name, type, text })),
}))

/** The address of an operation's page: `createCustomer` is at `create-customer`. */
export function slugOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The example of an object, by the name of its schema. */
export function exampleObject(name: string): JsonObject {
  return exampleOf({ $ref: `#/$defs/${name}` }) as JsonObject
}

function endpointOf(name: string, operation: Operation): Endpoint {
  const { method, path, params, query, body, access, answers, errors, example } = operation
  const [status = 0, answer] = Object.entries(answers)[0] ?? []
  if (!answer || isFile(answer)) throw new Error(`${name} has no JSON answer to show`)
  const answerSchema = schemaOf(answer)
  return {
    id: slugOf(name),
    operation: name,
    title: operation.summary,
    tag: operation.tag,
    scope: access.scope,
    method,
    path,
    client: clientMethods(name),
    text: operation.description,
    fields: [
      ...Object.entries(params).map(([param, text]) => ({
        name: param,
        type: param === 'external_id' ? 'string, in the path' : 'UUID, in the path',
        required: 'yes',
        text,
      })),
      ...(query
        ? fieldRows(schemaOf(query)).map((row) => ({ ...row, type: `${row.type}, in the query` }))
        : []),
      method === 'GET' ? KEY_IN_QUERY : KEY_IN_BODY,
      ...(body?.schema ? fieldRows(schemaOf(body.schema)) : []),
    ],
    errors: [...access.codes.filter((code) => !OF_EVERY_KEY.has(code)), ...errors],
    example: {
      path: path.replace(/\{(\w+)\}/g, (_, param: string) => `$${param.toUpperCase()}`),
      ...(example.idempotencyKey ? { idempotencyKey: example.idempotencyKey } : {}),
      ...(example.body ? { body: withVariables(example.body as JsonObject) } : {}),
      status: Number(status),
      answer: exampleOf(answerSchema) as JsonObject,
    },
    notes: operation.notes,
  }
}

/** The call of an operation in each client. */
function clientMethods(operation: string): Endpoint['client'] {
  const entry = OPERATIONS.find(({ id }) => id === operation)
  if (!entry) throw new Error(`The clients have no ${operation}`)
  const { resource, name } = entry
  return {
    typescript: `counterfoil.${resource}.${name}()`,
    python: `counterfoil.${snake(resource)}.${snake(name)}()`,
  }
}

/** Converts a schema to JSON Schema and collects the objects it refers to. */
function schemaOf(schema: Parameters<typeof describeSchema>[0]): JsonSchema {
  const { json, objects } = describeSchema(schema)
  for (const [name, object] of Object.entries(objects)) OBJECT_SCHEMAS.set(name, object)
  return json
}

function objectAnchor(name: string): string {
  return `${name.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}-object`
}

/** The fields of an object; nested fields are listed by path: `address.city`, `items[].qty`. */
function fieldRows(schema: JsonSchema, prefix = ''): RequestField[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => {
    const own: RequestField = {
      name: prefix + name,
      type: typeOf(field),
      required: required.includes(name) ? 'yes' : 'no',
      ...('default' in field ? { fallback: `\`${field.default === '' ? '""' : field.default}\`` } : {}),
      text: textOf(field),
    }
    if (field.type === 'object' && field.properties) {
      return [own, ...fieldRows(field, `${prefix}${name}.`)]
    }
    return field.items ? [own, ...fieldRows(field.items, `${prefix}${name}[].`)] : [own]
  })
}

function typeOf({ type, anyOf, format, items }: JsonSchema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (format === 'uuid') return 'UUID'
  if (items) return `array of ${items.type === undefined || items.type === 'object' ? 'object' : items.type}s`
  return [type ?? 'any'].flat().join(' or ')
}

/** The description, with the limits and values from the schema. */
function textOf(field: JsonSchema): string {
  const { description, maxLength, maxItems, enum: values, minimum, maximum } = field
  // Integers have limits of their own where nobody set any.
  const hasRange = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const words = [
    values && `${values.map((value) => `\`${value}\``).join(' or ')}.`,
    description,
    maxLength && `At most ${maxLength} characters.`,
    maxItems && `At most ${maxItems}.`,
    hasRange && !description?.includes(`${maximum}`) && `From ${minimum} to ${maximum}.`,
  ]
  return words.filter(Boolean).join(' ')
}

function exampleOf(schema: JsonSchema): Json {
  const { $ref, examples, properties, items } = schema
  if (examples?.[0] !== undefined) return examples[0]
  if ($ref) return exampleOf(OBJECT_SCHEMAS.get($ref.split('/').at(-1) ?? '') ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (items) return [exampleOf(items)]
  if (!properties) throw new Error(`a schema lacks an example: ${JSON.stringify(schema)}`)
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]))
}

/** Replaces the ids of the example objects with the shell variables of the commands. */
function withVariables(body: JsonObject): JsonObject {
  let text = JSON.stringify(body)
  for (const name of ['Customer', 'Invoice', 'BankAccount']) {
    const { id } = OBJECT_SCHEMAS.has(name) ? exampleObject(name) : {}
    const variable = `$${name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_ID`
    if (typeof id === 'string') text = text.replaceAll(id, variable)
  }
  return JSON.parse(text) as JsonObject
}
