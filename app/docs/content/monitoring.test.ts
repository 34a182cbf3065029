import { beforeAll, expect, test } from 'vitest'
import { blocksOf, headingOf } from '@/components/docs/markdown'
import { readMetrics } from '@/lib/operator/metrics'
import { currentSite } from '../pages'
import { writtenPage } from '../written-page'
import { codeOf, rowsOf } from './content.fixture'

const metrics = rowsOf('monitoring', 'Metrics')
const rules = codeOf('monitoring', 'the alerting rules')
const alerts = [...rules.matchAll(/- alert: (\w+)\n +expr: (.+)\n +for: \d+m/g)].map(
  ([, name = '', expression = '']) => ({ name, expression }),
)

let published: string[]

beforeAll(async () => {
  const types = [...(await readMetrics()).matchAll(/^# TYPE (counterfoil_\w+) (\w+)$/gm)]
  published = types.map(([, name = '']) => name)
})

test('every metric is documented, and nothing else is', () => {
  expect(metrics.map(([name]) => name).toSorted()).toEqual(published.toSorted())
})

test.each(alerts)('$name asks for metrics and labels that exist', ({ expression }) => {
  const names = [...expression.matchAll(/counterfoil_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
  for (const name of names) {
    const [, labels = ''] = metrics.find(([each]) => each === name) ?? []
    expect(published).toContain(name)
    const [, selector = ''] = new RegExp(`${name}(?:_bucket)?\\{([^}]*)\\}`).exec(expression) ?? []
    for (const [, label] of selector.matchAll(/(\w+)[!=]/g)) expect(labels.split(', ')).toContain(label)
  }
  if (names.length === 0) expect(expression).toContain('up{')
})

test('every alert is explained, in the order of the rules', () => {
  const headings = blocksOf(writtenPage('monitoring'), currentSite()).flatMap((block) =>
    block.type === 'heading' && block.depth === 3 ? [headingOf(block).title] : [],
  )
  expect(alerts.length).toBe(rules.split('- alert:').length - 1)
  expect(headings).toEqual(alerts.map(({ name }) => `\`${name}\``))
})

test('the rules are a file that Prometheus reads: no expression needs quotes', () => {
  for (const line of rules.split('\n')) expect(line).not.toMatch(/: .*(?:: |\s#)|\t/)
})
