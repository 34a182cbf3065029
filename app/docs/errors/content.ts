import { STATUS_CODES } from 'node:http'
import {
  type Block,
  code as codeBlock,
  type DocsGroup,
  type DocsPage,
  list,
  type Site,
  steps,
  wideTable,
} from '@/components/docs/content'
import { apiV2 } from '@/lib/api/v2'
import { type Operation, refusalsOf } from '@/lib/http/operation'
import { describeRefusal, type RefusalCode, type Retry } from '@/lib/http/refusals'
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

export const ERRORS: DocsPage = {
  path: '/docs/errors',
  title: 'Errors',
  lead: 'Every error, with its code, its message and what to do. An error answers with a status of 400 or above, and a JSON object with the single field `error`.',
  sections: () => [
    { id: 'handling', title: 'Handling errors', blocks: HANDLING },
    { id: 'order-of-checks', title: 'The order of the checks', blocks: ORDER_OF_CHECKS },
    ...STATUSES.map((status) => ({
      id: `status-${status}`,
      title: titleOf(status),
      blocks: [overview(status)],
    })),
  ],
}

const HANDLING: readonly Block[] = [
  codeBlock('json', 'an error', '{ "error": "Customer not found" }'),
  'The headers of an error are for programs:',
  wideTable(
    'Headers of an error',
    ['Header', 'Meaning'],
    [
      ['`Counterfoil-Error`', 'The code: a stable name, such as `customer_not_found`.'],
      [
        '`Counterfoil-Retry`',
        '`never`: the same request fails again until something changes. `same-key`: it may have been carried out, so repeat it with the same `Idempotency-Key`. `after-delay`: nothing was done, so repeat it after `Retry-After`.',
      ],
      ['`Link`', 'The address of the page about the code.'],
      ['`X-Request-Id`', 'The id of the request, as in the request log.'],
    ],
  ),
  list([
    'Messages are exact and stable, so your code may compare them. Parts in angle brackets, such as `<field>`, vary.',
    'After a 4xx, correct the request. Repeating it unchanged gives the same answer, apart from 429 and the 409 of [`idempotency_key_in_progress`](/docs/errors/idempotency_key_in_progress) and [`test_clock_advancing`](/docs/errors/test_clock_advancing).',
    'After no answer, a 500, a 503, or a 502 or 504 that is not ours, you don’t know what happened. Repeat the request: a GET as it is, a POST with the same [`Idempotency-Key`](/docs/idempotency).',
    'Only a 502 with a JSON `error` and an `X-Request-Id` header comes from this service and is final for its attempt. Any other 502 comes from a proxy in between.',
    'Keep the `X-Request-Id` of every response. It finds the request in your [request log](/developers/requests) and in the service’s own log.',
  ]),
]

const ORDER_OF_CHECKS: readonly Block[] = [
  'When several things are wrong, the response reports the first in this order:',
  steps([
    'The path and the method: 404, 405.',
    'The body’s size and JSON: 413, 400.',
    'A key was sent: 400 or 401, depending on the endpoint.',
    'The key is valid: 401.',
    'The rate limit: 429.',
    'The vendor is not banned: 403.',
    "The fields: 400. First missing and malformed fields, in the order of the endpoint's error table; then lengths and formats, in the order of the request table.",
    'The `Idempotency-Key`: 400, 422, 409, or the first response again.',
    'The objects named in the path and the body exist: 404.',
    'The current state allows it: 400 for limit and balance, 409 for an email address that is already in use.',
    'The provider accepts it: 502.',
  ]),
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
  below: ERRORS.path,
  pages: codesOf(status).map(pageOf),
}))

function titleOf(status: number): string {
  return `${status}: ${TITLES[status] ?? 'other errors'}`
}

function codesOf(status: number): RefusalCode[] {
  return ERROR_CODES.filter((code) => describeRefusal(code).status === status)
}

/** The errors of a status. Each row has the code as its anchor, as the links of earlier versions had it. */
function overview(status: number): Block {
  const codes = codesOf(status)
  const rows = codes.map((code) => {
    const { message, meaning = '' } = describeRefusal(code)
    return [`[${code}](${ERRORS.path}/${code})`, `\`${message}\``, meaning]
  })
  return wideTable(`Errors with status ${status}`, ['Code', 'error', 'When'], rows, codes)
}

function pageOf(code: RefusalCode): DocsPage {
  const { message, meaning = '', status, retry } = describeRefusal(code)
  return {
    path: `${ERRORS.path}/${code}`,
    title: code,
    lead: `Status ${status}: \`${message}\`. ${meaning}`,
    sections: (site) => [
      {
        id: 'handling',
        title: 'Handling',
        blocks: [adviceFor(code, status), `\`Counterfoil-Retry\` is ${RETRIES[retry]}`],
      },
      { id: 'example', title: 'Example', blocks: [codeBlock('http', 'the answer', exampleOf(code, site))] },
      { id: 'endpoints', title: 'Endpoints with this error', blocks: [sources(code)] },
    ],
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
    `Link: <${url}${ERRORS.path}/${code}>; rel="help"`,
    ...(waits ? [`Retry-After: ${retryAfterSeconds ?? '<seconds>'}`] : []),
    `X-Request-Id: ${EXAMPLE_REQUEST_ID}`,
    '',
    JSON.stringify({ error: message }),
  ].join('\n')
}

function sources(code: RefusalCode): Block {
  const named = OPERATIONS.filter(([, operation]) => refusalsOf(operation).includes(code))
  if (OF_EVERY_REQUEST.includes(code) || named.length === OPERATIONS.length) {
    return 'Every endpoint: see the [API reference](/docs/api).'
  }
  return list(named.map(([name, { summary }]) => `[${summary}](/docs/api/${slugOf(name)})`))
}
