import type { Access } from './operation'
import { limitAddress } from './rate-limit'
import { refuseOtherOrigins } from './same-origin'

type Rules = {
  /** Name of the limit that requests count against, per client address. */
  limit?: string
  tooMany?: 'rate_limited' | 'too_many_attempts'
}

/** Access without a key or session. A browser may write from our own pages only. */
export function anyone({ limit, tooMany = 'rate_limited' }: Rules = {}): Access<object> {
  return {
    kind: 'public',
    codes: ['cross_site_request', ...(limit ? [tooMany] : [])],
    enter: async (call) => {
      if (call.method !== 'GET' && call.method !== 'HEAD') refuseOtherOrigins(call)
      if (limit) await limitAddress(call.clientAddress, limit, tooMany)
      return {}
    },
  }
}
