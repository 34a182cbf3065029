import { z } from 'zod'
import { checkHealth, isWell } from '@/lib/db/health'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'

const healthView = z.object({
  status: z.enum(['ok', 'unavailable']),
  database: z.string(),
  migrations: z.string(),
  worker: z.string(),
  books: z
    .string()
    .optional()
    .describe('Only if the nightly check found that ledger or audit log was changed.'),
})

export const health = operation({
  method: 'GET',
  path: '/api/health',
  summary: 'Check the service',
  description: 'Whether the database takes writes, its migrations are applied, and a worker runs.',
  tag: 'Operating',
  access: anyone(),
  answers: { 200: healthView, 503: healthView },
  logLevel: 'debug',
}).handle(async () => {
  const parts = await checkHealth()
  return isWell(parts)
    ? { status: 200, body: { status: 'ok', ...parts } }
    : { status: 503, body: { status: 'unavailable', ...parts } }
})
