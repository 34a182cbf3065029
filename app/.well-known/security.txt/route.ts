import { now } from '@/lib/clock'
import { securityTxt } from '@/lib/http/security-txt'

export const dynamic = 'force-dynamic'

export function GET(): Response {
  return securityTxt(now())
}
