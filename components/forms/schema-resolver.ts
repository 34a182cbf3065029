import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { ZodType } from 'zod'

/**
 * Validates a form with a zod schema; each field shows its first issue. Pages that are often the first of a visit give
 * a function that imports the schema, and zod with it, when it is first needed.
 */
export function schemaResolver<Values extends FieldValues>(
  schema: ZodType<Values> | (() => Promise<ZodType<Values>>),
): Resolver<Values> {
  return async (values) => {
    const rules = typeof schema === 'function' ? await schema().catch(() => null) : schema
    // Offline, or from a build that has been replaced: the server checks everything again anyway.
    if (!rules) return { values, errors: {} }
    const parsed = rules.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, message, code } of parsed.error.issues) {
      const field = path.join('.')
      if (!get(errors, field)) set(errors, field, { type: code, message })
    }
    return { values: {}, errors }
  }
}
