/** An operation of the API, with the JSON Schema of path, query and body in one object, and that of its answer. */
export type OperationEntry = {
  id: string
  method: string
  path: string
  /** The scope that an API key needs; null without a key. */
  scope: string | null
  resource: string
  name: string
  summary: string
  description: string
  takesIdempotencyKey: boolean
  params: readonly string[]
  query: readonly string[]
  hasBody: boolean
  input: object
  output: object
}
