import type { Access } from '../access'
import type { Outcome } from '../outcome'
import type { Books } from './books'
import { withConnection } from './connection'

/** The sandbox answers where its books can be read. */
export async function checkBooks({ pool }: Books, signal: AbortSignal): Promise<Outcome<Access>> {
  await withConnection(pool, signal, (client) =>
    client.query('SELECT FROM sandbox_transfers, sandbox_checkout_sessions LIMIT 1'),
  )
  return { kind: 'accepted', value: { movesRealMoney: false } }
}
