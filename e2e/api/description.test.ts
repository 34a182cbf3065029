import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { BASE_URL, exchange } from '../fixtures/api-client'
import { descriptionOf, ENDPOINTS } from '../fixtures/endpoints'

// In all other files `send` checks each answer against this description.

test('API V2 describes itself as OpenAPI 3.1, without a key', async () => {
  const { status, headers, text } = await exchange({ method: 'GET', path: '/api/v2/openapi.json' })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(text))
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(validator.version).toBe('3.1')
  expect(JSON.parse(text).servers).toEqual([{ url: BASE_URL }])
})

test.each(ENDPOINTS)('$name is described, with the status of its success', (endpoint) => {
  expect(Object.keys(descriptionOf(endpoint).responses)).toContain(String(endpoint.success))
})
