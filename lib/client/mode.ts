import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

/** Makes the dashboard open in the other mode from now on. */
export async function switchMode(mode: Mode): Promise<void> {
  await requestJson('/api/dashboard/mode', { method: 'POST', body: { mode } })
}
