import { securityTxt } from '@/lib/http/security-txt'
import { now } from '@/lib/time/clock'

export const dynamic = 'force-dynamic'

export function GET(): Response {
  return securityTxt(now())
}
