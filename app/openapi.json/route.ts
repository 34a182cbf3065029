import { describeV2 } from '@/lib/api/v2'

export const dynamic = 'force-dynamic'

/** The description of the API where tools look for it. */
export function GET(): Response {
  return Response.json(describeV2(), { headers: { 'Cache-Control': 'no-store' } })
}
