import type { ApiRequestView } from '@/lib/request-log/request-list'

/**
 * A logged request as a command for a POSIX shell with the key in `API_KEY`. Values that the log redacts stay
 * blank, to be filled in.
 */
export function requestAsCurl(
  request: Pick<ApiRequestView, 'method' | 'url' | 'idempotencyKey' | 'requestBody'>,
): string {
  const { method, url, idempotencyKey, requestBody } = request
  const lines = [
    `curl${method === 'HEAD' ? ' --head' : ''} ${quote(url)}`,
    '-H "Authorization: Bearer $API_KEY"',
  ]
  if (idempotencyKey) lines.push(`-H ${quote(`Idempotency-Key: ${idempotencyKey}`)}`)
  if (method === 'POST') {
    lines.push("-H 'Content-Type: application/json'", `--data-raw ${quote(bodyOf(requestBody ?? '{}'))}`)
  }
  return lines.join(' \\\n  ')
}

/** The header carries the key, so it is removed from the body. */
function bodyOf(body: string): string {
  return indentJson(body.replace(/"api_key":"\[redacted\]",?/, '').replace(/,\}$/, '}'))
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

const STEP = '  '

/**
 * Indents JSON without parsing it, since parsing would round long numbers. Truncated or invalid JSON stays
 * readable.
 */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  let depth = 0
  let result = ''
  const newLine = () => `\n${STEP.repeat(Math.max(0, depth))}`
  // A string, closed or cut off; an empty list or object; a bracket, comma or colon; anything else.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s"[\]{},:]+/gs)) {
    if (token === '{' || token === '[') {
      depth += 1
      result += token + newLine()
    } else if (token === '}' || token === ']') {
      depth -= 1
      result += newLine() + token
    } else if (token === ',') result += token + newLine()
    else if (token === ':') result += ': '
    else result += token
  }
  return result
}

/** The shortest command that creates an invoice. */
export function createInvoiceCommand(baseUrl: string): string {
  return [
    `curl -X POST ${baseUrl}/api/v2/invoice \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"api_key":"YOUR_API_KEY","email":"ada@example.com","amount":25}'`,
  ].join('\n')
}
