import { MODE_COOKIE } from '@/lib/auth/mode'
import { usesSecureCookies } from '@/lib/auth/session-token'
import { RequestError } from '../errors'
import { operation } from '../operation'
import { readJsonBody } from '../read-json-body'
import { refuseOtherOrigins } from '../same-origin'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Remembers which mode the dashboard opens in: a preference of the browser, and no authority for anything. */
export const switchMode = operation('/api/dashboard/mode', async ({ request }) => {
  refuseOtherOrigins(request)
  const { mode } = await readJsonBody(request)
  if (mode !== 'test' && mode !== 'live') throw new RequestError(400, 'mode must be test or live')
  const secure = usesSecureCookies() ? '; Secure' : ''
  const cookie = `${MODE_COOKIE}=${mode}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${secure}`
  return { status: 200, body: { mode }, headers: { 'Set-Cookie': cookie } }
})
