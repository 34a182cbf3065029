import { type ClientModel, camel, capitalised, isEvent, type Schema } from './model.ts'

/*
 * The objects of the API as `TypedDict`s, for mypy and editors. What an object has inside gets a class of its own,
 * named after both: the `items` of `Invoice` are of `InvoiceItem`.
 */

/** Collects the classes that annotations need, in an order in which each stands below what it is made of. */
export class PythonTypes {
  readonly classes: string[] = []
  readonly #events: Record<string, Schema>
  readonly #objects = new Map<string, string>()

  constructor({ schemas, events }: ClientModel) {
    this.#events = events
    for (const [name, schema] of Object.entries(schemas)) {
      if (isEvent(schema)) this.#eventUnion(name, schema)
      else this.answer(schema, name)
    }
  }

  /** The annotation of an answer, whose class has this name. */
  answer(schema: Schema, name: string): string {
    return this.#annotation(schema, name, false)
  }

  /** What the client takes: amounts as exact values, lists and objects of any kind. */
  argument(schema: Schema, name: string): string {
    return this.#annotation(schema, name, true)
  }

  /** The annotation of one entry of a list. */
  entry({ items = {} }: Schema, name: string): string {
    return this.#annotation(items, singular(name), false)
  }

  #annotation(schema: Schema, name: string, isInput: boolean): string {
    const part = (each: Schema) => this.#annotation(each, name, isInput)
    if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'Any'
    if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`
    if (schema.anyOf) return union(schema.anyOf.map(part))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => part({ ...schema, type })))
    switch (schema.type) {
      case 'string':
        return isInput && schema.format === 'date' ? 'str | datetime.date' : 'str'
      case 'integer':
        return 'int'
      case 'number':
        return isInput ? 'Decimal | int' : 'Decimal'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `${isInput ? 'Sequence' : 'list'}[${this.#annotation(schema.items ?? {}, singular(name), isInput)}]`
      case 'object':
        return this.#object(schema, name, isInput)
      default:
        return 'Any'
    }
  }

  #object(schema: Schema, name: string, isInput: boolean): string {
    if (schema.properties) {
      const text = JSON.stringify(schema)
      const former = this.#objects.get(name)
      if (former === undefined) {
        this.#objects.set(name, text)
        this.classes.push(...this.#typedDict(name, schema, isInput))
      } else if (former !== text) throw new Error(`Two objects of the Python client would be ${name}`)
      return name
    }
    const { additionalProperties } = schema
    const values =
      typeof additionalProperties === 'object' ? this.#annotation(additionalProperties, name, isInput) : 'Any'
    return `${isInput ? 'Mapping' : 'dict'}[str, ${values}]`
  }

  /** Fields that may be missing are in a class of their own, as Python before 3.11 wants it. */
  #typedDict(name: string, schema: Schema, isInput = false): string[] {
    const { description = '', properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([field, value]) => ({
      isRequired: required.includes(field),
      line: `    ${field}: ${this.#annotation(value, name + capitalised(camel(field)), isInput)}\n`,
    }))
    const linesOf = (isRequired: boolean) =>
      fields.flatMap((field) => (field.isRequired === isRequired ? field.line : [])).join('')
    const text = description ? `${docstring(description, '    ')}\n` : ''
    const optional = linesOf(false)
    if (!optional) return [`class ${name}(TypedDict):\n${text}${linesOf(true)}`]
    if (!linesOf(true)) return [`class ${name}(TypedDict, total=False):\n${text}${optional}`]
    return [
      `class _${name}Required(TypedDict):\n${linesOf(true)}`,
      `class ${name}(_${name}Required, total=False):\n${text}${optional}`,
    ]
  }

  /** A class for each type of event, so that a look at `type` tells mypy what `data` is. */
  #eventUnion(name: string, schema: Schema): void {
    const { type, data, ...others } = schema.properties ?? {}
    const required = Object.keys(others)
    this.classes.push(...this.#typedDict(`_${name}Fields`, { properties: others, required }))
    const types = Object.keys(this.#events)
    const nameOf = (each: string) => `${capitalised(camel(each.replaceAll('.', '_')))}${name}`
    for (const each of types) {
      const { $ref = '' } = this.#events[each] ?? {}
      this.classes.push(
        `class ${nameOf(each)}(_${name}Fields):\n    type: Literal["${each}"]\n    data: ${$ref.split('/').at(-1)}\n`,
      )
    }
    this.classes.push(`${name} = Union[\n${types.map((each) => `    ${nameOf(each)},\n`).join('')}]\n`)
  }
}

/** The fields that hold decimal numbers, and those that hold objects of nothing but decimal numbers. */
export function decimalFields({ schemas, operations }: ClientModel): { fields: string[]; maps: string[] } {
  const fields = new Set<string>()
  const maps = new Set<string>()
  const integers = new Set<string>()
  const visit = (name: string, schema: Schema): void => {
    const { type, properties = {}, additionalProperties, items, anyOf = [] } = schema
    if (type === 'number' || (Array.isArray(type) && type.includes('number'))) fields.add(name)
    if (type === 'integer' || (Array.isArray(type) && type.includes('integer'))) integers.add(name)
    const values = Object.values(properties)
    if (typeof additionalProperties === 'object') values.push(additionalProperties)
    if (name && values.length > 0 && values.every((value) => value.type === 'number')) maps.add(name)
    else {
      for (const [field, value] of Object.entries(properties)) visit(field, value)
      if (typeof additionalProperties === 'object') visit('', additionalProperties)
    }
    for (const part of anyOf) visit(name, part)
    if (items) visit('', items)
  }
  for (const schema of [...Object.values(schemas), ...operations.map(({ answer }) => answer)])
    visit('', schema)
  const both = [...fields].find((name) => integers.has(name))
  if (both) throw new Error(`${both} is a whole number in one answer and a decimal one in another`)
  return { fields: [...fields].sort(), maps: [...maps].sort() }
}

/** `items` has entries that are each an `item`, `deliveries` a `delivery`. */
function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '')
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

const LINE_LENGTH = 110
/** A comment or docstring must not end its string. */
const QUOTES = /["\\]/g

/** Wrapped as people wrap it. */
export function docstring(text: string, indent: string): string {
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
