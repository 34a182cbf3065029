import {
  type Argument,
  type ClientModel,
  type ClientOperation,
  camel,
  capitalised,
  errorClassName,
  type Schema,
  snake,
} from './model.ts'
import { decimalFields, docstring, PythonTypes } from './python-types.ts'

/* The Python client's types, resources and error classes, after the hand-written part of its file. */

const MARKER =
  '# Generated from the description of the API by `npm run client`. Changes from here on are lost.\n'
/** What the client answers by itself, which needs no cast. */
const UNTYPED = 'dict[str, Any]'
const KEYWORDS = [
  'class',
  'from',
  'global',
  'import',
  'in',
  'is',
  'lambda',
  'not',
  'or',
  'pass',
  'raise',
  'with',
]

/** The file with everything after the marker replaced. */
export function pythonSource(file: string, model: ClientModel): string {
  const at = file.indexOf(MARKER)
  if (at < 0) throw new Error('The Python client has lost the line after which it is generated')
  return file.slice(0, at) + MARKER + generated(model)
}

function generated(model: ClientModel): string {
  const { operations, refusals } = model
  const types = new PythonTypes(model)
  for (const { id, answer } of operations) types.answer(answer, answerName(id))
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  const errors = refusals.map(
    ({ code, status, message }) =>
      `class ${errorClassName(code)}(ApiError):\n${docstring(`${status} \`${message}\``, '    ')}`,
  )
  const table = refusals.map(({ code }) => `    "${code}": ${errorClassName(code)},\n`).join('')
  const classes = resources.map((resource) => {
    const own = operations.filter((operation) => operation.resource === resource)
    return `class ${className(resource)}(_Resource):\n${own.map((operation) => method(operation, types)).join('\n')}`
  })
  const { fields, maps } = decimalFields(model)
  const constants = `_ERROR_CLASSES: dict[Any, type[ApiError]] = {\n${table}}

_DECIMAL_FIELDS = {${fields.map((name) => `"${name}"`).join(', ')}}
_DECIMAL_MAPS = {${maps.map((name) => `"${name}"`).join(', ')}}
`
  return `\n\n${[...types.classes, ...errors, ...classes, clientClass(resources)].join('\n\n')}\n\n${constants}`
}

function answerName(id: string): string {
  return `${capitalised(id)}Answer`
}

function className(resource: string): string {
  return `_${capitalised(resource)}`
}

function method(operation: ClientOperation, types: PythonTypes): string {
  const { id, name, params, query, body, answer, listed, waits, takesIdempotencyKey } = operation
  const args = params.map((param) => `${param.name}: str`)
  const fields = [...query, ...bodyFields(body)]
  // Required ones first, as Python asks for.
  const sorted = [...fields].sort((a, b) => Number(b.required) - Number(a.required))
  const parameter = ({ name: field, required, schema }: Argument) => {
    const annotation = types.argument(schema, `${capitalised(id)}Body${capitalised(camel(field))}`)
    return `${safe(field)}: ${annotation}${required ? '' : ' = UNSET'}`
  }
  const named = sorted.map(parameter)
  const options = ['timeout: float | None = None', 'max_retries: int | None = None']
  if (takesIdempotencyKey) options.unshift('idempotency_key: str | None = None')
  const signature = (more: string[]) => ['self', ...args, '*', ...named, ...more, ...options].join(', ')
  const optionNames = options.map((option) => option.split(':')[0] ?? '')
  const passed = `options={${optionNames.map((option) => `"${option}": ${option}`).join(', ')}}`
  const call = (queryText: string, more = '', forever = false) => {
    const parts = [
      `"${operation.method}"`,
      pathText(operation),
      ...(query.length > 0 ? [`query=${queryText}`] : []),
      ...(body ? [`body=${dict(bodyFields(body))}`] : []),
      ...(takesIdempotencyKey ? ['takes_key=True'] : []),
      forever
        ? passed.replace('"max_retries": max_retries', '"max_retries": _first(max_retries, _FOREVER)')
        : passed,
      ...(more ? [more] : []),
    ]
    return `self._send(\n            ${parts.join(',\n            ')},\n        )`
  }
  const type = types.answer(answer, answerName(id))
  const castTo = (sent: string) => (type === UNTYPED ? sent : `cast("${type}", ${sent})`)
  const text = docstring(`${operation.summary}. ${operation.description}`, '        ')
  const pythonName = safe(snake(name))
  if (!listed) {
    return `    def ${pythonName}(${signature([])}) -> ${type}:\n${text}        return ${castTo(call(dict(query)))}\n`
  }
  const entry = types.entry(
    answer.properties?.[listed] ?? {},
    `${answerName(id)}${capitalised(camel(listed))}`,
  )
  const paged = `{**${dict(query)}, "after": cursor if cursor is not None else after}`
  const list = `    def ${pythonName}(${signature([])}) -> Pages[${type}, ${entry}]:\n${text}        return Pages(lambda cursor: ${castTo(call(paged))}, "${listed}")\n`
  if (!waits) return list
  const following = sorted.filter((field) => field.name !== 'wait').map(parameter)
  const followSignature = [
    'self',
    ...args,
    '*',
    ...following,
    'wait: int = 25',
    'on_cursor: Callable[[str], None] | None = None',
    ...options,
  ].join(', ')
  const followed = `{**${dict(query.filter(({ name: each }) => each !== 'wait'))}, "after": cursor, "wait": seconds}`
  const about = docstring(
    'Yields entries as they arrive, without end, each request waiting for the next, and through outages. `on_cursor` gets the place to resume at once the entries before it are done.',
    '        ',
  )
  return `${list}\n    def follow(${followSignature}) -> Iterator[${entry}]:\n${about}        return _follow(\n            lambda cursor, seconds: ${call(followed, 'extra_seconds=seconds', true)},\n            "${listed}",\n            after,\n            wait,\n            on_cursor,\n        )\n`
}

function pathText({ path, params }: ClientOperation): string {
  if (params.length === 0) return `"${path}"`
  return `f"${path.replace(/\{(\w+)\}/g, (_, name: string) => `{_segment('${name}', ${name})}`)}"`
}

function bodyFields(body: Schema | null): Argument[] {
  return Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    required: body?.required?.includes(name) ?? false,
    description: '',
  }))
}

function dict(fields: { name: string }[]): string {
  return `{${fields.map(({ name }) => `"${name}": ${safe(name)}`).join(', ')}}`
}

function safe(name: string): string {
  return KEYWORDS.includes(name) ? `${name}_` : name
}

function clientClass(resources: string[]): string {
  const fields = resources.map((name) => `        self.${snake(name)} = ${className(name)}(transport)\n`)
  return `class Counterfoil:
    """The API of one account: test or live, by its key."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float = 60,
        max_retries: int = 3,
        backoff: float = 0.5,
        on_answer: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        if not api_key or not api_key.strip():
            raise ValueError("api_key is empty: is the variable set?")
        if not re.match(r"https?://[^/]", base_url or ""):
            raise ValueError("base_url must be the address of your installation, such as https://pay.example.com")
        transport = _Transport(api_key, base_url, timeout, max_retries, backoff, on_answer)
${fields.join('')}`
}
