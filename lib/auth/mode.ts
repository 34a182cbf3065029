import { cookies } from 'next/headers'
import type { Mode } from '@/lib/db/generated/enums'
import { cookieName } from '@/lib/http/cookies'
import { MODE_COOKIE } from './session-vendor'

export type { Mode }

/** The mode that pages open in, one at a time: as the switch was left, test by default. */
export async function currentMode(): Promise<Mode> {
  return (await cookies()).get(cookieName(MODE_COOKIE))?.value === 'live' ? 'live' : 'test'
}
