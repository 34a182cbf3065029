import type { JsonValue } from '@/lib/json'

type Fields = { [name: string]: JsonValue }

/** The parts of an OpenAPI description that a collection needs. */
export type DescribedApi = {
  info: { title: string; description: string }
  servers: readonly { url: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
}

type DescribedOperation = {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  security: readonly object[]
  parameters: readonly Parameter[]
}

type Parameter = { name: string; in: string; required: boolean; description?: string }

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * An API's description as a Postman collection (format 2.1): a folder for each chapter. `exampleBodies` are by
 * operation; ids are the collection's variables.
 */
export function postmanCollection(
  api: DescribedApi,
  exampleBodies: Readonly<Record<string, JsonValue | undefined>>,
): Fields {
  const requests = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0] ?? 'Other',
      item: requestItem(path, method, operation, exampleBodies[operation.operationId]),
    })),
  )
  const tags = [...new Set(requests.map(({ tag }) => tag))]
  const ids = new Set(
    requests.flatMap(({ item }) => JSON.stringify(item).match(/(?<=\{\{)(?:[a-z_]+_)?id(?=\}\})/g) ?? []),
  )
  return {
    info: {
      name: api.info.title,
      description: api.info.description,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: api.servers[0]?.url ?? '' },
      { key: 'api_key', value: '', type: 'secret' },
      ...[...ids].map((key) => ({ key, value: '' })),
    ],
    item: tags.map((tag) => ({
      name: tag,
      item: requests.filter((request) => request.tag === tag).map(({ item }) => item),
    })),
  }
}

function requestItem(
  path: string,
  method: string,
  { summary, description, security, parameters }: DescribedOperation,
  body: JsonValue | undefined,
): Fields {
  const filled = path.replaceAll('{', '{{').replaceAll('}', '}}')
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, description: text = '' }) => ({
      key: name,
      value: '',
      description: text,
      disabled: !required,
    }))
  const isIdempotent = parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      ...(security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(isIdempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{base_url}}${filled}`,
        host: ['{{base_url}}'],
        path: filled.split('/').slice(1),
        ...(query.length > 0 ? { query } : {}),
      },
      ...(body === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: JSON.stringify(body, null, 2),
              options: { raw: { language: 'json' } },
            },
          }),
    },
  }
}
