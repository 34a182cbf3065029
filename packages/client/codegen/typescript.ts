import {
  type Argument,
  type ClientModel,
  type ClientOperation,
  camel,
  capitalised,
  errorClassName,
  isEvent,
  type Schema,
} from './model.ts'

/* The client's TypeScript: types, resources, and error classes. */

export const HEADER =
  '// Generated from the description of the API by `npm run client`. Changes here are lost.\n'

/** Types of all objects, bodies and answers, and a class of methods for each resource. */
export function apiSource({ schemas, events, operations }: ClientModel): string {
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  return [
    HEADER,
    `import { followList, Pages } from '../pages.ts'\n`,
    `import { type FollowOptions, type RequestOptions, type Send, segment } from '../send.ts'\n`,
    ...Object.entries(schemas).map(([name, schema]) =>
      declaration(isEvent(schema) ? fieldsOf(name) : name, schema),
    ),
    ...eventTypes(events, schemas),
    ...operations.flatMap(operationTypes),
    ...resources.map((resource) =>
      resourceClass(
        resource,
        operations.filter((operation) => operation.resource === resource),
      ),
    ),
    rootClass(resources),
  ].join('\n')
}

/** The event types as unions, so that a look at `type` tells what `data` is. */
function eventTypes(events: Record<string, Schema>, schemas: Record<string, Schema>): string[] {
  const schema: Schema = { type: 'object', properties: events, required: Object.keys(events) }
  const unions = Object.entries(schemas).flatMap(([name, { description = '' }]) => {
    if (!isEvent(schemas[name])) return []
    const comment = docComment(
      `${description} A look at \`type\` tells what \`data\` is; a later version of the service may send other types.`,
      '',
    )
    return `${comment}export type ${name} = {
  [Type in EventType]: Omit<${fieldsOf(name)}, 'type' | 'data'> & { type: Type; data: EventData[Type] }
}[EventType]\n`
  })
  return [
    declaration('EventData', { ...schema, description: 'The `data` of each event type.' }),
    'export type EventType = keyof EventData\n',
    ...unions,
  ]
}

/** An error class for each code, for `instanceof`. */
export function errorsSource({ refusals }: ClientModel): string {
  const classes = refusals.map(({ code, status, message, meaning }) => {
    const comment = docComment(`${status} \`${message}\`${meaning ? `: ${meaning}` : ''}`, '')
    return `${comment}export class ${errorClassName(code)} extends ApiError {}\n`
  })
  const table = refusals.map(({ code }) => `  ${code}: ${errorClassName(code)},\n`)
  return [
    HEADER,
    `import { ApiError } from '../errors.ts'\n`,
    ...classes,
    '/** The class of each `Counterfoil-Error`. */',
    `export const ERROR_CLASSES = {\n${table.join('')}} as const\n`,
    'export type ErrorCode = keyof typeof ERROR_CLASSES\n',
  ].join('\n')
}

function operationTypes({ id, body, query, answer }: ClientOperation): string[] {
  const types = [declaration(`${capitalised(id)}Answer`, answer)]
  if (body) types.unshift(declaration(`${capitalised(id)}Body`, body))
  if (query.length > 0) types.unshift(declaration(`${capitalised(id)}Query`, querySchema(query)))
  return types
}

function querySchema(query: Argument[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [name, { ...schema, description }] as const),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
}

function resourceClass(resource: string, operations: ClientOperation[]): string {
  return [
    `class ${resourceClassName(resource)} {`,
    '  readonly #send: Send',
    '',
    '  constructor(send: Send) {',
    '    this.#send = send',
    '  }',
    ...operations.flatMap((operation) => ['', ...method(operation)]),
    '}\n',
  ].join('\n')
}

