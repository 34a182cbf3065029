import {
  type Argument,
  type ClientModel,
  type ClientOperation,
  capitalised,
  errorClassName,
  type Schema,
  snake,
} from './model.ts'

/* The Python client's resources and error classes, after the hand-written part of its file. */

const MARKER =
  '# Generated from the description of the API by `npm run client`. Changes from here on are lost.\n'
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
/** A comment or docstring must not end its string. */
const QUOTES = /["\\]/g
const LINE_LENGTH = 110

/** The file with everything after the marker replaced. */
export function pythonSource(file: string, model: ClientModel): string {
  const at = file.indexOf(MARKER)
  if (at < 0) throw new Error('The Python client has lost the line after which it is generated')
  return file.slice(0, at) + MARKER + generated(model)
}

function generated({ operations, refusals }: ClientModel): string {
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  const errors = refusals.map(
    ({ code, status, message }) =>
      `class ${errorClassName(code)}(ApiError):\n${docstring(`${status} \`${message}\``, '    ')}`,
  )
  const table = refusals.map(({ code }) => `    "${code}": ${errorClassName(code)},\n`).join('')
  const classes = resources.map((resource) => {
    const own = operations.filter((operation) => operation.resource === resource)
    return `class ${className(resource)}(_Resource):\n${own.map(method).join('\n')}`
  })
  return `\n\n${[...errors, ...classes, clientClass(resources)].join('\n\n')}\n\n_ERROR_CLASSES: dict[Any, type[ApiError]] = {\n${table}}\n`
}

function className(resource: string): string {
  return `_${capitalised(resource)}`
}

function method(operation: ClientOperation): string {
  const { name, params, query, body, listed, waits, takesIdempotencyKey } = operation
  const args = params.map((param) => `${param.name}: str`)
  const fields = [...query, ...bodyFields(body)]
  // Required ones first, as Python asks for.
  const sorted = [...fields].sort((a, b) => Number(b.required) - Number(a.required))
  const named = sorted.map(parameter)
  const options = ['timeout: float | None = None', 'max_retries: int | None = None']
  if (takesIdempotencyKey) options.unshift('idempotency_key: str | None = None')
  const signature = (more: string[]) => ['self', ...args, '*', ...named, ...more, ...options].join(', ')
  const given = options.map((option) => option.split(':')[0] ?? '')
  const passed = `options={${given.map((option) => `"${option}": ${option}`).join(', ')}}`
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
  const text = docstring(`${operation.summary}. ${operation.description}`, '        ')
  const pythonName = safe(snake(name))
  if (!listed) {
    return `    def ${pythonName}(${signature([])}) -> dict[str, Any]:\n${text}        return ${call(dict(query))}\n`
  }
  const paged = `{**${dict(query)}, "after": cursor if cursor is not None else after}`
  const list = `    def ${pythonName}(${signature([])}) -> Pages:\n${text}        return Pages(lambda cursor: ${call(paged)}, "${listed}")\n`
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
  return `${list}\n    def follow(${followSignature}) -> Iterator[dict[str, Any]]:\n${about}        return _follow(\n            lambda cursor, seconds: ${call(followed, 'extra_seconds=seconds', true)},\n            "${listed}",\n            after,\n            wait,\n            on_cursor,\n        )\n`
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

function parameter({ name, required, schema }: Argument): string {
  const type = typeOf(schema)
  return required ? `${safe(name)}: ${type}` : `${safe(name)}: ${type} = UNSET`
}

function dict(fields: { name: string }[]): string {
  return `{${fields.map(({ name }) => `"${name}": ${safe(name)}`).join(', ')}}`
}

/** As an annotation; objects and lists stay plain. */
function typeOf({ type }: Schema): string {
  if (type === 'string') return 'str'
  if (type === 'integer') return 'int'
  if (type === 'boolean') return 'bool'
  if (type === 'array') return 'Sequence[Any]'
  return type === 'object' ? 'Mapping[str, Any]' : 'Any'
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

/** Wrapped as people wrap it. */
function docstring(text: string, indent: string): string {
  const words = text.replace(QUOTES, "'").trim().split(/\s+/)
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    if (line && indent.length + line.length + word.length + 7 > LINE_LENGTH) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  const ending = lines.length > 1 ? `\n${indent}"""` : '"""'
  return `${indent}"""${lines.join(`\n${indent}`)}${ending}\n`
}
