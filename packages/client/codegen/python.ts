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

function generated({ schemas, events, operations, refusals }: ClientModel): string {
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
  const types = eventTypes(events, schemas)
  return `\n\n${[...types, ...errors, ...classes, clientClass(resources)].join('\n\n')}\n\n_ERROR_CLASSES: dict[Any, type[ApiError]] = {\n${table}}\n`
}

/** Each event as a dictionary with a type of its own, so that a look at `type` tells mypy what `data` is. */
function eventTypes(events: Record<string, Schema>, schemas: Record<string, Schema>): string[] {
  const entries = Object.entries(events)
  const names = referencesOf(
    entries.map(([, data]) => data),
    schemas,
  )
  const objects = names.flatMap((name) => typedDict(name, schemas[name] ?? {}))
  const fields = 'class _EventFields(TypedDict):\n    id: str\n    sequence: int\n    created_at: str\n'
  const kinds = entries.map(
    ([type, data]) =>
      `class ${eventClassName(type)}(_EventFields):\n    type: Literal["${type}"]\n    data: ${answerType(data)}\n`,
  )
  const union = entries.map(([type]) => `    ${eventClassName(type)},\n`).join('')
  return [...objects, fields, ...kinds, `Event = Union[\n${union}]\n`]
}

/** The schemas that others refer to, and those that these refer to, each once. */
function referencesOf(roots: Schema[], schemas: Record<string, Schema>): string[] {
  const names = new Set<string>()
  const visit = (schema: Schema) => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"\$ref":"[^"]*\/(\w+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      visit(schemas[name] ?? {})
    }
  }
  roots.forEach(visit)
  return [...names]
}

/** Fields that may be missing are in a class of their own, as Python before 3.11 wants it. */
function typedDict(name: string, { description = '', properties = {}, required = [] }: Schema): string[] {
  const linesOf = (isRequired: boolean) =>
    Object.entries(properties)
      .filter(([field]) => required.includes(field) === isRequired)
      .map(([field, schema]) => `    ${field}: ${answerType(schema)}\n`)
      .join('')
  const text = description ? `${docstring(description, '    ')}\n` : ''
  const optional = linesOf(false)
  if (!optional) return [`class ${name}(TypedDict):\n${text}${linesOf(true)}`]
  return [
    `class _${name}Required(TypedDict):\n${linesOf(true) || '    pass\n'}`,
    `class ${name}(_${name}Required, total=False):\n${text}${optional}`,
  ]
}

/** A part of an answer as an annotation. */
function answerType(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'Any'
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`
  if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(answerType))].join(' | ')
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => answerType({ ...schema, type })).join(' | ')
  }
  switch (schema.type) {
    case 'string':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case 'array':
      return `list[${answerType(schema.items ?? {})}]`
    case 'object':
      return `dict[str, ${typeof schema.additionalProperties === 'object' ? answerType(schema.additionalProperties) : 'Any'}]`
    default:
      return 'Any'
  }
}

/** `invoice.paid` is `InvoicePaidEvent`. */
function eventClassName(type: string): string {
  return `${capitalised(camel(type.replaceAll('.', '_')))}Event`
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
