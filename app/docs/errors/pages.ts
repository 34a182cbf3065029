import { STATUS_CODES } from 'node:http'
import type { DocsGroup, DocsPage, Site } from '@/components/docs/content'
import { codeFence, listOf, tableOf } from '@/components/docs/markdown'
import { apiV2 } from '@/lib/api/v2'
import type { Retry } from '@/lib/error-entry'
import { type Operation, refusalsOf } from '@/lib/http/operation'
import { describeRefusal, type RefusalCode } from '@/lib/http/refusals'
import { slugOf } from '../api/reference'
import { adviceFor } from './advice'

/** Refusals outside any operation, and of every operation with a key. */
const OF_EVERY_REQUEST: readonly RefusalCode[] = [
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'invalid_json',
  'rate_limited',
  'api_key_address_refused',
  'api_key_scope_missing',
  'simulation_in_live_mode',
  'invalid_simulation',
  'internal_error',
  'service_unavailable',
]

const OPERATIONS: readonly [string, Operation][] = Object.entries(apiV2)

/** Every code that a request to API V2 can be refused with. */
const ERROR_CODES: readonly RefusalCode[] = [
  ...new Set([...OF_EVERY_REQUEST, ...OPERATIONS.flatMap(([, operation]) => refusalsOf(operation))]),
]

const RETRIES: Record<Retry, string> = {
  never: '`never`: the same request fails again until something changes.',
  'same-key':
    '`same-key`: the request may have been carried out: repeat it with the same `Idempotency-Key`, and a GET as it is.',
  'after-delay': '`after-delay`: nothing was done: repeat it after `Retry-After`.',
}

const TITLES: Record<number, string> = {
  400: 'the request is not valid',
  401: 'the key is missing or not valid',
  403: 'not allowed',
  404: 'not found',
  405: 'the method is not supported',
  409: 'in conflict with the current state',
  413: 'too large',
  422: 'the Idempotency-Key belongs to another request',
  429: 'too many requests',
  500: 'a fault of the service',
  502: 'a provider refused',
  503: 'not available at the moment',
}

const STATUSES = [...new Set(ERROR_CODES.map((code) => describeRefusal(code).status))].toSorted(
  (a, b) => a - b,
)

/** A page a code, by status. The `Link` header of an error leads to its page. */
export const ERROR_GROUPS: readonly DocsGroup[] = STATUSES.map((status) => ({
  title: titleOf(status),
  below: '/docs/errors',
  pages: codesOf(status).map(pageOf),
}))

/** Refusals with links to their explanation. Every row repeats the status, because clients branch on it first. */
export function errorTable(codes: readonly RefusalCode[]): string {
  const rows = codes.map((code) => {
    const { status, message, meaning = '' } = describeRefusal(code)
    return [String(status), `\`${message}\``, `[${code}](/docs/errors/${code})`, meaning]
  })
  return tableOf(['Status', 'error', 'Code', 'When'], rows)
}

/** A section a status. Each row has the code as its anchor, as the links of earlier versions had it. */
export function errorsByStatus(): string {
  return STATUSES.map((status) => {
    const rows = codesOf(status).map((code) => {
      const { message, meaning = '' } = describeRefusal(code)
      return [`{#${code}} [${code}](/docs/errors/${code})`, `\`${message}\``, meaning]
    })
    const table = tableOf(['Code', 'error', 'When'], rows)
    return `## ${titleOf(status)} {#status-${status}}\n\n<!-- wide table: Errors with status ${status} -->\n${table}`
  }).join('\n\n')
}

function titleOf(status: number): string {
  return `${status}: ${TITLES[status] ?? 'other errors'}`
}

function codesOf(status: number): RefusalCode[] {
  return ERROR_CODES.filter((code) => describeRefusal(code).status === status)
}

function pageOf(code: RefusalCode): DocsPage {
  const { message, meaning = '', status, retry } = describeRefusal(code)
  return {
    path: `/docs/errors/${code}`,
    title: code,
    lead: `Status ${status}: \`${message}\`. ${meaning}`,
    body: (site) =>
      [
        '## Handling',
        adviceFor(code, status),
        `\`Counterfoil-Retry\` is ${RETRIES[retry]}`,
        '## Example',
        codeFence('http the answer', exampleOf(code, site)),
        '## Endpoints with this error {#endpoints}',
        sources(code),
      ].join('\n\n'),
  }
}

const EXAMPLE_REQUEST_ID = '0199d1c2-5b7e-7a30-9c41-2f6d8e0b7a15'

/** A whole answer with the error. Parts of the message that vary are placeholders. */
function exampleOf(code: RefusalCode, { url }: Site): string {
  const { message, status, retry, retryAfterSeconds } = describeRefusal(code)
  const waits = retryAfterSeconds !== undefined || retry === 'after-delay'
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Counterfoil-Error: ${code}`,
    `Counterfoil-Retry: ${retry}`,
    `Link: <${url}/docs/errors/${code}>; rel="help"`,
    ...(waits ? [`Retry-After: ${retryAfterSeconds ?? '<seconds>'}`] : []),
    `X-Request-Id: ${EXAMPLE_REQUEST_ID}`,
    '',
    JSON.stringify({ error: message }),
  ].join('\n')
}

function sources(code: RefusalCode): string {
  const named = OPERATIONS.filter(([, operation]) => refusalsOf(operation).includes(code))
  if (OF_EVERY_REQUEST.includes(code) || named.length === OPERATIONS.length) {
    return 'Every endpoint: see the [API reference](/docs/api).'
  }
  return listOf(named.map(([name, { summary }]) => `[${summary}](/docs/api/${slugOf(name)})`))
}
