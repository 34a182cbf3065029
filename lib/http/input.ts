import type { z } from 'zod'
import { type BodyObject, plainNumbers } from './json-body'
import type { Call } from './operation'
import { refuseInput } from './refusals'

export const DEFAULT_MAXIMUM_BYTES = 256 * 1024

/** Parses and describes an operation's body. */
export type BodyReader<Input, Caller = unknown> = {
  contentType: string
  schema: z.ZodType | null
  maximumBytes?: number
  read: (call: Call, caller: Caller) => Input
}

/** Parses and describes an operation's query. */
export type QueryReader<Query> = { schema: z.ZodObject; read: (search: URLSearchParams) => Query }

/** A JSON body validated by its schema; the first issue is refused with `invalid_input`. */
export function jsonFields<Schema extends z.ZodType>(
  schema: Schema,
  limits: { maximumBytes?: number } = {},
): BodyReader<z.output<Schema>> {
  return { ...jsonBody(schema, (body) => checkFields(schema, body)), ...limits }
}

/** A JSON body checked by `parse` in its own order; `schema` only describes it. */
export function jsonBody<Input, Caller = unknown>(
  schema: z.ZodType,
  parse: (body: BodyObject, caller: Caller) => Input,
): BodyReader<Input, Caller> {
  return {
    contentType: 'application/json',
    schema,
    read: (call, caller) => parse(call.json(), caller),
  }
}

/** The fields of a plain HTML form. */
export function formBody<Input>(read: (fields: URLSearchParams) => Input): BodyReader<Input> {
  return {
    contentType: 'application/x-www-form-urlencoded',
    schema: null,
    read: ({ body }) => read(new URLSearchParams(body.toString('utf8'))),
  }
}

/** The raw bytes, to verify a signature over them. */
export const rawBody: BodyReader<Buffer> = {
  contentType: 'application/json',
  schema: null,
  read: ({ body }) => body,
}

/** A query validated by its schema; the first issue is refused with `invalid_input`. */
export function queryFields<Schema extends z.ZodObject>(schema: Schema): QueryReader<z.output<Schema>> {
  return { schema, read: (search) => checkFields(schema, Object.fromEntries(search)) }
}

function checkFields<Schema extends z.ZodType>(schema: Schema, fields: BodyObject): z.output<Schema> {
  const parsed = schema.safeParse(plainNumbers(fields))
  return parsed.success
    ? parsed.data
    : refuseInput(parsed.error.issues[0]?.message ?? 'The form is not filled in')
}
