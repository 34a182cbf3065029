import type { ResolverOptions } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemaResolver } from './schema-resolver'

const fields = z.object({ name: z.string().trim().min(1, 'Enter a name').max(5, 'Too long') })
const options: ResolverOptions<{ name: string }> = { fields: {}, shouldUseNativeValidation: false }

test.each([
  ['is there', schemaResolver(fields)],
  ['is loaded when it is needed', schemaResolver(async () => fields)],
])('a schema that %s gives parsed values, or the first issue of each field', async (_, resolve) => {
  expect(await resolve({ name: ' Ada ' }, null, options)).toEqual({ values: { name: 'Ada' }, errors: {} })
  expect(await resolve({ name: ' ' }, null, options)).toMatchObject({
    errors: { name: { message: 'Enter a name' } },
  })
})

test('if the schema can’t be loaded, the server decides', async () => {
  const resolve = schemaResolver<{ name: string }>(() => Promise.reject(new Error('offline')))
  expect(await resolve({ name: ' ' }, null, options)).toEqual({ values: { name: ' ' }, errors: {} })
})
