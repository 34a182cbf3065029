import type { Transfer } from '../payout-provider'

/** The outcome of a transfer to one of the sandbox's account numbers. */
export type PayoutScenario =
  | {
      kind: 'accepted'
      name: string
      /** The status in the answer, then in each look-up; the last one stays. */
      statuses: readonly [string, ...string[]]
      /** False: the transfer is created, but the sender gets no answer. */
      answers: boolean
    }
  | { kind: 'refused'; name: string }
  /** The request is lost: nothing is recorded and no answer comes. */
  | { kind: 'lost'; name: string }

const delivered: PayoutScenario = {
  kind: 'accepted',
  name: 'delivered',
  statuses: ['DELIVERED'],
  answers: true,
}

/** Any other number is delivered at once. */
const scenarios: ReadonlyMap<string, PayoutScenario> = new Map([
  ['000111111116', { kind: 'refused', name: 'no_account' }],
  ['000111111113', { kind: 'refused', name: 'account_closed' }],
  ['000222222227', { kind: 'refused', name: 'insufficient_funds' }],
  ['000444444440', { kind: 'accepted', name: 'lost_answer', statuses: ['DELIVERED'], answers: false }],
  ['000555555559', { kind: 'lost', name: 'lost_request' }],
  [
    '000666666661',
    { kind: 'accepted', name: 'returned', statuses: ['DELIVERED', 'RETURNED'], answers: true },
  ],
  [
    '000777777771',
    {
      kind: 'accepted',
      name: 'slow',
      statuses: ['PROCESSING', 'PROCESSING', 'DELIVERED'],
      answers: true,
    },
  ],
])

export function payoutScenario(accountNumber: string): PayoutScenario {
  return scenarios.get(accountNumber) ?? delivered
}

const refusals: ReadonlyMap<string, string> = new Map([
  ['no_account', 'There is no bank account with this number'],
  ['account_closed', 'The bank account has been closed'],
  ['insufficient_funds', 'The balance at the payout provider does not cover this transfer'],
  ['never_accepted', 'No transfer was made under this key, and none can be made any more'],
  ['idempotency_mismatch', 'The key belongs to a transfer with other details'],
])

/** The message for a refusal code. */
export function refusalDetail(code: string): string {
  return refusals.get(code) ?? 'The sandbox refused the transfer'
}

/** Maps a sandbox status to the provider interface. */
export function transferProgress(status: string): Pick<Transfer, 'status' | 'failure'> {
  if (status === 'RETURNED') {
    return { status: 'returned', failure: { code: 'returned', detail: 'The bank sent the transfer back' } }
  }
  if (status === 'FAILED') {
    return { status: 'failed', failure: { code: 'failed', detail: 'The transfer was not carried out' } }
  }
  return { status: status === 'DELIVERED' ? 'delivered' : 'processing', failure: null }
}
