import {
  type Block,
  code,
  type DocsGroup,
  type DocsPage,
  list,
  type Site,
  wideTable,
} from '@/components/docs/content'
import type { Endpoint, ObjectType, RequestField } from '@/components/docs/reference'
import { prettyJson, type SampleRequest, samplesOf } from '@/components/docs/samples'
import { LOGGED_BODY_CHARACTERS } from '@/lib/http/redact-body'
import { REQUESTS_KEPT_DAYS } from '@/lib/request-log/forget-old-requests'
import { errorTable } from '../errors/error-table'
import { ENDPOINTS, OBJECTS } from './reference'

export const API_OVERVIEW: DocsPage = {
  path: '/docs/api',
  title: 'API reference',
  lead: 'Version 2 of the API: JSON over HTTP under `/api/v2`. Call it from your servers; never put a key in a browser or an app.',
  sections: () => [
    {
      id: 'endpoints',
      title: 'Endpoints',
      blocks: [
        ...chapters().map(([tag, endpoints]) =>
          wideTable(
            tag,
            [tag, 'Method and path'],
            endpoints.map(({ id, title, method, path }) => [
              `[${title}](/docs/api/${id})`,
              `\`${method} ${path}\``,
            ]),
          ),
        ),
        'The same as a file: [OpenAPI 3.1](/api/v2/openapi.json), and a [Postman collection](/docs/postman.json) with the variables `base_url` and `api_key`.',
      ],
    },
    { id: 'requests', title: 'Requests and responses', blocks: REQUESTS_AND_RESPONSES },
    { id: 'money', title: 'Money', blocks: MONEY },
    { id: 'request-log', title: 'Request log', blocks: REQUEST_LOG },
  ],
}

/** The pages of the operations, by chapter, and one with all objects. */
export const API_GROUPS: readonly DocsGroup[] = [
  ...chapters().map(
    ([title, endpoints]): DocsGroup => ({ title, below: '/docs/api', pages: endpoints.map(pageOf) }),
  ),
  {
    title: 'Objects',
    below: '/docs/api',
    pages: [
      {
        path: '/docs/api/objects',
        title: 'Objects',
        lead: 'The objects in the answers of the API, and in the body of webhooks.',
        sections: () => OBJECTS.map(objectSection),
      },
    ],
  },
]

function chapters(): [string, Endpoint[]][] {
  const tags = [...new Set(ENDPOINTS.map(({ tag }) => tag))]
  return tags.map((tag) => [tag, ENDPOINTS.filter((endpoint) => endpoint.tag === tag)])
}

function pageOf(endpoint: Endpoint): DocsPage {
  const { id, title, text, errors, notes } = endpoint
  return {
    path: `/docs/api/${id}`,
    title,
    lead: text,
    sections: (site) => [
      { id: 'request', title: 'Request', blocks: requestBlocks(endpoint) },
      { id: 'example', title: 'Example', blocks: exampleBlocks(endpoint, site), isBeside: true },
      ...(notes.length > 0 ? [{ id: 'notes', title: 'Good to know', blocks: [list(notes)] }] : []),
      {
        id: 'errors',
        title: 'Errors, in the order of the checks',
        blocks: [
          errorTable(`Errors: ${title}`, errors),
          'Besides these, every endpoint has those of any request, such as 429: see [Errors](/docs/errors).',
        ],
      },
    ],
  }
}

function requestBlocks({ title, method, path, scope, fields }: Endpoint): Block[] {
  return [
    { kind: 'endpoint', method, path },
    ...(scope ? [`The key needs the scope \`${scope}\`: see [Scopes](/docs/authentication#scopes).`] : []),
    wideTable(
      `Fields: ${title}`,
      ['Field', 'Type', 'Required', 'Default', 'Limits and meaning'],
      fields.map(fieldRow),
    ),
  ]
}

