import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { code, object } from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { describeApi } from './openapi'

const note = z.object({ id: z.uuid(), text: z.string().describe('What it says.') }).meta({ id: 'Note' })
const access = {
  kind: 'api key',
  codes: ['api_key_required', 'invalid_api_key'],
  enter: async () => ({ account: { id: 'a' } }),
} as const

const INFO = {
  title: 'Notes',
  version: '2',
  description: 'Notes.',
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  serverUrl: 'https://pay.example.com',
  tags: { Notes: 'Texts in folders.' },
  webhooks: {
    'note.written': {
      summary: 'A note was written',
      description: 'Sent to readers.',
      tag: 'Notes',
      body: z.object({ note }),
    },
  },
}

const API = describeApi(
  {
    writeNote: operation({
      method: 'POST',
      path: '/notes/{folder_id}',
      summary: 'Write a note',
      tag: 'Notes',
      params: { folder_id: 'The folder.' },
      access,
      body: orderedBody(object({ text: code() })),
      answers: { 201: z.object({ note }).describe('The note') },
      errors: ['customer_not_found'],
      idempotency: 'for 24 hours',
    }).handle(async () => ({ status: 201, body: { note: { id: '', text: '' } } })),
    listNotes: operation({
      method: 'GET',
      path: '/notes/{folder_id}',
      summary: 'List notes',
      tag: 'Notes',
      access,
      answers: { 200: z.object({ notes: z.array(note) }) },
    }).handle(async () => ({ status: 200, body: { notes: [] } })),
    printNotes: operation({
      method: 'GET',
      path: '/notes.pdf',
      summary: 'Print notes',
      tag: 'Notes',
      access: { kind: 'public', codes: [], enter: async () => ({}) },
      answers: { 200: { contentType: 'application/pdf', description: 'The notes' } },
    }).handle(async () => ({
      status: 200,
      content: '',
      contentType: 'application/pdf',
      filename: 'notes.pdf',
      disposition: 'inline',
    })),
  },
  INFO,
)

test('a description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(API))
  expect(errors).toBeUndefined()
  expect([valid, validator.version]).toEqual([true, '3.1'])
})

test('a schema with a name stands once, and is referred to', () => {
  expect(API).toMatchObject({
    components: { schemas: { Note: { properties: { text: { description: 'What it says.' } } } } },
    paths: {
      '/notes/{folder_id}': {
        get: {
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: { properties: { notes: { items: { $ref: '#/components/schemas/Note' } } } },
                },
              },
            },
          },
        },
      },
    },
  })
})

test('an operation is described with its key, its parameters and every refusal by status', () => {
  expect(API).toMatchObject({
    paths: {
      '/notes/{folder_id}': {
        post: {
          operationId: 'writeNote',
          security: [{ bearer: [] }, {}],
          parameters: [
            { name: 'folder_id', in: 'path', required: true, description: 'The folder.' },
            { name: 'Idempotency-Key', in: 'header' },
            { name: 'Counterfoil-Simulate', in: 'header' },
          ],
          requestBody: { content: { 'application/json': { schema: { properties: { api_key: {} } } } } },
          responses: {
            201: { description: 'The note' },
            400: {
              content: {
                'application/json': {
                  examples: {
                    api_key_required: { value: { error: 'api_key is required' } },
                    field_not_text: { value: { error: '<field> must be a string' } },
                  },
                },
              },
            },
            404: {},
            422: {},
          },
        },
        get: { security: [{ bearer: [] }, { query: [] }] },
      },
      '/notes.pdf': { get: { security: [], responses: { 200: { content: { 'application/pdf': {} } } } } },
    },
  })
})

test('headers are described: those of requests, those of answers, and those of webhooks with their body', () => {
  const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })
  expect(API).toMatchObject({
    paths: {
      '/notes/{folder_id}': {
        post: {
          parameters: expect.arrayContaining([
            expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }),
            expect.objectContaining({ name: 'Counterfoil-Simulate', in: 'header' }),
          ]),
          responses: {
            201: { headers: { ...header('Idempotent-Replayed'), ...header('RateLimit-Remaining') } },
            409: { headers: header('Retry-After') },
            503: { headers: header('Retry-After') },
          },
        },
      },
    },
    webhooks: {
      'note.written': {
        post: {
          parameters: expect.arrayContaining([
            expect.objectContaining({ name: 'counterfoil-event-id', in: 'header', required: true }),
          ]),
          requestBody: {
            content: {
              'application/json': { schema: { properties: { note: { $ref: '#/components/schemas/Note' } } } },
            },
          },
        },
      },
    },
  })
})
