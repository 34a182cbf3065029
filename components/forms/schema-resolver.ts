import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { ZodType } from 'zod'

/** Validates a form with a zod schema; each field shows its first issue. */
export function schemaResolver<Values extends FieldValues>(schema: ZodType<Values>): Resolver<Values> {
  return async (given) => {
    const parsed = schema.safeParse(given)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, message, code } of parsed.error.issues) {
      const field = path.join('.')
      if (!get(errors, field)) set(errors, field, { type: code, message })
    }
    return { values: {}, errors }
  }
}
