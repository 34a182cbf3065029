import type { ApiRequestView } from '@/lib/api/dashboard/read-requests'
import { indentJson } from './indent-json'

/**
 * A logged request as a command for a POSIX shell that has the key in `API_KEY`. What the log does not hold
 * stays blank: values that were redacted are to be filled in.
 */
export function requestAsCurl(
  request: Pick<ApiRequestView, 'method' | 'url' | 'idempotencyKey' | 'requestBody'>,
): string {
  const { method, url, idempotencyKey, requestBody } = request
  const lines = [
    `curl${method === 'HEAD' ? ' --head' : ''} ${quoted(url)}`,
    '-H "Authorization: Bearer $API_KEY"',
  ]
  if (idempotencyKey) lines.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`)
  if (method === 'POST') {
    lines.push("-H 'Content-Type: application/json'", `--data-raw ${quoted(bodyOf(requestBody ?? '{}'))}`)
  }
  return lines.join(' \\\n  ')
}

/** The key is in the header, so its place in the body is taken out. */
function bodyOf(logged: string): string {
  return indentJson(logged.replace(/"api_key":"\[redacted\]",?/, '').replace(/,\}$/, '}'))
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
