import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { leaseMs } from '@/lib/jobs/lease'
import { due } from '@/lib/jobs/queue.fixture'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { workOnPayment } from './hosted-checkout.fixture'
import { payWithCard } from './pay-with-card'
import {
  booksOf,
  CARD,
  chargingBy,
  PAID_ONCE,
  type PayableInvoice,
  payableInvoice,
  TIMEOUT_MS,
  UNPAID,
} from './payable-invoice.fixture'
import { recordChargeOutcome } from './settle-payment'
import { paymentQueue } from './start-payment'

const sandbox = paymentProviderFor('test')
let time = new Date()
let invoice: PayableInvoice

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  invoice = await payableInvoice(sandbox)
})
afterEach(async () => {
  setClock(null)
  await expectSoundLedger()
})

const later = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

/** A request that dies before the provider receives it, or after it has charged. */
async function die(when: 'before' | 'after', number = CARD.number): Promise<string> {
  let paymentId = ''
  const dying = chargingBy(sandbox, async (request, signal) => {
    paymentId = request.key
    if (when === 'after') await sandbox.cards?.charge(request, signal)
    throw new Error('the process died')
  })
  const request = payWithCard(invoice.token, { ...CARD, number }, { provider: dying, timeoutMs: TIMEOUT_MS })
  await expect(request).rejects.toThrow('died')
  return paymentId
}

const isDue = async (paymentId: string) => (await due(paymentQueue)).some(({ id }) => id === paymentId)
const ask = (paymentId: string, provider: PaymentProvider = sandbox) =>
  workOnPayment(
    { tenantId: invoice.accountId, id: paymentId },
    { providers: [provider], timeoutMs: TIMEOUT_MS },
  )

describe('a payment whose request died', () => {
  test('after the charge is resolved: the invoice is paid, once', async () => {
    const paymentId = await die('after')
    later(leaseMs(TIMEOUT_MS) - 1)
    expect(await isDue(paymentId)).toBe(false)
    await ask(paymentId)
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: ['PROCESSING'] })
    later(1)
    expect(await isDue(paymentId)).toBe(true)
    await Promise.all(Array.from({ length: 10 }, () => ask(paymentId)))
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect(await isDue(paymentId)).toBe(false)
  })

  test('after a decline is resolved: the invoice is failed and can be paid', async () => {
    const paymentId = await die('after', '4000000000000002')
    later(leaseMs(TIMEOUT_MS))
    await ask(paymentId)
    expect(await booksOf(invoice)).toMatchObject({
      status: 'FAILED',
      payments: ['DECLINED'],
      transactions: 0,
    })
  })

  test('before the charge is abandoned: that is no decline, and the buyer pays with another attempt', async () => {
    const paymentId = await die('before')
    later(leaseMs(TIMEOUT_MS))
    await ask(paymentId)
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: ['ABANDONED'] })
    // The first attempt resumes: its key is void.
    const { sessionReference } = await database().payment.findFirstOrThrow({ where: { id: paymentId } })
    const late = await sandbox.cards?.charge(
      { key: paymentId, sessionReference: sessionReference ?? '', card: CARD },
      AbortSignal.timeout(TIMEOUT_MS),
    )
    expect(late).toMatchObject({ kind: 'rejected', code: 'never_accepted' })
    await payWithCard(invoice.token, CARD, { provider: sandbox, timeoutMs: TIMEOUT_MS })
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['ABANDONED', 'SUCCEEDED'] })
  })
})

describe('an outcome reported twice', () => {
  const tell = (id: string, outcome: Parameters<typeof recordChargeOutcome>[2]) =>
    inTransaction((tx) => recordChargeOutcome(tx, { ...invoice, id }, outcome, 'card'))
  const charged = { kind: 'accepted', value: { reference: 'ch_1' } } as const
  const declined = { kind: 'rejected', code: 'card_declined', detail: 'Declined.', httpStatus: 402 } as const

  test('is booked once, however many report it at once', async () => {
    const id = await die('before')
    const statuses = await Promise.all(Array.from({ length: 10 }, () => tell(id, charged)))
    expect(new Set(statuses)).toEqual(new Set(['SUCCEEDED']))
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('with contradictory content is not reverted: the first one stands', async () => {
    const id = await die('before')
    expect(await tell(id, charged)).toBe('SUCCEEDED')
    expect(await tell(id, declined)).toBe('SUCCEEDED')
    expect(await tell(id, { kind: 'unknown', reason: 'no answer' })).toBe('SUCCEEDED')
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('in two versions at once is booked as one of them', async () => {
    const id = await die('before')
    const statuses = await Promise.all(
      [charged, declined, charged, declined].map((outcome) => tell(id, outcome)),
    )
    expect(new Set(statuses).size).toBe(1)
    const books = await booksOf(invoice)
    expect(books.transactions).toBe(statuses[0] === 'SUCCEEDED' ? 1 : 0)
    expect(books.history).toHaveLength(1)
  })
})

test('a provider that doesn’t know is asked again, ever more rarely, and the invoice waits', async () => {
  const paymentId = await die('before')
  const unsure: PaymentProvider = sandbox.cards
    ? {
        ...sandbox,
        cards: { ...sandbox.cards, lookUpCharge: async () => ({ kind: 'unknown', reason: 'busy' }) },
      }
    : sandbox
  const waits: number[] = []
  later(leaseMs(TIMEOUT_MS))
  for (let check = 0; check < 6; check += 1) {
    await ask(paymentId, unsure)
    const { nextAttemptAt } = await database().payment.findFirstOrThrow({ where: { id: paymentId } })
    waits.push((nextAttemptAt?.getTime() ?? 0) - time.getTime())
    time = nextAttemptAt ?? time
  }
  expect(waits).toEqual([15, 30, 60, 300, 900, 3600].map((seconds) => seconds * 1000))
  expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: ['PROCESSING'] })
})
