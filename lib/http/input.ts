import type { z } from 'zod'
import type { Field } from './field'
import { type BodyObject, plainNumbers } from './json-body'
import type { Call } from './operation'
import { type RefusalCode, refuseInput } from './refusals'

export const DEFAULT_MAX_BYTES = 256 * 1024

/** Parses and describes an operation's body. */
export type BodyReader<Input, Caller = unknown> = {
  contentType: string
  schema: z.ZodType | null
  /** The refusals of `read`, in the order of its checks. */
  errors: readonly RefusalCode[]
  maximumBytes?: number
  read: (call: Call, caller: Caller) => Input
}

/** Parses and describes an operation's query. */
export type QueryReader<Query> = { schema: z.ZodObject; read: (search: URLSearchParams) => Query }

type Limits = { maximumBytes?: number }

/** A JSON body, checked in the contract's order and with its messages. */
export function orderedBody<Input>(field: Field<Input>, limits: Limits = {}): BodyReader<Input> {
  return {
    contentType: 'application/json',
    schema: field.schema,
    errors: field.errors,
    read: (call) => field.read(call.json()),
    ...limits,
  }
}

/** A JSON body validated by its schema; the first issue is refused with `invalid_input`. */
export function jsonFields<Schema extends z.ZodType>(
  schema: Schema,
  limits: Limits = {},
): BodyReader<z.output<Schema>> {
  return {
    contentType: 'application/json',
    schema,
    errors: ['invalid_input'],
    read: (call) => checkFields(schema, call.json()),
    ...limits,
  }
}

/** The fields of a plain HTML form. */
export function formBody<Input>(read: (fields: URLSearchParams) => Input): BodyReader<Input> {
  return {
    contentType: 'application/x-www-form-urlencoded',
    schema: null,
    errors: [],
    read: ({ body }) => read(new URLSearchParams(body.toString('utf8'))),
  }
}

/** The raw bytes, to verify a signature over them. */
export const rawBody: BodyReader<Buffer> = {
  contentType: 'application/json',
  schema: null,
  errors: [],
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
