import type { DocsGroup, DocsPage, Site } from '@/components/docs/content'
import { codeFence, fencedRequest, listOf, tableOf } from '@/components/docs/markdown'
import type { Endpoint } from '@/components/docs/reference'
import { prettyJson, type SampleRequest } from '@/components/docs/samples'
import { errorTable } from '../errors/pages'
import { ENDPOINTS, OBJECTS } from './reference'

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
        body: objectSections,
      },
    ],
  },
]

/** The endpoints of each chapter. */
export function endpointTables(): string {
  return chapters()
    .map(([tag, endpoints]) => {
      const rows = endpoints.map(({ id, title, method, path }) => [
        `[${title}](/docs/api/${id})`,
        `\`${method} ${path}\``,
      ])
      return `<!-- wide table: ${tag} -->\n${tableOf([tag, 'Method and path'], rows)}`
    })
    .join('\n\n')
}

function chapters(): [string, Endpoint[]][] {
  const tags = [...new Set(ENDPOINTS.map(({ tag }) => tag))]
  return tags.map((tag) => [tag, ENDPOINTS.filter((endpoint) => endpoint.tag === tag)])
}

function pageOf(endpoint: Endpoint): DocsPage {
  const { id, title, text } = endpoint
  return { path: `/docs/api/${id}`, title, lead: text, body: (site) => bodyOf(endpoint, site) }
}

function bodyOf(endpoint: Endpoint, { url }: Site): string {
  const { title, method, path, client, scope, fields, example, notes, errors } = endpoint
  const fieldRows = fields.map(({ name, type, required, fallback = '', text }) => [
    `\`${name}\``,
    type,
    required,
    fallback,
    text,
  ])
  return [
    '## Request',
    `\`${method} ${path}\``,
    `In the [clients](/docs/client): \`${client.typescript}\` in TypeScript, \`${client.python}\` in Python.`,
    ...(scope ? [`The key needs the scope \`${scope}\`: see [Scopes](/docs/authentication#scopes).`] : []),
    '## Example',
    fencedRequest(`the request: ${title}`, sampleRequest(endpoint, url)),
    `The response, with status \`${example.status}\`:`,
    codeFence(`json the answer: ${title}`, prettyJson(example.answer)),
    '## Fields',
    `<!-- wide table: Fields: ${title} -->\n${tableOf(['Field', 'Type', 'Required', 'Default', 'Limits and meaning'], fieldRows)}`,
    ...(notes.length > 0 ? ['## Good to know {#notes}', listOf(notes)] : []),
    '## Errors, in the order of the checks {#errors}',
    `<!-- wide table: Errors: ${title} -->\n${errorTable(errors)}`,
    'Besides these, every endpoint has those of any request, such as 429: see [Errors](/docs/errors).',
  ].join('\n\n')
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

function objectSections(): string {
  return OBJECTS.map(({ id, title, text, fields }) => {
    const rows = fields.map((field) => [`\`${field.name}\``, field.type, field.text])
    return [
      `## ${title} {#${id}}`,
      text,
      `<!-- wide table: Object: ${title} -->\n${tableOf(['Field', 'Type', 'Meaning'], rows)}`,
    ].join('\n\n')
  }).join('\n\n')
}
