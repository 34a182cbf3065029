/** The tenant that work under way belongs to, and the receiver that it may wait for. */
export type Occupant = { tenantId: string; receiver: string | null }

/** The slots that a process has for a queue: how many are free, and who has the others. */
export type Slots = { free: number; occupants: Iterable<Occupant> }

/**
 * Deals out free slots. No tenant, and no receiver that several tenants share, gets more slots than it leaves free,
 * and no tenant more of a receiver's slots than it leaves free there: whatever hangs, there is always a slot for
 * somebody else, at the same receiver too.
 */
export class SlotShares {
  private readonly occupants: Occupant[]
  private readonly running = new Map<string, number>()
  private readonly turns = new Map<string, number>()
  private readonly free: number

  constructor({ free, occupants }: Slots) {
    this.free = free
    this.occupants = [...occupants]
    for (const occupant of this.occupants) count(this.running, keysOf(occupant))
  }

  /** Takes a slot for the row; false if the tenant or the receiver has its share. */
  take(row: Occupant): boolean {
    if (this.sharesOf(row).some(([key, most]) => (this.turns.get(key) ?? 0) >= most)) return false
    count(this.turns, keysOf(row))
    return true
  }

  /** Who gets no more: ids of tenants, receivers, and tenants at a receiver as `tenant receiver`. */
  full(): string[] {
    return this.occupants
      .flatMap((occupant) => this.sharesOf(occupant))
      .filter(([, most]) => most <= 0)
      .map(([key]) => key)
  }

  /** How many slots each key of a row may get, beside those that it has. */
  private sharesOf(row: Occupant): [key: string, most: number][] {
    const [tenant, receiver, tenantAtReceiver] = keysOf(row)
    const ofTenant = half(this.free - this.had(tenant))
    if (receiver === undefined || tenantAtReceiver === undefined) return [[tenant, ofTenant]]
    const ofReceiver = half(this.free - this.had(receiver))
    return [
      [tenant, ofTenant],
      [receiver, ofReceiver],
      // Rounded up: the last slot there is for a tenant that has none.
      [tenantAtReceiver, half(ofReceiver - this.had(tenantAtReceiver) + 1)],
    ]
  }

  private had(key: string): number {
    return this.running.get(key) ?? 0
  }
}

/** Half of the slots that would be free without somebody: it then has as many as it leaves. */
function half(slots: number): number {
  return Math.floor(slots / 2)
}

function keysOf({ tenantId, receiver }: Occupant): [tenant: string, receiver?: string, both?: string] {
  return receiver === null ? [tenantId] : [tenantId, receiver, `${tenantId} ${receiver}`]
}

function count(counts: Map<string, number>, keys: Iterable<string | undefined>): void {
  for (const key of keys) if (key) counts.set(key, (counts.get(key) ?? 0) + 1)
}
