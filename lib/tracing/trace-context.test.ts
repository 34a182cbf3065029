import { expect, test } from 'vitest'
import { nextContext, parseTraceparent, traceparentOf } from './trace-context'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  // Other flags are for others.
  [`00-${TRACE}-${SPAN}-fe`, false],
  [`00-${TRACE}-${SPAN}-ff`, true],
  // A later version begins as this one does.
  [`cc-${TRACE}-${SPAN}-01`, true],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, true],
])('%s is a context', (text, isSampled) => {
  expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled })
})

test.each([
  '',
  'null',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-01-`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01\n`,
  ` 00-${TRACE}-${SPAN}-01`,
  `ff-${TRACE}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01.more`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${TRACE}g-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-0x`,
  // Sent twice, as Node.js joins it.
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01'; DROP TABLE events; --`,
  `cc-${TRACE}-${SPAN}-01-${'x'.repeat(10_000)}`,
  '-'.repeat(1_000_000),
  ['00', TRACE],
  undefined,
  null,
  { length: 55 },
])('%j is none', (value) => {
  expect(parseTraceparent(value)).toBeNull()
})

test('a span of a trace that somebody else began keeps its id and whether it is recorded', () => {
  for (const isSampled of [true, false]) {
    const parent = { traceId: TRACE, spanId: SPAN, isSampled }
    const next = nextContext(parent, isSampled ? 0 : 1)
    expect(next).toMatchObject({ traceId: TRACE, isSampled })
    expect(next.spanId).not.toBe(SPAN)
    expect(parseTraceparent(traceparentOf(next))).toEqual(next)
  }
})

test('the share of new traces is recorded, and ids are valid and never the same', () => {
  const contexts = Array.from({ length: 4000 }, () => nextContext(null, 0.25))
  const share = contexts.filter(({ isSampled }) => isSampled).length / contexts.length
  // Nine standard deviations from it.
  expect(Math.abs(share - 0.25)).toBeLessThan(0.062)
  expect(new Set(contexts.map(({ traceId }) => traceId)).size).toBe(contexts.length)
  for (const context of contexts) expect(parseTraceparent(traceparentOf(context))).toEqual(context)
  expect(nextContext(null, 0).isSampled).toBe(false)
  expect(nextContext(null, 1).isSampled).toBe(true)
})
