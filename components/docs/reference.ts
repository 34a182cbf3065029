/*
 * The types of the API reference. It is data rather than markup, so that tests can check it against the code.
 * Text between backticks is code.
 */

import type { RefusalCode } from '@/lib/http/refusals'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

export type RequestField = {
  name: string
  type: string
  required: string
  /** The default, if the field has one. */
  fallback?: string
  text: string
}

/** A field of an answer; nested fields are named with a dot. */
type AnswerField = { name: string; type: string; text: string }

/** One endpoint. `$NAMES` in the example's path and body are shell variables. */
export type Endpoint = {
  id: string
  /** Its name in the table and in the description. */
  operation: string
  title: string
  /** Its chapter in the navigation. */
  tag: string
  /** The permission that the key needs. */
  scope: string | undefined
  method: string
  /** Variable parts are written as `{name}`. */
  path: string
  /** Its call in the clients. */
  client: { typescript: string; python: string }
  text: string
  fields: readonly RequestField[]
  /** Errors specific to this endpoint, in the order in which they are checked. */
  errors: readonly RefusalCode[]
  example: {
    path: string
    idempotencyKey?: string
    body?: JsonObject
    status: number
    answer: JsonObject
  }
  notes: readonly string[]
}

/** An object that appears in answers. */
export type ObjectType = { id: string; title: string; text: string; fields: readonly AnswerField[] }
