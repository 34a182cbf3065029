/*
 * The shapes that the reference is written in. It is data and not markup, so that tests can hold it
 * against the code. In all texts, what stands between backticks is code.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** A field of a request. */
export type RequestField = {
  name: string
  type: string
  required: string
  /** What it is taken for when it is not given; absent where there is nothing to say. */
  fallback?: string
  text: string
}

/** A field of an answer; the fields of an object inside it are named with a dot. */
type AnswerField = { name: string; type: string; text: string }

export type ErrorRow = { status: number; message: string; text: string }

/** One endpoint. `$NAMES` in the path and in the body of the example are the shell's variables. */
export type Endpoint = {
  id: string
  title: string
  method: string
  /** With `{names}` for what is variable. */
  path: string
  text: string
  fields: readonly RequestField[]
  /** The refusals that are this endpoint's own, in the order in which they are looked for. */
  errors: readonly ErrorRow[]
  example: {
    path: string
    idempotencyKey?: string
    body?: JsonObject
    status: number
    answer: JsonObject
  }
  /** What else there is to know. */
  notes: readonly string[]
}

/** An object that answers hold. */
export type ObjectType = { id: string; title: string; text: string; fields: readonly AnswerField[] }
