import { z } from 'zod'
import { checkHealth } from '@/lib/db/health'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'

const healthView = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.string(),
  migrations: z.string(),
  worker: z.string(),
})

export const health = operation({
  method: 'GET',
  path: '/api/health',
  summary: 'Check the service',
  description: 'Whether database, migrations and worker are healthy.',
  tag: 'Operating',
  access: anyone(),
  answers: { 200: healthView, 503: healthView },
  logLevel: 'debug',
}).handle(async () => {
  const parts = await checkHealth()
  const isWell = Object.values(parts).every((part) => part === 'ok')
  return isWell
    ? { status: 200, body: { status: 'ok', ...parts } }
    : { status: 503, body: { status: 'unavailable', ...parts } }
})
