import type { ZodType } from 'zod'
import { RequestError } from './errors'
import { type BodyObject, readJsonBody } from './read-json-body'

/** The body of a form, checked by its own schema; the first thing that is wrong with it is the answer. */
export async function parseFields<Fields>(schema: ZodType<Fields>, request: Request): Promise<Fields> {
  return checkFields(schema, await readJsonBody(request))
}

/** The same for a body that was read already. */
export function checkFields<Fields>(schema: ZodType<Fields>, body: BodyObject): Fields {
  const fields = schema.safeParse(body)
  if (fields.success) return fields.data
  throw new RequestError(400, fields.error.issues[0]?.message ?? 'The form is not filled in')
}
