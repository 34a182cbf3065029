import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson, requestAsCurl } from './curl-command'

const URL = 'https://pay.example.com/api/v2/customer'

/** The arguments that a shell would pass to curl. */
function argumentsOf(command: string): string[] {
  const script = `API_KEY=cf_test_1; curl() { printf '%s\\0' "$@"; }; ${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('the command repeats the logged request, with the key from a variable in its header alone', () => {
  const requestBody = '{"api_key":"[redacted]","name":"Zoë\'s $HOME `x` \\"☕\\"","email":"ada@example.com"}'
  const command = requestAsCurl({ method: 'POST', url: URL, idempotencyKey: "order '7'", requestBody })
  const args = argumentsOf(command)
  expect(args.slice(0, -1)).toEqual([
    URL,
    '-H',
    'Authorization: Bearer cf_test_1',
    '-H',
    "Idempotency-Key: order '7'",
    '-H',
    'Content-Type: application/json',
    '--data-raw',
  ])
  expect(JSON.parse(args.at(-1) ?? '')).toEqual({
    name: 'Zoë\'s $HOME `x` "☕"',
    email: 'ada@example.com',
  })
})

test('the key is left out wherever it stood in the body', () => {
  const bodyOf = (requestBody: string) =>
    argumentsOf(requestAsCurl({ method: 'POST', url: URL, idempotencyKey: null, requestBody })).at(-1)
  expect(bodyOf('{"name":"Ada","api_key":"[redacted]"}')).toBe('{\n  "name": "Ada"\n}')
  expect(bodyOf('{"api_key":"[redacted]"}')).toBe('{}')
})

test('a GET request has no body', () => {
  const request = { url: `${URL}/7`, idempotencyKey: null, requestBody: null }
  const headers = ['-H', 'Authorization: Bearer cf_test_1']
  expect(argumentsOf(requestAsCurl({ method: 'GET', ...request }))).toEqual([`${URL}/7`, ...headers])
  expect(argumentsOf(requestAsCurl({ method: 'HEAD', ...request }))).toEqual([
    '--head',
    `${URL}/7`,
    ...headers,
  ])
})

test('JSON is shown as JSON.stringify would indent it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('a number keeps every digit', () => {
  expect(indentJson('{"amount":12345678901234567890.10}')).toBe('{\n  "amount": 12345678901234567890.10\n}')
})

test('a truncated body is shown as far as it goes, and one that is not JSON unchanged', () => {
  expect(indentJson('{"a":1,"b":"tr… [truncated]')).toBe('{\n  "a": 1,\n  "b": "tr… [truncated]')
  expect(indentJson('<h1>It works</h1>')).toBe('<h1>It works</h1>')
  expect(indentJson('')).toBe('')
})
