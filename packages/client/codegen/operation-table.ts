import type { Argument, ClientModel, ClientOperation, Schema } from './model.ts'
import { HEADER } from './typescript.ts'

/* The table that the command line and the MCP server work from. */

/** Each operation with the JSON Schemas of its input and its answer. */
export function operationsSource({ schemas, operations }: ClientModel): string {
  const table = operations.map((operation) => {
    const { id, resource, name, method, path, scope, summary, description, takesIdempotencyKey } = operation
    const entry = {
      id,
      method,
      path,
      scope,
      resource,
      name,
      summary,
      description,
      takesIdempotencyKey,
      params: operation.params.map((param) => param.name),
      query: operation.query.map((parameter) => parameter.name),
      hasBody: operation.body !== null,
      input: inputSchema(operation, schemas),
      output: outputSchema(operation, schemas),
    }
    return JSON.stringify(entry, null, 2)
  })
  return [
    HEADER,
    `import type { OperationEntry } from '../operation-entry.ts'\n`,
    `export const OPERATIONS: readonly OperationEntry[] = [\n${table.join(',\n')},\n]\n`,
  ].join('\n')
}

/** Path, query and body in one object, as tools take their input. */
function inputSchema({ params, query, body }: ClientOperation, schemas: Record<string, Schema>): Schema {
  const described = ({ schema, description }: Argument) => ({
    ...schema,
    ...(description ? { description } : {}),
  })
  const entries = [...params, ...query].map((argument) => [argument.name, described(argument)] as const)
  const properties = { ...Object.fromEntries(entries), ...body?.properties }
  const required = [
    ...[...params, ...query].filter((argument) => argument.required).map(({ name }) => name),
    ...(body?.required ?? []),
  ]
  return inlined({ type: 'object', properties, required, additionalProperties: false }, schemas)
}

/** An answer is always an object, which tools have to say first. */
function outputSchema({ answer }: ClientOperation, schemas: Record<string, Schema>): Schema {
  return { ...inlined(answer, schemas), type: 'object' }
}

/** Tools have no place for shared schemas, so references are replaced by what they refer to. */
function inlined(schema: Schema, schemas: Record<string, Schema>): Schema {
  const text = JSON.stringify(schema, (_, value) => {
    const name = typeof value?.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined
    return name ? schemas[name] : value
  })
  return JSON.parse(text) as Schema
}
