import { describe, expect, test } from 'vitest'
import { chartOf } from './chart'
import { isMet, type Measured, percentile, type Results, slowdowns, tableOf } from './figures'

const load = (perSecond: number) => ({
  perSecond,
  p99Ms: 4,
  webCpuMs: 0.5,
  databaseCpuMs: null,
  requests: 100,
})

const measured = (operation: string, rows: number, ours: number): Measured => ({
  operation,
  rows,
  connections: 16,
  ratio: ours / 1000,
  leastRatio: 0.5,
  leanRatio: ours / 2000,
  leastLean: 0.2,
  counterfoil: load(ours),
  floor: load(1000),
  lean: load(2000),
})

const results: Results = {
  startedAt: '2026-03-02T14:05:09.000Z',
  commit: 'abc1234',
  machine: '2 × A & B',
  seconds: 3,
  measured: [measured('payout', 10_000, 600), measured('payout', 1_000_000, 400)],
  figures: [{ name: 'memory', rows: 10_000, value: null, unit: 'MB', atMost: 300 }],
}

test('a percentile is the value at its nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index)
  expect(percentile(values, 0.5)).toBe(100)
  expect(percentile(values, 0.99)).toBe(198)
  expect(percentile(values, 1)).toBe(200)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.99)).toBeNaN()
})

describe('a goal', () => {
  const figure = { name: 'a figure', rows: 1, unit: 'ms' as const }

  test('is met at its limit and missed beyond it', () => {
    expect(isMet({ ...figure, value: 20, atMost: 20 })).toBe(true)
    expect(isMet({ ...figure, value: 20.1, atMost: 20 })).toBe(false)
    expect(isMet({ ...figure, value: 1000, atLeast: 1000 })).toBe(true)
    expect(isMet({ ...figure, value: 999, atLeast: 1000 })).toBe(false)
  })

  test('is not missed where the machine gives no figure', () => {
    expect(isMet({ ...figure, value: null, atMost: 20 })).toBe(true)
  })
})

test('slowdowns compare the most rows with the fewest', () => {
  expect(slowdowns(results.measured)).toMatchObject([{ rows: 1_000_000, value: 1.5, atMost: 1.2 }])
  expect(slowdowns(results.measured.slice(0, 1))).toEqual([])
})

test('the table has a line for each operation and figure, and marks missed goals', () => {
  const lines = tableOf(results).split('\n')
  expect(lines.filter((line) => line.includes('payout')).map((line) => line[0])).toEqual(['✓', '✗'])
  expect(lines.at(-1)).toMatch(/^✓ memory .* – MB/)
})

test('the chart names every bar for readers who do not see it, and escapes what it names', () => {
  const chart = chartOf(results)
  expect(chart).toContain('payout at 10000 invoices: 0.60; payout at 1000000 invoices: 0.40</desc>')
  expect(chart).toContain('2 × A &amp; B')
  expect(chart.match(/<rect class="bar/g)).toHaveLength(4)
})