function fieldRow({ name, type, required, fallback, text }: RequestField): string[] {
  return [`\`${name}\``, type, required, fallback ?? '', text]
}

function exampleBlocks(endpoint: Endpoint, { url }: Site): Block[] {
  const { title, example } = endpoint
  const request = sampleRequest(endpoint, url)
  return [
    { kind: 'samples', what: `the request: ${title}`, samples: samplesOf(request), request },
    `The response, with status \`${example.status}\`:`,
    code('json', `the answer: ${title}`, prettyJson(example.answer)),
  ]
}

/** The example as a request; the ids in it are placeholders such as `CUSTOMER_ID`. */
export function sampleRequest({ method, example }: Endpoint, url: string): SampleRequest {
  const { path, idempotencyKey, body } = example
  return {
    method,
    url: url + path.replaceAll('$', ''),
    ...(idempotencyKey ? { idempotencyKey } : {}),
    ...(body ? { body: JSON.parse(JSON.stringify(body).replaceAll('$', '')) } : {}),
  }
}

function objectSection({ id, title, text, fields }: ObjectType) {
  return {
    id,
    title,
    blocks: [
      text,
      wideTable(
        `Object: ${title}`,
        ['Field', 'Type', 'Meaning'],
        fields.map((field) => [`\`${field.name}\``, field.type, field.text]),
      ),
    ],
  }
}

const REQUESTS_AND_RESPONSES: readonly Block[] = [
  list([
    'Bodies are JSON objects in UTF-8, up to 256 KB and 16 levels deep. Send `Content-Type: application/json`; a request without it is read as JSON too. An empty body counts as `{}`.',
    'Unknown fields are ignored, and named in the header `Counterfoil-Ignored-Fields`: look there for a misspelt field. A required string that holds only white space counts as missing. Strings are stored as sent, except that email addresses are trimmed.',
    'A successful response has `"status": "success"` in its body. An error has a single field, `error`: see [Errors](/docs/errors).',
    'Responses never leave a field out: unset fields are `null`, and an unset `date_of_birth` is an empty string.',
    'All dates and times are in UTC. Ids are UUIDs. A malformed id, or an id from another account, gets the same 404 as one that does not exist.',
    'Every response has an `X-Request-Id` header. Keep it: it finds the request in your request log and in the service’s own log. Responses must not be cached.',
    'There are no CORS headers: call the API from your server, never from a browser.',
  ]),
]

const MONEY: readonly Block[] = [
  list([
    'Amounts are JSON numbers in major units: `25.5` is 25 dollars and 50 cents. The service stores them as whole cents and never as floating-point numbers.',
    'In a request, an amount may also be a decimal string such as `"25.50"`. Use a string if your language would turn the number into a float.',
    'An amount may have as many decimals as its currency has in ISO 4217: two for USD, none for JPY, three for KWD. More decimals are refused with `Invalid amount format`, never rounded. So are booleans and strings that are not plain decimals.',
    'What an invoice adds up to, and the fee, is explained under [Invoices](/docs/invoices#money).',
  ]),
]

const REQUEST_LOG: readonly Block[] = [
  'Your dashboard lists every request sent with one of your keys, including failed ones, under [Developers, Request log](/developers/requests). You can filter by method, path, status and day, and see both bodies, the key that was used, and a curl command that repeats the request.',
  list([
    'It never contains API keys, secrets, tokens, passwords, card data, dates of birth, the values in a URL’s query, or more than the last four characters of an account number. Payment links are shown.',
    `It keeps the first ${LOGGED_BODY_CHARACTERS.toLocaleString('en')} characters of each body, and each request for ${REQUESTS_KEPT_DAYS} days.`,
    'A request without a valid key belongs to no account and is not listed. Of many requests above the rate limit, only a few are listed.',
    'Entries are written shortly after the response and never delay it, so some may be missing under heavy load or after a crash. Use the log for debugging, not for accounting.',
  ]),
]
