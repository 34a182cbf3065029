import type { Endpoint, Json } from '@/components/docs/reference'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { env } from '@/lib/env'
import { createRouter } from '@/lib/http/router'

const router = createRouter(Object.values(apiV2))

export type Answer = { status: number; body: { [field: string]: Json } }

/** Sends a request to a documented endpoint as its route would. */
export async function send(
  { method }: Pick<Endpoint, 'method'>,
  request: { path: string; key: string | null; body: object | undefined },
): Promise<Answer> {
  env.RATE_LIMIT_TEST = 0
  const response = await respond(
    router,
    new Request(`http://localhost${request.path}`, {
      method,
      ...(request.key ? { headers: { Authorization: `Bearer ${request.key}` } } : {}),
      ...(method !== 'GET' ? { body: JSON.stringify(request.body ?? {}) } : {}),
    }),
  )
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
