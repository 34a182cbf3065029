import { beforeAll, expect, test } from 'vitest'
import { readMetrics } from '@/lib/operator/metrics'
import { ALERTS, alertRules } from './alerts'
import { METRICS } from './metrics'

let published: string[]

beforeAll(async () => {
  const types = [...(await readMetrics()).matchAll(/^# TYPE (counterfoil_\w+) (\w+)$/gm)]
  published = types.map(([, name = '']) => name)
})

test('every metric is documented, and nothing else is', () => {
  expect(METRICS.map(({ name }) => name).toSorted()).toEqual(published.toSorted())
})

test.each(ALERTS)('$name asks for metrics and labels that exist', ({ expression }) => {
  const names = [...expression.matchAll(/counterfoil_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
  for (const name of names) {
    const metric = METRICS.find((each) => each.name === name)
    expect(published).toContain(name)
    const [, selector = ''] = new RegExp(`${name}(?:_bucket)?\\{([^}]*)\\}`).exec(expression) ?? []
    for (const [, label] of selector.matchAll(/(\w+)[!=]/g)) expect(metric?.labels).toContain(`\`${label}\``)
  }
  if (names.length === 0) expect(expression).toContain('up{')
})

test('the rules are a file that Prometheus reads: no expression needs quotes', () => {
  for (const line of alertRules().split('\n')) expect(line).not.toMatch(/: .*(?:: |\s#)|\t/)
})
