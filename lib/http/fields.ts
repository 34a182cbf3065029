import assert from 'node:assert/strict'
import { regexes, z } from 'zod'
import { hasControlCharacters } from '@/lib/control-characters'
import { parseCurrency } from '@/lib/money/currencies'
import { type Decimal, parseJsonNumber, parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import { parseIsoDate } from '@/lib/time/dates'
import { both, type Check, codeOf, Field, NO_CHECK, type Place, throwFault, type Value } from './field'
import { isBodyObject, isNumber } from './json-body'
import { type Fault, refuse } from './refusals'
import { dayText } from './schemas'

/* The kinds of fields of a request body, to be imported together as `field`. */

const TEXT_LENGTH = 255
const EMAIL_LENGTH = 254

/** A value of whatever type; `convert` parses it, also if it is missing. Null is refused. */
export function custom<Output>(
  schema: z.ZodType,
  convert: (value: Value) => Output | null,
  fault: Fault,
): Field<Output> {
  return new Field(schema, NO_CHECK, {
    errors: [codeOf(fault)],
    run: (value) => convert(value) ?? throwFault(fault),
  })
}

/** A string of at most `limit` characters, unchanged. */
export function text(limit = TEXT_LENGTH, schema: z.ZodType = z.string().max(limit)): Field<string> {
  return new Field(schema, NO_CHECK, {
    errors: ['field_not_text', 'field_too_long'],
    run: (value, { path: field }) => {
      if (typeof value !== 'string') refuse('field_not_text', { field })
      // Counts code points, like PostgreSQL. There are never more of them than UTF-16 units.
      if (value.length > limit && [...value].length > limit) refuse('field_too_long', { field, limit })
      return value
    },
  })
}

/** A text whose format says more than its length, which is not described. */
export function code(): Field<string> {
  return text(TEXT_LENGTH, z.string())
}

/** The name of a person or thing: text that can't disguise itself where it is printed. */
export function name(limit = TEXT_LENGTH): Field<string> {
  const plain = (name: string, { path: field }: Place) =>
    hasControlCharacters(name) ? refuse('field_has_control_characters', { field }) : name
  return text(limit).map(plain, 'field_has_control_characters')
}

/** An email without surrounding space. Its format is checked early, its length late. */
export function email(): Field<string> {
  const { schema, late } = text(EMAIL_LENGTH)
  const trimmed: Check<string> = {
    errors: late.errors,
    run: (value, place) => late.run(typeof value === 'string' ? value.trim() : value, place),
  }
  return new Field(schema, NO_CHECK, trimmed).checkEarly(isEmail, 'invalid_email')
}

/** Has the format of an email, apart from surrounding space. */
export function isEmail(value: Value): boolean {
  return typeof value === 'string' && regexes.email.test(value.trim())
}

/** One of the words, exactly as it is written. */
export function oneOf<const Word extends string>(words: readonly Word[], fault: Fault): Field<Word> {
  return custom(z.enum(words), (value) => words.find((word) => word === value) ?? null, fault)
}

/** An ISO 4217 code in upper case. */
export function currency(): Field<string> {
  return code().parse(parseCurrency, 'invalid_currency')
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function day(fault: Fault, schema: z.ZodType = dayText): Field<Date> {
  return custom(schema, (value) => (typeof value === 'string' ? parseIsoDate(value) : null), fault)
}

/** A number, or a string with a plain decimal. */
export function decimal(fault: Fault = 'invalid_amount'): Field<Decimal> {
  return custom(z.union([z.number(), z.string()]), parseDecimal, fault)
}

/** A whole number within these limits. */
export function integer({ min, max }: { min: number; max: number }, fault: Fault): Field<number> {
  return custom(
    z.int().min(min).max(max),
    (value) => {
      const decimal = parseDecimal(value)
      const whole = decimal && toMinor(decimal, 0)
      return whole !== null && whole >= min && whole <= max ? Number(whole) : null
    },
    fault,
  )
}

export function parseDecimal(value: Value): Decimal | null {
  if (isNumber(value)) return parseJsonNumber(value.value)
  return typeof value === 'string' ? parsePlainDecimal(value) : null
}

/** An array of at most `max` entries; all are checked early before the first is parsed. */
export function array<Output>(
  entry: Field<Output>,
  { max, notArray, tooMany }: { max: number; notArray: Fault; tooMany: Fault },
): Field<Output[]> {
  return new Field(z.array(entry.schema).max(max), NO_CHECK, {
    errors: [codeOf(notArray), codeOf(tooMany), ...entry.errors],
    run: (value, { path, body }) => {
      if (!Array.isArray(value)) throwFault(notArray)
      if (value.length > max) throwFault(tooMany)
      const placed = value.map((each, index) => [each, { path: `${path}[${index}]`, body }] as const)
      for (const [each, place] of placed) entry.early.run(each, place)
      return placed.map(([each, place]) => entry.late.run(each, place))
    },
  })
}

type Shape = { readonly [name: string]: Field<unknown> }

/** `account_number` becomes `accountNumber`. */
type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name

type ValuesOf<Fields extends Shape> = {
  [Name in keyof Fields & string as CamelCase<Name>]: Fields[Name] extends Field<infer Output>
    ? Output
    : never
}

/**
 * An object with these fields. They are checked in the order of their declaration, that of the request table, but for
 * those in `first`, which the error table has in another order. Whatever is no object lacks all fields.
 */
export function object<Fields extends Shape>(
  fields: Fields,
  first: readonly (keyof Fields & string)[] = [],
): Field<ValuesOf<Fields>> {
  const declared = Object.entries(fields)
  const schema = z.object(Object.fromEntries(declared.map(([name, { schema }]) => [name, schema])))
  const rankOf = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)
  const entries = declared
    .map(([name, field]) => ({
      name,
      key: name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      field,
    }))
    .toSorted((a, b) => rankOf(a.name) - rankOf(b.name))
  const pathOf = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
  return new Field<ValuesOf<Fields>>(
    schema,
    {
      errors: entries.flatMap(({ field }) => field.early.errors),
      run: (value, { path }) => {
        const body = isBodyObject(value) ? value : {}
        for (const { name, field } of entries) {
          field.early.run(body[name], { path: pathOf(path, name), body })
        }
      },
    },
    {
      errors: entries.flatMap(({ field }) => field.late.errors),
      run: (value, { path }) => {
        const body = isBodyObject(value) ? value : {}
        const values: { [key: string]: unknown } = {}
        for (const { name, key, field } of entries) {
          const parsed = field.late.run(body[name], { path: pathOf(path, name), body })
          if (parsed !== undefined) values[key] = parsed
        }
        return values as ValuesOf<Fields>
      },
    },
  )
}

/** One object with the fields of both: the checks of `first` come before those of `second`. */
export function join<First extends object, Second extends object>(
  first: Field<First>,
  second: Field<Second>,
): Field<First & Second> {
  return new Field(z.object({ ...shapeOf(first), ...shapeOf(second) }), both(first.early, second.early), {
    errors: [...first.late.errors, ...second.late.errors],
    run: (value, place) => ({ ...first.late.run(value, place), ...second.late.run(value, place) }),
  })
}

function shapeOf({ schema }: Field<unknown>): z.ZodRawShape {
  assert(schema instanceof z.ZodObject, 'objects are joined')
  return schema.shape
}

/** The fields that a body has, each by its own checks; those that it lacks stay as they are. */
export function changes<Fields extends Shape>(fields: Fields): Field<Partial<ValuesOf<Fields>>> {
  const present = Object.entries(fields).map(([name, field]) => [name, field.ifPresent()])
  return object(Object.fromEntries(present)) as Field<Partial<ValuesOf<Fields>>>
}
