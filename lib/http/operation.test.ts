import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { object, text } from './fields'
import { jsonFields, orderedBody, queryFields } from './input'
import { type Access, operation, refusalsOf } from './operation'

const keyed: Access<{ account: { id: string } }> = {
  kind: 'api key',
  codes: ['invalid_api_key'],
  enter: async () => ({ account: { id: 'a' } }),
}

const declared = operation({
  method: 'POST',
  path: '/api/v2/customer/{customer_id}/note/{note_id}',
  summary: 'Write a note',
  tag: 'Notes',
  params: { customer_id: 'The customer.', note_id: 'The note.' },
  access: keyed,
  query: queryFields(z.object({ draft: z.stringbool().optional() })),
  body: orderedBody(object({ text: text() })),
  answers: { 201: z.object({ id: z.string() }), 202: z.object({ queued: z.boolean() }) },
  errors: ['customer_not_found', 'invalid_api_key'],
  idempotency: 'for 24 hours',
}).handle(async (call) => {
  expectTypeOf(call.params).toEqualTypeOf<Record<'customer_id' | 'note_id', string>>()
  expectTypeOf(call.account).toEqualTypeOf<{ id: string }>()
  expectTypeOf(call.input).toEqualTypeOf<{ text: string }>()
  expectTypeOf(call.query).toEqualTypeOf<{ draft?: boolean | undefined }>()
  return call.query.draft ? { status: 202, body: { queued: true } } : { status: 201, body: { id: 'n' } }
})

test('the declaration determines the types of call and answer', () => {
  operation({
    method: 'GET',
    path: '/api/v2/nothing',
    summary: 'Read nothing',
    tag: 'Notes',
    access: keyed,
    answers: { 200: z.object({ id: z.string() }) },
    // @ts-expect-error The status was not declared.
  }).handle(async ({ params }) => {
    expectTypeOf(params).toEqualTypeOf<Record<never, string>>()
    return { status: 201, body: { id: 'n' } }
  })
  operation({
    method: 'GET',
    path: '/api/v2/nothing',
    summary: 'Read nothing',
    tag: 'Notes',
    access: keyed,
    body: jsonFields(z.object({ name: z.string() })),
    answers: { 200: z.object({ id: z.string() }) },
    // @ts-expect-error The body lacks a declared field.
  }).handle(async () => ({ status: 200, body: {} }))
})

test('every refusal of an operation is known, each once and in the order of its checks', () => {
  expect(refusalsOf(declared)).toEqual([
    'body_too_large',
    'invalid_json',
    'invalid_api_key',
    'idempotency_key_empty',
    'idempotency_key_too_long',
    'idempotency_key_reused',
    'idempotency_key_in_progress',
    'field_not_text',
    'field_too_long',
    'customer_not_found',
    'internal_error',
    'service_unavailable',
  ])
})
