import { cookies } from 'next/headers'

/** What an account is in; the dashboard shows one at a time. */
export type Mode = 'test' | 'live'

export const MODE_COOKIE = 'counterfoil-mode'

/** The mode that pages open in: where the switch was left, and test before it is ever used. */
export async function currentMode(): Promise<Mode> {
  return (await cookies()).get(MODE_COOKIE)?.value === 'live' ? 'live' : 'test'
}
