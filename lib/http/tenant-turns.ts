import type { Call } from './operation'
import { Refusal } from './refusals'

/** How much of one kind of work a process does. */
type Limits = {
  /** Of all tenants. */
  atOnce: number
  atOncePerTenant: number
  /** More of one tenant are refused. */
  waitingPerTenant: number
}

type Requester = { tenantId: string } & Pick<Call, 'onDisconnect'>

type InTurn = <Result>(requester: Requester, work: () => Promise<Result>) => Promise<Result>

/** `waiting` has what starts each request that waits, in order. */
type Tenant = { running: number; waiting: (() => void)[] }

const RETRY_AFTER_SECONDS = 5

/**
 * Runs expensive work, a few at once and the tenants in turn: one that asks for a hundred waits for itself, and nobody
 * else for it. A request whose client is gone leaves the queue. Throws `rate_limited` if the tenant has too many
 * waiting.
 */
export function tenantTurns({ atOnce, atOncePerTenant, waitingPerTenant }: Limits): InTurn {
  let running = 0
  /** In the order of their next turns. */
  const tenants = new Map<string, Tenant>()

  /** After everybody else; nowhere if it has neither work nor a wish for it. */
  const placeLast = (id: string, tenant: Tenant) => {
    tenants.delete(id)
    if (tenant.running > 0 || tenant.waiting.length > 0) tenants.set(id, tenant)
  }

  const startNext = () => {
    for (const [id, tenant] of [...tenants]) {
      if (running >= atOnce) return
      const start = tenant.running < atOncePerTenant && tenant.waiting.shift()
      if (!start) continue
      running += 1
      tenant.running += 1
      placeLast(id, tenant)
      start()
    }
  }

  const turnOf = ({ tenantId, onDisconnect }: Requester, tenant: Tenant) =>
    new Promise<void>((resolve, reject) => {
      tenant.waiting.push(resolve)
      onDisconnect(() => {
        const place = tenant.waiting.indexOf(resolve)
        if (place < 0) return
        tenant.waiting.splice(place, 1)
        if (tenant.running === 0 && tenant.waiting.length === 0) tenants.delete(tenantId)
        reject(new Refusal('client_gone'))
      })
      startNext()
    })

  return async (requester, work) => {
    const { tenantId } = requester
    const tenant = tenants.get(tenantId) ?? { running: 0, waiting: [] }
    if (tenant.waiting.length >= waitingPerTenant) {
      throw new Refusal('rate_limited', null, { 'Retry-After': String(RETRY_AFTER_SECONDS) })
    }
    tenants.set(tenantId, tenant)
    await turnOf(requester, tenant)
    try {
      return await work()
    } finally {
      running -= 1
      tenant.running -= 1
      placeLast(tenantId, tenant)
      startNext()
    }
  }
}
