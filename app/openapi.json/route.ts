import { apiDescription } from '@/lib/api/v2'

export const dynamic = 'force-dynamic'

/** The description of the API where tools look for it. */
export function GET(): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return new Response(apiDescription().text, { headers })
}
