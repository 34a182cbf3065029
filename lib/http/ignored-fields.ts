import { z } from 'zod'
import { type BodyObject, type BodyValue, isBodyObject } from './json-body'

/*
 * Fields of a body that an operation does not know. They are ignored, as the contract says, and named in a header: a
 * misspelt `due_dat` would otherwise go unnoticed until the first invoice is overdue.
 */

export const IGNORED_FIELDS_HEADER = 'Counterfoil-Ignored-Fields'

const MAX_NAMES = 20
const MAX_LENGTH = 64
/** Whatever is named differently is not repeated: a header is no place for a stranger's text. */
const SANE_NAME = /^[A-Za-z_][\w-]*$/

/** The known fields of an object by name; null where any value is taken as it is. */
type KnownFields = ReadonlyMap<string, KnownFields> | null

/** The fields that a schema describes, and those of the objects in them. */
export function knownFields(schema: z.ZodType | null, more: readonly string[] = []): KnownFields {
  const inner = innerSchema(schema)
  if (!(inner instanceof z.ZodObject)) return null
  const fields = Object.entries(inner.shape).map(([name, field]) => [name, knownFields(field)] as const)
  return new Map([...more.map((name) => [name, null] as const), ...fields])
}

/** Without `optional`, `nullable` and `default`; of an array, its entries. */
function innerSchema(schema: z.core.$ZodType | null): z.core.$ZodType | null {
  if (schema instanceof z.ZodArray) return innerSchema(schema.element)
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? innerSchema(schema.unwrap()) : schema
}

/**
 * The header's value: the unknown fields by path (`items.titel`), at most 20, in the order of the body; null if there
 * are none.
 */
export function ignoredFields(body: BodyObject, fields: KnownFields): string | null {
  const names = new Set<string>()
  collect(body, fields, '', names)
  return names.size > 0 ? [...names].join(', ') : null
}

function collect(
  value: BodyValue | undefined,
  fields: KnownFields,
  prefix: string,
  names: Set<string>,
): void {
  if (fields === null) return
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, fields, prefix, names)
  } else if (isBodyObject(value)) {
    for (const name of Object.keys(value)) {
      if (names.size === MAX_NAMES) return
      const path = prefix + name
      const inner = fields.get(name)
      if (inner !== undefined) collect(value[name], inner, `${path}.`, names)
      else if (SANE_NAME.test(name) && path.length <= MAX_LENGTH) names.add(path)
    }
  }
}
