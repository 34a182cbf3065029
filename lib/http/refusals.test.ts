import { expect, test } from 'vitest'
import { DomainError } from '@/lib/errors'
import { describeRefusal, Refusal, refusalOf, refuseInput } from './refusals'

test('a refusal has the status and message of its code, with its values filled in', () => {
  const { code, status, message } = new Refusal('field_too_long', { field: 'name', limit: 255 })
  expect({ code, status, message }).toEqual({
    code: 'field_too_long',
    status: 400,
    message: 'name must be at most 255 characters',
  })
})

test('values are filled in literally, even if they look like a placeholder', () => {
  const error = new DomainError('payout_refused', { provider: '<code>', code: '$&', detail: '<detail>' })
  expect(refusalOf(error).message).toBe('<code> error: $&: <detail>')
})

test.each([
  [1_000_000n, '$10000'],
  [9950n, '$99.50'],
  [5n, '$0.05'],
])('a limit of %d cents is given as the plain number %s', (limitMinor, words) => {
  const { message } = refusalOf(new DomainError('payout_limit_exceeded', { limitMinor }))
  expect(message).toBe(`Withdrawal exceeds your limit of ${words} per request`)
})

test('a domain error is answered with the entry of its code', () => {
  const { status, message } = refusalOf(new DomainError('payment_provider_failed', { httpStatus: 503 }))
  expect([status, message]).toEqual([502, 'Payment provider error (503)'])
  expect(describeRefusal('payment_provider_failed').message).toBe('Payment provider error (<status>)')
})

test('invalid form input is refused in the words of its own check', () => {
  expect(() => refuseInput('Give the key a name')).toThrow(
    expect.objectContaining({ code: 'invalid_input', status: 400, message: 'Give the key a name' }),
  )
})

test('a refusal that is worth repeating says when', () => {
  expect(refusalOf(new DomainError('idempotency_key_in_progress')).headers).toEqual({ 'Retry-After': '1' })
  expect(refusalOf(new DomainError('idempotency_key_reused')).headers).toEqual({})
})
