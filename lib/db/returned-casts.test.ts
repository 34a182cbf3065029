import { expect, test } from 'vitest'
import { withoutReturnedCasts } from './database-client'

test.each([
  [
    'INSERT INTO "a" ("b") VALUES ($1::text) RETURNING "public"."a"."b"::text, "public"."a"."c"',
    '$1::text) RETURNING "public"."a"."b", "public"."a"."c"',
  ],
  ['UPDATE "a" SET "b" = $1 RETURNING "public"."a"."tags"::text[]', '"public"."a"."tags"::text[]'],
  ['SELECT "public"."a"."b"::text FROM "a"', 'SELECT "public"."a"."b"::text FROM "a"'],
])('for distributed tables, what %s returns has no cast of an enum', (text, end) => {
  expect(withoutReturnedCasts(text).endsWith(end)).toBe(true)
})
