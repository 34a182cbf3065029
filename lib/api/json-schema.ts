import { z } from 'zod'

type JsonScalar = string | number | boolean | null
type Json = JsonScalar | readonly Json[] | { readonly [name: string]: Json }

/** The part of JSON Schema that our schemas use. */
export type JsonSchema = {
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  const?: JsonScalar
  enum?: JsonScalar[]
  default?: JsonScalar
  examples?: Json[]
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  $ref?: string
}

type Described = {
  json: JsonSchema
  /** Named schemas (`.meta({ id })`) that it refers to, by name. */
  objects: Record<string, JsonSchema>
}

/** Converts a schema to JSON Schema (2020-12, the dialect of OpenAPI 3.1), as a client sends or reads it. */
export function describeSchema(schema: z.ZodType): Described {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // The format says the same in fewer words.
      if (jsonSchema.format) delete jsonSchema.pattern
      // Without it, generators for Java or C# choose 32 bits, which the number of an event may outgrow.
      if (jsonSchema.type === 'integer') jsonSchema.format ??= 'int64'
      // The name serves references; readers see the title.
      delete jsonSchema.id
    },
  })
  return { json: json as JsonSchema, objects: ($defs ?? {}) as Record<string, JsonSchema> }
}
