import type { JsonValue } from '@/lib/json'
import { RUN, type Step } from './postman-run'

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
  responses: Record<string, unknown>
}

type Parameter = { name: string; in: string; required: boolean; description?: string }

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Values of the examples that an account takes only once: each run uses its own. */
const OWN = { email: 'mary@example.com', external_id: 'user_118' }

/**
 * An API's description as a Postman collection (format 2.1). A run of it goes from an empty test account to the end:
 * each request stores the ids that later ones need in the collection's variables. `exampleBodies` are by operation.
 */
export function postmanCollection(
  api: DescribedApi,
  exampleBodies: Readonly<Record<string, JsonValue | undefined>>,
): Fields {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const itemOf = (step: Step) => {
    const entry = operations.find(({ operation }) => operation.operationId === step.operation)
    return entry ? [requestItem(entry, step, exampleBodies[step.operation])] : []
  }
  const steps = Object.values(RUN).flat()
  const others = operations.filter(({ operation }) =>
    steps.every((step) => step.operation !== operation.operationId),
  )
  const folders = [
    ...Object.entries(RUN).map(([name, own]) => ({ name, item: own.flatMap(itemOf) })),
    { name: 'Others', item: others.flatMap(({ operation }) => itemOf({ operation: operation.operationId })) },
  ].filter(({ item }) => item.length > 0)
  const used = JSON.stringify(folders).match(/(?<=\{\{)\w+(?=\}\})/g) ?? []
  const ids = new Set(used.filter((name) => name.endsWith('id') && !(name in OWN)))
  return {
    info: {
      name: api.info.title,
      description: `${api.info.description}\n\nSet \`api_key\` to a test key. Then you can run the collection from start to end, as often as you like.`,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: api.servers[0]?.url ?? '' },
      { key: 'api_key', value: '', type: 'secret' },
      ...Object.entries(OWN).map(([key, value]) => ({ key, value })),
      ...[...ids].map((key) => ({ key, value: '' })),
    ],
    item: folders,
  }
}

type OperationEntry = { path: string; method: string; operation: DescribedOperation }

function requestItem(
  { path, method, operation }: OperationEntry,
  step: Step,
  body: JsonValue | undefined,
): Fields {
  const { summary, description, security, parameters } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `{{${name === 'id' ? step.id : name}}}`)
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, description: text = '' }) => ({
      key: name,
      value: step.query?.[name] ?? '',
      description: text,
      disabled: !required && step.query?.[name] === undefined,
    }))
  const isIdempotent = parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    name: step.title ?? summary,
    event: scriptsOf(operation, step),
    request: {
      method: method.toUpperCase(),
      description,
      ...(security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(isIdempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{base_url}}${filled}${searchOf(query)}`,
        host: ['{{base_url}}'],
        path: filled.split('/').slice(1),
        ...(query.length > 0 ? { query } : {}),
      },
      ...(body === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: withOwn(JSON.stringify(body, null, 2)),
              options: { raw: { language: 'json' } },
            },
          }),
    },
  }
}

function searchOf(query: { key: string; value: string; disabled: boolean }[]): string {
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  return sent.length > 0 ? `?${sent.join('&')}` : ''
}

function withOwn(text: string): string {
  return Object.entries(OWN).reduce(
    (body, [name, value]) => body.replaceAll(JSON.stringify(value), `"{{${name}}}"`),
    text,
  )
}

/** The scripts that Postman runs before and after the request. */
function scriptsOf({ responses }: DescribedOperation, { before, stores = {} }: Step): Fields[] {
  const statuses = Object.keys(responses).filter((status) => status.startsWith('2'))
  const lines = [
    "pm.test('It succeeds', () => {",
    `  pm.expect(pm.response.code, pm.response.text()).to.be.oneOf([${statuses.join(', ')}])`,
    '})',
    ...Object.entries(stores).map(
      ([name, place]) => `pm.collectionVariables.set('${name}', pm.response.json().${place})`,
    ),
  ]
  const script = (listen: string, exec: readonly string[]) => ({
    listen,
    script: { type: 'text/javascript', exec },
  })
  return [...(before ? [script('prerequest', before)] : []), script('test', lines)]
}
