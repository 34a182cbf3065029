import { z } from 'zod'
import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { isLiveModeAvailable } from '@/lib/providers/registry'
import { liveModeReadiness } from './live-approval'

export const liveModeView = z
  .object({
    isEmailConfirmed: z.boolean(),
    hasSecondFactor: z.boolean(),
    isApproved: z.boolean(),
    hasProviders: z.boolean().describe('A payment and a payout provider are configured.'),
    isOn: z.boolean().describe('The vendor may do business in live mode.'),
  })
  .nullable()
  .describe('The steps that live mode needs; null in test mode, which needs none.')

export type LiveModeView = z.infer<typeof liveModeView>

/** False where a page shows the steps in place of a form, whose end would be a refusal. */
export function mayWrite(liveMode: LiveModeView): boolean {
  return liveMode === null || liveMode.isApproved
}

export async function readLiveMode(vendorId: string, mode: Mode): Promise<LiveModeView> {
  if (mode === 'test') return null
  const readiness = await liveModeReadiness(database(), vendorId)
  const hasProviders = isLiveModeAvailable()
  return { ...readiness, hasProviders, isOn: readiness.isApproved && hasProviders }
}
