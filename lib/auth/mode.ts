import { cookies } from 'next/headers'
import { cookieName } from '@/lib/http/cookies'
import { MODE_COOKIE } from './session-vendor'

/** The dashboard shows one mode at a time. */
export type Mode = 'test' | 'live'

/** The mode that pages open in: as the switch was left, test by default. */
export async function currentMode(): Promise<Mode> {
  return (await cookies()).get(cookieName(MODE_COOKIE))?.value === 'live' ? 'live' : 'test'
}
