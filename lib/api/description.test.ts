import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { env } from '@/lib/env'
import { apiDescription, describeV2 } from './v2'

/* A second linter beside that of e2e/api/description.test.ts, which reads the description as a program does. */

test('the description of API V2 follows every recommendation of Redocly', async () => {
  // An installation of its own: the address in the tests' settings is a loopback address, which is warned of.
  env.PUBLIC_URL = 'https://pay.counterfoil.test'
  const problems = await lintFromString({
    source: JSON.stringify(describeV2()),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended-strict'] }),
  })
  const problemPlaces = problems.map(({ ruleId, message, location }) => [
    ruleId,
    message,
    location[0]?.pointer,
  ])
  expect(problemPlaces).toEqual([
    // Anybody may read the description at any rate, so nothing about the request can be refused.
    [
      'operation-4xx-response',
      expect.any(String),
      expect.stringMatching(/^#\/paths\/~1api~1v2~1openapi\.json\/get\//),
    ],
  ])
})

test('it is written once, however often anybody reads it', () => {
  expect(apiDescription()).toBe(apiDescription())
  expect(JSON.parse(apiDescription().text)).toEqual(JSON.parse(JSON.stringify(describeV2())))
})
