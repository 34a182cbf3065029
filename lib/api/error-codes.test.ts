import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusalsOf } from '@/lib/http/operation'
import { describeRefusal, type RefusalCode } from '@/lib/http/refusals'
import { apiV2 } from './v2'

const CODES: RefusalCode[] = [
  ...new Set([
    'not_found' as const,
    'method_not_allowed' as const,
    ...Object.values(apiV2).flatMap(refusalsOf),
  ]),
]

test('the errors that a program may repeat are those of the decision', () => {
  const record = readFileSync('docs/decisions/0040-errors-for-programs.md', 'utf8')
  const rows = [...record.matchAll(/^\| `(\w+)` \| (\d+) \| `([\w-]+)` \|$/gm)].map((row) => row.slice(1))
  const repeatable = CODES.toSorted().map((code) => {
    const { status, retry } = describeRefusal(code)
    return [code, String(status), retry]
  })
  expect(rows).toEqual(repeatable.filter(([, , retry]) => retry !== 'never'))
})

test('an error that is worth waiting for says how long', () => {
  const waiting = CODES.filter((code) => describeRefusal(code).retry === 'after-delay')
  // The end of a limit is known only once it is reached.
  expect(waiting.filter((code) => !describeRefusal(code).retryAfterSeconds)).toEqual([
    'rate_limited',
    'invoice_sent_too_often',
  ])
})

test('every error is explained', () => {
  expect(CODES.filter((code) => !describeRefusal(code).meaning)).toEqual([])
})
