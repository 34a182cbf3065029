import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from '@/lib/api/openapi'
import { ask } from './ask.fixture'
import { type Deprecation, operation } from './operation'
import { anyone } from './public-access'
import { refuse } from './refusals'

const DEPRECATION = { since: '2026-03-01', sunset: '2027-03-01', instead: 'Use the new one.' }

function declare(deprecation: Deprecation) {
  return operation({
    method: 'GET',
    path: '/old',
    summary: 'Read the old one',
    tag: 'Old',
    notes: ['A note.'],
    access: anyone(),
    deprecation,
    answers: { 200: z.object({ status: z.literal('success') }) },
    errors: ['not_found'],
  }).handle(async ({ search }) => {
    if (search.has('refused')) refuse('not_found')
    return { status: 200, body: { status: 'success' } }
  })
}

test('an operation that will go says so in the headers of every answer, with the day', async () => {
  for (const [url, status] of [
    ['http://localhost/old', 200],
    ['http://localhost/old?refused', 404],
  ] as const) {
    const answer = await ask(declare(DEPRECATION), new Request(url))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Deprecation')).toBe('@1772323200')
    expect(answer.headers.get('Sunset')).toBe('Mon, 01 Mar 2027 00:00:00 GMT')
  }
})

test('the description marks it, and says what to use instead', () => {
  const { paths } = describeApi(
    { readOld: declare(DEPRECATION) },
    {
      title: 'Old',
      version: '1',
      description: 'Old.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      serverUrl: 'https://pay.example.com',
      tags: {},
      webhooks: {},
    },
  )
  const reference = (name: string) => ({ $ref: `#/components/headers/${name}` })
  expect(paths).toMatchObject({
    '/old': {
      get: {
        deprecated: true,
        description: expect.stringContaining(
          '- Deprecated since 2026-03-01: it may be gone from 2027-03-01 on. Use the new one.\n- A note.',
        ),
        responses: {
          200: { headers: { Deprecation: reference('Deprecation'), Sunset: reference('Sunset') } },
          404: { headers: { Deprecation: reference('Deprecation'), Sunset: reference('Sunset') } },
        },
      },
    },
  })
})

test('clients are told twelve months before: a shorter notice, or a day that is none, can’t be declared', () => {
  for (const sunset of ['2027-02-28', '2026-01-01', 'soon']) {
    expect(() => declare({ ...DEPRECATION, sunset })).toThrow('Clients are told 365 days before')
  }
})
