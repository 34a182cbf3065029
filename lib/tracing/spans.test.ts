import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attributesOf, Collector } from './collector.fixture'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`

let collector: Collector

beforeEach(async () => {
  collector = await Collector.start()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await collector.stop()
})

/** The module as a process with these settings loads it. */
async function load(settings: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.resetModules()
  Reflect.deleteProperty(globalThis, 'counterfoilTracer')
  const [spans, current] = await Promise.all([import('./spans'), import('./current-trace')])
  return { ...spans, ...current }
}

const traced = (settings: Record<string, string> = {}) =>
  load({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings })

/** The spans by name, once they are sent. */
async function sent({ flushSpans }: Awaited<ReturnType<typeof load>>) {
  await flushSpans(5000)
  return Object.fromEntries(collector.spans.map((span) => [span.name, span]))
}

const begin = (name: string, traceparent?: unknown) => () => ({
  name,
  kind: 'internal' as const,
  traceparent,
})

describe('without a collector', () => {
  test('work is done as it is, and nothing follows it', async () => {
    const { inSpan, childSpan, currentTraceparent, isTracing, keepSpan, traceHeaders } = await load()
    const never = () => {
      throw new Error('nobody traces')
    }
    const work = async (span: unknown) => [span, childSpan(never), currentTraceparent(), traceHeaders()]
    expect(await inSpan(never, work)).toEqual([null, null, null, {}])
    expect(keepSpan(work)).toBe(work)
    expect(isTracing).toBe(false)
    expect(globalThis).not.toHaveProperty('counterfoilTracer')
  })
})

describe('with a collector', () => {
  test('spans go on from the caller’s, each below the one that it begins in', async () => {
    const spans = await traced()
    await spans.inSpan(begin('request', TRACEPARENT), async (request) => {
      request?.set('http.response.status_code', 201)
      await spans.inSpan(begin('call'), async (call) => {
        expect(spans.currentTraceparent()).toBe(`00-${TRACE}-${call?.context.spanId}-01`)
        spans.childSpan(begin('statement'))?.end()
        await turn()
        spans.childSpan(begin('later statement'))?.end()
      })
    })
    const { request, call, statement, 'later statement': later } = await sent(spans)
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
    expect(request && attributesOf(request)).toEqual({ 'http.response.status_code': '201' })
    expect(call).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId })
    expect(statement).toMatchObject({ traceId: TRACE, parentSpanId: call?.spanId })
    expect(later).toMatchObject({ traceId: TRACE, parentSpanId: call?.spanId })
    expect(collector.posts[0]?.text).toContain('{"key":"service.name","value":{"stringValue":"counterfoil"}}')
  })

  test('a traceparent that is none begins a trace of its own', async () => {
    const spans = await traced()
    await spans.inSpan(begin('request', `${TRACEPARENT}-and more`), async () => {})
    const { request } = await sent(spans)
    expect(request?.traceId).not.toBe(TRACE)
    expect(request).not.toHaveProperty('parentSpanId')
  })

  test('requests at the same time keep their traces apart, also in what they left behind', async () => {
    const spans = await traced()
    const left: (() => void)[] = []
    await Promise.all(
      ['one', 'two'].map((name) =>
        spans.inSpan(begin(name), async () => {
          await turn()
          left.push(spans.keepSpan(() => spans.childSpan(begin(`rest of ${name}`))?.end()))
          await turn()
        }),
      ),
    )
    await spans.inSpan(begin('other'), async () => {
      for (const each of left) each()
    })
    const all = await sent(spans)
    for (const name of ['one', 'two']) {
      const { traceId, spanId } = all[name] ?? {}
      expect(all[`rest of ${name}`]).toMatchObject({ traceId, parentSpanId: spanId })
    }
    expect(all.one?.traceId).not.toBe(all.two?.traceId)
  })

  test('what nobody asked for has no span', async () => {
    const spans = await traced()
    expect(spans.childSpan(begin('look for due rows'))).toBeNull()
    expect(spans.traceHeaders()).toEqual({})
  })

  test('a trace that its caller does not record is passed on and not recorded', async () => {
    const spans = await traced()
    const headers = await spans.inSpan(begin('request', `00-${TRACE}-${CALLER}-00`), async (span) => {
      expect([span, spans.childSpan(begin('statement'))]).toEqual([null, null])
      return spans.inSpan(begin('call'), async () => spans.traceHeaders())
    })
    expect(headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
    expect(await sent(spans)).toEqual({})
  })

  test('a share of 0 records what callers record, and nothing else', async () => {
    const spans = await traced({ OTEL_TRACES_SAMPLER_ARG: '0' })
    await spans.inSpan(begin('own'), async () => {})
    await spans.inSpan(begin('asked for', TRACEPARENT), async () => {})
    expect(Object.keys(await sent(spans))).toEqual(['asked for'])
  })

  test('a failure is a code, never a message, and reaches the caller', async () => {
    const spans = await traced()
    const fault = Object.assign(new Error('kim@example.com is no account'), { code: 'ECONNREFUSED' })
    const work = () =>
      spans.inSpan(begin('request'), async () => {
        throw fault
      })
    await expect(work()).rejects.toBe(fault)
    const { request } = await sent(spans)
    expect(request).toMatchObject({ status: { code: 2, message: 'ECONNREFUSED' } })
    expect(request && attributesOf(request)).toEqual({ 'error.type': 'ECONNREFUSED' })
    expect(collector.posts[0]?.text).not.toContain('kim')
  })
})
