import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { processMetrics } from '@/lib/metrics/metrics'
import { Collector } from './collector.fixture'
import { type EndedSpan, SpanExporter } from './span-exporter'

const WAIT = { timeout: 30_000, interval: 5 }

let collector: Collector

beforeEach(async () => {
  collector = await Collector.start()
  processMetrics().spans.reset()
})
afterEach(() => collector.stop())

function exporterTo(url: string, everyMs = 5): SpanExporter {
  return new SpanExporter({
    url: `${url}/v1/traces`,
    headers: { 'x-key': 'key of the collector' },
    serviceName: 'tests',
    everyMs,
  })
}

function span(number: number): EndedSpan {
  return {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: (number + 1).toString(16).padStart(16, '0'),
    name: `span ${number}`,
    kind: 1,
    startTimeUnixNano: '1700000000000000000',
    endTimeUnixNano: '1700000000000001000',
    attributes: [],
    status: {},
  }
}

function addAll(exporter: SpanExporter, count: number): void {
  for (let number = 0; number < count; number += 1) exporter.add(span(number))
}

async function counts(): Promise<Record<string, number>> {
  const { values } = await processMetrics().spans.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]))
}

const names = () => collector.spans.map(({ name }) => name)
const namesUpTo = (count: number) => Array.from({ length: count }, (_, number) => `span ${number}`)

test('spans leave in batches, each once and in order, with the headers of the settings', async () => {
  addAll(exporterTo(collector.url), 600)
  await expect.poll(counts, WAIT).toEqual({ dropped: 0, sent: 600 })
  expect(names()).toEqual(namesUpTo(600))
  expect(collector.posts.map(({ spans }) => spans.length)).toEqual([256, 256, 88])
  expect(collector.posts[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', 'x-key': 'key of the collector' },
  })
})

test('a few leave together after a moment', async () => {
  addAll(exporterTo(collector.url), 3)
  await expect.poll(counts, WAIT).toEqual({ dropped: 0, sent: 3 })
  expect(names()).toEqual(namesUpTo(3))
  expect(collector.posts).toHaveLength(1)
})

test('while the collector is away, a limited number waits for it, the rest is counted, and nobody waits', async () => {
  const { port, url } = collector
  await collector.stop()
  const exporter = exporterTo(url)
  const startedMs = performance.now()
  addAll(exporter, 50_000)
  expect(performance.now() - startedMs).toBeLessThan(1000)
  await exporter.flush(2000)
  expect(await counts()).toEqual({ dropped: 50_000 - 4096 })
  collector = await Collector.start(port)
  await expect.poll(counts, WAIT).toEqual({ dropped: 50_000 - 4096, sent: 4096 })
  expect(names()).toEqual(namesUpTo(4096))
  exporter.add(span(0))
  await expect.poll(counts, WAIT).toMatchObject({ sent: 4097 })
})

test('a collector that is overloaded gets the same again, later', async () => {
  collector.status = 503
  const exporter = exporterTo(collector.url)
  addAll(exporter, 2)
  await exporter.flush(2000)
  expect(await counts()).toEqual({ dropped: 0 })
  collector.status = 200
  await expect.poll(counts, WAIT).toEqual({ dropped: 0, sent: 2 })
  expect(names()).toEqual(namesUpTo(2))
})

test('what the collector refuses is dropped and counted', async () => {
  collector.status = 400
  const exporter = exporterTo(collector.url)
  addAll(exporter, 300)
  await expect.poll(counts, WAIT).toEqual({ dropped: 300 })
  collector.status = 200
  exporter.add(span(7))
  await expect.poll(counts, WAIT).toEqual({ dropped: 300, sent: 1 })
  expect(names()).toEqual(['span 7'])
})

test('the end of a process sends what waits, and does not wait for a collector that hangs', async () => {
  const exporter = exporterTo(collector.url, 60_000)
  addAll(exporter, 300)
  await exporter.flush(2000)
  expect(names()).toEqual(namesUpTo(300))
  const silent = createServer().listen(0, '127.0.0.1')
  await vi.waitUntil(() => silent.listening)
  const { port } = silent.address() as { port: number }
  const hanging = exporterTo(`http://127.0.0.1:${port}`, 60_000)
  hanging.add(span(0))
  const startedMs = performance.now()
  await hanging.flush(50)
  expect(performance.now() - startedMs).toBeLessThan(2000)
  silent.close()
})
