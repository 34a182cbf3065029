import { beforeAll, expect, test } from 'vitest'
import { readMetrics } from '@/lib/operator/metrics'
import { rowsOf } from './content.fixture'

const metrics = rowsOf('monitoring', 'Metrics')
let published: string[]

beforeAll(async () => {
  const types = [...(await readMetrics()).matchAll(/^# TYPE (counterfoil_\w+) (\w+)$/gm)]
  published = types.map(([, name = '']) => name)
})

test('every metric is documented, and nothing else is', () => {
  expect(metrics.map(([name]) => name).toSorted()).toEqual(published.toSorted())
})