function method(operation: ClientOperation): string[] {
  const { id, name, params, query, body, listed, waits } = operation
  const answer = `${capitalised(id)}Answer`
  const queryType = `${capitalised(id)}Query`
  const optional = (isRequired: boolean) => (isRequired ? '' : ' = {}')
  const args = [
    ...params.map((param) => `${camel(param.name)}: string`),
    ...(body ? [`body: ${capitalised(id)}Body${optional((body.required ?? []).length > 0)}`] : []),
    ...(query.length > 0 ? [`query: ${queryType}${optional(query.some(({ required }) => required))}`] : []),
  ]
  const signature = [...args, 'options: RequestOptions = {}'].join(', ')
  const comment = docComment(`${operation.summary}. ${operation.description}`, '  ')
  if (!listed) {
    return [
      `${comment}  ${name}(${signature}): Promise<${answer}> {`,
      `    return this.#send(${request(operation, query.length > 0 ? 'query' : null)}, options)`,
      '  }',
    ]
  }
  const entry = `${answer}['${listed}'][number]`
  const page = `(after: string | undefined) => this.#send<${answer}>(${request(operation, '{ ...query, after: after ?? query.after }')}, options)`
  const list = [
    `${comment}  ${name}(${signature}): Pages<${answer}, ${entry}> {`,
    `    return new Pages(${page}, '${listed}')`,
    '  }',
  ]
  if (!waits) return list
  const followComment = docComment(
    'Yields entries as they arrive, without end, each request waiting for the next, and through outages. Goes on after `after`, or from the beginning; `onCursor` gets the place to resume at once the entries before it are done.',
    '  ',
  )
  const follow = `(after: string | undefined, wait: number, signal: AbortSignal | undefined) => this.#send<${answer}>(${request(operation, '{ ...query, after, wait }')}, { maxRetries: Number.POSITIVE_INFINITY, ...options, ...(signal ? { signal } : {}) }, wait * 1000)`
  return [
    ...list,
    '',
    `${followComment}  follow(${[...args, 'options: FollowOptions = {}'].join(', ')}): AsyncGenerator<${entry}, void, void> {`,
    `    return followList(${follow}, '${listed}', query.after, options)`,
    '  }',
  ]
}

function request(
  { method, path, params, body, takesIdempotencyKey }: ClientOperation,
  query: string | null,
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `\${segment('${name}', ${camel(name)})}`)
  const parts = [
    `method: '${method}'`,
    `path: ${params.length > 0 ? `\`${address}\`` : `'${address}'`}`,
    ...(query ? [query === 'query' ? 'query' : `query: ${query}`] : []),
    ...(body ? ['body'] : []),
    ...(takesIdempotencyKey ? ['takesIdempotencyKey: true'] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

function rootClass(resources: string[]): string {
  const fields = resources.map((name) => `  readonly ${name}: ${resourceClassName(name)}\n`)
  const values = resources.map((name) => `    this.${name} = new ${resourceClassName(name)}(send)\n`)
  return [
    '/** The operations of the API by resource. */',
    `export class Resources {\n${fields.join('')}`,
    `  constructor(send: Send) {\n${values.join('')}  }\n}\n`,
  ].join('\n')
}

/** The interface of an event's fields, from which its union is made. */
function fieldsOf(name: string): string {
  return `${name}Fields`
}

function declaration(name: string, schema: Schema): string {
  const comment = docComment(schema.description ?? '', '')
  const written = typeOf(schema, '')
  return schema.properties && !schema.anyOf
    ? `${comment}export interface ${name} ${written}\n`
    : `${comment}export type ${name} = ${written}\n`
}

/** A schema as a TypeScript type. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  if (schema.anyOf) return union(schema.anyOf.map((part) => typeOf(part, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, indent)}>`
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>`
  }
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    // An optional field may be given as undefined, as one of an object that is built up often is.
    const isRequired = required.includes(name)
    const type = typeOf(schema, inner)
    return `${docComment(schema.description ?? '', inner)}${inner}${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`}\n`
  })
  return `{\n${fields.join('')}${indent}}`
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}

function docComment(text: string, indent: string): string {
  const clean = text.trim().replaceAll('*/', '*\\/').replace(/\s+/g, ' ')
  return clean ? `${indent}/** ${clean} */\n` : ''
}

/** Objects of the API may have the resource's own name. */
function resourceClassName(resource: string): string {
  return `${capitalised(resource)}Resource`
}
