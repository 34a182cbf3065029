/** A request's parameters, by their names as they are sent: `metadata[key]`. */
export type Params = ReadonlyMap<string, string>

/** What the stand-in answers a request with. */
export type Answer = { status: number; body: object; headers?: Record<string, string> }

/** An error in the shape of https://docs.stripe.com/api/errors */
export function errorAnswer(
  status: number,
  error: { type?: string; code?: string; message: string; param?: string },
  headers: Record<string, string> = {},
): Answer {
  return { status, body: { error: { type: 'invalid_request_error', ...error } }, headers }
}

export function missing(what: string, id: string): Answer {
  return errorAnswer(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param: 'id' })
}
