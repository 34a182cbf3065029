import type { Endpoint } from './reference'

/** An endpoint's example as a command for a POSIX shell; `BASE`, `KEY` and the ids in it are variables. */
export function curlCommand({ method, example }: Pick<Endpoint, 'method' | 'example'>): string {
  const lines = [`curl "$BASE${example.path}"`, '-H "Authorization: Bearer $KEY"']
  if (example.idempotencyKey) lines.push(`-H 'Idempotency-Key: ${example.idempotencyKey}'`)
  if (method === 'POST') {
    lines.push("-H 'Content-Type: application/json'", `-d '${shellBody(example.body ?? {})}'`)
  }
  return lines.join(' \\\n  ')
}

/** The body in single quotes, interrupted for each variable. */
function shellBody(body: NonNullable<Endpoint['example']['body']>): string {
  return prettyJson(body)
    .replaceAll("'", "'\\''")
    .replace(/"(\$[A-Z_]+)"/g, `"'$1'"`)
    .replaceAll('\n', '\n  ')
}

/** Formats JSON as a person would, with short objects on one line. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\{\n[^{}[\]]{1,200}\}/g, (object) => {
    const line = object.replace(/\n\s*/g, ' ')
    return line.length <= 90 ? line : object
  })
}
