import { describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { mailsOf } from '@/lib/mail/mail.fixture'
import type { PayoutProvider, Transfer, TransferRequest } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import {
  intend,
  type PayableCustomer,
  payableCustomer,
  postingsOf,
  refused,
  standIn,
  TIMEOUT_MS,
  transfer,
  unknown,
  walletOf,
} from './payable-customer.fixture'
import { findPayoutIntent, sendPayout } from './send-payout'

const send = async ({ account }: PayableCustomer, payoutId: string, provider: PayoutProvider) =>
  sendPayout(await findPayoutIntent({ accountId: account.id, payoutId }), {
    provider,
    timeoutMs: TIMEOUT_MS,
  })

describe('the request to the provider', () => {
  test('has the payout’s amount and account, under the payout’s id, with the intent committed before', async () => {
    const payable = await payableCustomer(1000n, '000987654321')
    const payoutId = await intend(payable, 400n)
    const requests: TransferRequest[] = []
    const provider: PayoutProvider = {
      ...standIn({}),
      async send(request) {
        requests.push(request)
        // The pool gives another connection, so it sees committed data only.
        expect(await walletOf(payable)).toEqual({ available: 600n, held: 400n })
        const { rows } = await connectionPool().query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database()
              AND state LIKE 'idle in transaction%'`,
        )
        expect(rows).toHaveLength(0)
        return transfer('delivered')
      },
    }
    await send(payable, payoutId, provider)
    expect(requests).toMatchObject([
      {
        key: payoutId,
        amountMinor: 400n,
        currency: 'USD',
        beneficiary: { accountNumber: '000987654321', bankAccountId: payable.bankAccountId },
      },
    ])
  })
})

type Expected = { status: string; available: bigint; held: bigint; postings: string[] }

const outcomes: [string, Outcome<Transfer>, Expected][] = [
  [
    'delivered: it is paid',
    transfer('delivered'),
    { status: 'PAID', available: 600n, held: 0n, postings: ['payout.delivered', 'payout.requested'] },
  ],
  [
    'refused: the funds are back',
    refused,
    {
      status: 'FAILED',
      available: 1000n,
      held: 0n,
      postings: ['payout.requested', 'payout.requested.reversed'],
    },
  ],
  [
    'failed after it was taken in: the funds are back',
    transfer('failed', { code: 'account_closed', detail: 'The account is closed' }),
    {
      status: 'FAILED',
      available: 1000n,
      held: 0n,
      postings: ['payout.requested', 'payout.requested.reversed'],
    },
  ],
  [
    'returned at once: both movements are booked',
    transfer('returned'),
    {
      status: 'RETURNED',
      available: 1000n,
      held: 0n,
      postings: [
        'payout.delivered',
        'payout.delivered.reversed',
        'payout.requested',
        'payout.requested.reversed',
      ],
    },
  ],
  [
    'under way: the funds are held',
    transfer('processing'),
    { status: 'PROCESSING', available: 600n, held: 400n, postings: ['payout.requested'] },
  ],
  [
    'unknown: the funds are held, and nothing is reversed on a guess',
    unknown,
    { status: 'PROCESSING', available: 600n, held: 400n, postings: ['payout.requested'] },
  ],
]

describe('when the provider answers', () => {
  test.each(outcomes)('%s', async (_name, outcome, { status, postings, ...wallet }) => {
    const payable = await payableCustomer(1000n)
    const payoutId = await intend(payable, 400n)
    const payout = await send(payable, payoutId, standIn({ send: outcome }))
    expect(payout.status).toBe(status)
    expect(await walletOf(payable)).toEqual(wallet)
    expect(await postingsOf(payoutId)).toEqual(Object.fromEntries(postings.map((reason) => [reason, 1])))
  })

  test('to ten callers at once, the delivery is booked and mailed once', async () => {
    const payable = await payableCustomer(1000n)
    const payoutId = await intend(payable, 400n)
    const provider = standIn({ send: transfer('delivered') })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(payable, payoutId, provider)))
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'PAID'))
    expect(await postingsOf(payoutId)).toEqual({ 'payout.delivered': 1, 'payout.requested': 1 })
    expect(await mailsOf(payable.account.id, 'payout')).toHaveLength(1)
  })

  test('a reason, it is stored with the payout', async () => {
    const payable = await payableCustomer(1000n)
    const payout = await send(payable, await intend(payable, 400n), standIn({ send: refused }))
    expect(payout).toMatchObject({
      failureCode: 'no_account',
      failureDetail: 'There is no bank account with this number',
    })
  })

  test('its own id and status, they are stored for reconciliation', async () => {
    const payable = await payableCustomer(1000n)
    const payout = await send(payable, await intend(payable, 400n), standIn({ send: transfer('delivered') }))
    expect(payout).toMatchObject({ providerTransferId: 'tr_1', providerTransferStatus: 'DELIVERED' })
  })

  test('more than fits, the text is cut and the money is right all the same', async () => {
    const payable = await payableCustomer(1000n)
    const talkative = { ...refused, code: 'c'.repeat(500), detail: 'd'.repeat(5000) } as Outcome<Transfer>
    const payout = await send(payable, await intend(payable, 400n), standIn({ send: talkative }))
    expect(payout.failureDetail).toHaveLength(1000)
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
  })
})
