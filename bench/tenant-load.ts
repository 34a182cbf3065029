import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Payer } from './throughput-data'

const REFUSED_MS = 50

type Sent = {
  accountId: string
  sentAtMs: number
  endedAtMs: number
  /** 0 for a connection that was lost. */
  status: number
  retryAfter: string | null
  /** Of a payout that was acknowledged. */
  payoutId: string | null
}

type Call = { method: 'GET' | 'POST'; path: string; body?: object }

/** Many vendors' requests, each client as fast as it is answered: of five, one pays out, two create and two read. */
export class TenantLoad {
  readonly sent: Sent[] = []
  private readonly agent: Agent
  private readonly ending = new AbortController()
  private readonly clients: Promise<void>[]
  private turn = 0

  constructor(
    private readonly url: string,
    private readonly payers: Payer[],
    clients: number,
  ) {
    this.agent = new Agent({ connections: clients })
    this.clients = Array.from({ length: clients }, () => this.run())
  }

  async stop(): Promise<void> {
    this.ending.abort()
    await Promise.all(this.clients)
    await this.agent.close()
  }

  private async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const { turn } = this
      this.turn += 1
      const payer = this.payers[Math.floor(turn / 5) % this.payers.length] as Payer
      const sent = await this.send(payer, callsOf(payer)[turn % 5] as Call)
      this.sent.push(sent)
      if (sent.status >= 300 || sent.status === 0) await delay(REFUSED_MS)
    }
  }

  private async send({ account, key }: Payer, { method, path, body }: Call): Promise<Sent> {
    const sent = { accountId: account.id, sentAtMs: performance.now(), payoutId: null, retryAfter: null }
    try {
      const answer = await request(`${this.url}/api/v2${path}`, {
        dispatcher: this.agent,
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      })
      const { payout } = (await answer.body.json()) as { payout?: { id: string } }
      const retryAfter = String(answer.headers['retry-after'] ?? '') || null
      const payoutId = answer.statusCode < 300 && payout ? payout.id : null
      return { ...sent, endedAtMs: performance.now(), status: answer.statusCode, retryAfter, payoutId }
    } catch {
      return { ...sent, endedAtMs: performance.now(), status: 0 }
    }
  }
}

function callsOf({ customerId, bankAccountId }: Payer): Call[] {
  const customer = `/customer/${customerId}`
  return [
    { method: 'POST', path: `${customer}/payout`, body: { bank_account_id: bankAccountId, amount: 1 } },
    { method: 'GET', path: customer },
    { method: 'POST', path: '/invoice', body: { customer_id: customerId, amount: 10 } },
    { method: 'GET', path: `${customer}/bank-accounts` },
    {
      method: 'POST',
      path: '/customer',
      body: { name: 'Ada Lovelace', email: `${randomUUID()}@example.com` },
    },
  ]
}
