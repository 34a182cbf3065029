import { operation } from '@/lib/api/operation'
import { checkHealth } from '@/lib/db/health'

/** Whether database, migrations and worker are healthy. */
export const health = operation('/api/health', async () => {
  const parts = await checkHealth()
  const isWell = Object.values(parts).every((part) => part === 'ok')
  return { status: isWell ? 200 : 503, body: { status: isWell ? 'ok' : 'unavailable', ...parts } }
})
