import type { Fields } from '../client'
import type { Stage } from '../stage'

/** A JSON Schema, as far as it is used here. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  $ref?: string
}

export type OperationEntry = {
  method: string
  /** With `{names}`. */
  path: string
  parameters: { name: string; in: string }[]
  body: Schema | null
}

/** The operations of API V2 by the service's own description. */
export async function readDescription(stage: Stage): Promise<OperationEntry[]> {
  const { body } = await stage.send({ method: 'GET', path: '/api/v2/openapi.json' })
  const paths = body.paths as Record<string, Record<string, Fields>>
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => {
      const { content } = (entry.requestBody ?? {}) as { content?: Record<string, { schema?: Schema }> }
      const schema = content?.['application/json']?.schema
      const parameters = (entry.parameters ?? []) as { name: string; in: string }[]
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: schema ? resolve(schema, body) : null,
      }
    }),
  )
  return entries.filter(({ path }) => path !== '/api/v2/openapi.json')
}

/** The schema with its references replaced. */
function resolve(schema: Schema, document: Fields): Schema {
  if (schema.$ref === undefined) return schema
  const parts = schema.$ref.replace(/^#\//, '').split('/')
  let value: unknown = document
  for (const part of parts) value = (value as Fields | undefined)?.[part]
  return resolve((value ?? {}) as Schema, document)
}
