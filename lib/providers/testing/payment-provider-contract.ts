import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CheckoutRequest,
  CheckoutSession,
  PaymentProvider,
  Refund,
  RefundRequest,
} from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import {
  acceptedValue,
  type Checkable,
  callProvider,
  type Holding,
  tellsItsBalance,
  tellsWhetherItAnswers,
} from './contract'
import {
  endsAlthoughItsPagesRepeat,
  type FaultOptions,
  type FaultTable,
  isDoneOnceWhateverHappens,
  isNeverGuessedWhateverHappens,
  isNeverPassedOffAsRight,
  requireTable,
  statedFee,
} from './fault-table'
import { listsItsPayments } from './list-contracts'

export type PaymentCall = 'checkout' | 'look at a session' | 'close' | 'refund' | 'reversals' | 'fee' | 'list'

export type PaymentFaults = FaultTable<PaymentCall> & {
  /** The number of sessions under the key in the provider's own records. */
  countSessions(key: string): number
}

export type PaymentContractSetup = {
  provider: PaymentProvider
  /** The same adapter with an unreachable provider. */
  unreachable: PaymentProvider
  /** The same adapter with a wrong key; null for a provider without keys. */
  wrongKey: (Checkable & Holding) | null
  /** Emails whose session is created, and refused. */
  emails: { accepted: string; refused: string }
  /** Pays an open session as a buyer does, with a Visa card that ends in 4242. */
  pay(sessionReference: string): Promise<void>
  /** What the provider holds in US dollars in its own records, in cents; null for one that holds no real money. */
  balance: (() => { availableMinor: bigint; pendingMinor: bigint }) | null
  /** What the provider keeps of a payment in its own records, in minor units; null for a provider that keeps nothing. */
  feeMinor: ((paymentReference: string) => bigint) | null
  /** What may go wrong; null for a provider in our own database. */
  faults: PaymentFaults | null
  /** Amount refunded in the provider's own records, in minor units. */
  refundedMinor(paymentReference: string): Promise<bigint>
  close(): Promise<void>
}

/** A session of 25.00 USD under a new key. */
export function checkoutFor(email: string, changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    key: randomUUID(),
    amountMinor: 2500n,
    currency: 'USD',
    email,
    description: 'Invoice for Ann Smith',
    vendorName: 'Corner Bakery',
    successUrl: 'https://example.com/pay/token',
    cancelUrl: null,
    ...changes,
  }
}

/** The guarantees that payments rely on; every adapter passes them. */
export function paymentProviderContract(
  name: string,
  makeSetup: () => Promise<PaymentContractSetup>,
  { isInOurDatabase = false }: FaultOptions = {},
): void {
  describe(`${name} keeps the payment provider contract`, () => {
    let setup: PaymentContractSetup
    beforeAll(async () => {
      setup = await makeSetup()
    })
    afterAll(() => setup?.close())

    const under = () => callsOf(setup)
    describe('a checkout session', () => itMakesOneSessionPerKey(under))
    describe('a refund', () => itGivesBackOncePerKey(under))
    describe('a fee', () => itIsReadOnce(under))
    describe('a balance', () => tellsItsBalance(() => setup))
    describe('a check', () => tellsWhetherItAnswers(() => setup))
    describe('a list', () => listsItsPayments(under))
    describe('an unreachable provider', () => itNeverThrows(under))
    if (!isInOurDatabase) describe('a fault', () => itMeetsEachFault(under))
  })
}

type PaymentCalls = {
  setup: PaymentContractSetup
  create(request: CheckoutRequest): Promise<Outcome<CheckoutSession>>
  read(reference: string): Promise<Outcome<CheckoutSession>>
  refund(request: RefundRequest): Promise<Outcome<Refund>>
  openSession(): Promise<CheckoutSession>
  /** A request to refund all of a new payment. */
  paidSession(): Promise<RefundRequest>
}

function callsOf(setup: PaymentContractSetup): PaymentCalls {
  const { provider } = setup
  const create = (request: CheckoutRequest) =>
    callProvider((signal) => provider.createCheckoutSession(request, signal))
  const read = (reference: string) =>
    callProvider((signal) => provider.readCheckoutSession(reference, signal))
  const openSession = async () => acceptedValue(await create(checkoutFor(setup.emails.accepted)))
  return {
    setup,
    create,
    read,
    openSession,
    refund: (request) => callProvider((signal) => provider.refund(request, signal)),
    paidSession: async () => {
      const { reference } = await openSession()
      await setup.pay(reference)
      const { paymentReference, amountMinor, currency } = acceptedValue(await read(reference))
      if (paymentReference === null) throw new Error('a paid session names its payment')
      return { key: randomUUID(), paymentReference, amountMinor, currency }
    },
  }
}

function itMakesOneSessionPerKey(under: () => PaymentCalls): void {
  test('is created once, however often its key is sent', async () => {
    const { setup, create } = under()
    const request = checkoutFor(setup.emails.accepted)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => create(request)))
    outcomes.push(await create(request))
    expect(new Set(outcomes.map((outcome) => acceptedValue(outcome).reference)).size).toBe(1)
    expect(acceptedValue(await create({ ...request, key: randomUUID() })).reference).not.toBe(
      acceptedValue(await create(request)).reference,
    )
  })

  test('is open with its amount, and paid with a payment once the buyer has paid', async () => {
    const { setup, read, openSession } = under()
    const session = await openSession()
    const open = {
      status: 'open',
      paymentReference: null,
      paidWith: null,
      amountMinor: 2500n,
      currency: 'USD',
    }
    expect(session).toMatchObject(open)
    expect(acceptedValue(await read(session.reference))).toEqual(session)
    await setup.pay(session.reference)
    const paid = acceptedValue(await read(session.reference))
    const paymentReference = expect.stringMatching(/\S/)
    const paidWith = { name: 'Visa', last4: '4242' }
    expect(paid).toEqual({ ...session, status: 'paid', paymentReference, paidWith, url: null })
  })

  test('keeps its first amount', async () => {
    const { setup, create, read } = under()
    const request = checkoutFor(setup.emails.accepted)
    const session = acceptedValue(await create(request))
    expect((await create({ ...request, amountMinor: 2501n })).kind).not.toBe('accepted')
    expect(acceptedValue(await read(session.reference))).toEqual(session)
  })

  test('that is refused is refused every time', async () => {
    const { setup, create } = under()
    const request = checkoutFor(setup.emails.refused)
    const first = await create(request)
    expect(first.kind).toBe('rejected')
    expect(await create(request)).toEqual(first)
  })

  test('that does not exist is rejected', async () => {
    expect((await under().read('no-such-session')).kind).toBe('rejected')
  })
}

function itGivesBackOncePerKey(under: () => PaymentCalls): void {
  test('is created once, however often its key is sent', async () => {
    const { setup, refund, paidSession } = under()
    const request = await paidSession()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => refund(request)))
    outcomes.push(await refund(request))
    expect(new Set(outcomes.map((outcome) => acceptedValue(outcome).reference)).size).toBe(1)
    expect(await setup.refundedMinor(request.paymentReference)).toBe(2500n)
  })

  test('never exceeds the amount paid', async () => {
    const { setup, refund, paidSession } = under()
    const whole = await paidSession()
    const part = { ...whole, amountMinor: 1500n }
    expect((await refund({ ...whole, amountMinor: 2501n, key: randomUUID() })).kind).toBe('rejected')
    const outcomes = await Promise.all([
      refund({ ...part, key: randomUUID() }),
      refund({ ...part, key: randomUUID() }),
    ])
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['accepted', 'rejected'])
    expect(await setup.refundedMinor(whole.paymentReference)).toBe(1500n)
  })

  test('of a payment that does not exist is rejected', async () => {
    const request = { key: randomUUID(), paymentReference: 'no-such', amountMinor: 1n, currency: 'USD' }
    expect((await under().refund(request)).kind).toBe('rejected')
  })
}

function itIsReadOnce(under: () => PaymentCalls): void {
  test('is what the provider keeps, the same at every look, also once the payment is refunded', async () => {
    const { setup, paidSession, refund } = under()
    const { provider, feeMinor } = setup
    expect(provider.readFee === undefined).toBe(feeMinor === null)
    if (!feeMinor || !provider.readFee) return
    const whole = await paidSession()
    const { paymentReference } = whole
    const read = () => callProvider(async (signal) => provider.readFee?.(paymentReference, signal) ?? NO_FEE)
    const fee = { amountMinor: feeMinor(paymentReference), currency: 'USD' }
    expect(acceptedValue(await read())).toEqual(fee)
    acceptedValue(await refund(whole))
    expect(acceptedValue(await read())).toEqual(fee)
  })

  test('of a payment that does not exist is rejected', async () => {
    const { provider } = under().setup
    const read = async (signal: AbortSignal) => provider.readFee?.('no-such-payment', signal) ?? NO_FEE
    if (provider.readFee) expect((await callProvider(read)).kind).toBe('rejected')
  })
}

const NO_FEE = { kind: 'accepted', value: null } as const

function itMeetsEachFault(under: () => PaymentCalls): void {
  const table = () => requireTable(under().setup.faults)
  let request: CheckoutRequest
  let reversal: RefundRequest
  isDoneOnceWhateverHappens({
    call: 'checkout',
    table,
    prepare: async () => {
      request = checkoutFor(under().setup.emails.accepted)
      return (signal) => under().setup.provider.createCheckoutSession(request, signal)
    },
    expectOnce: async () => expect(under().setup.faults?.countSessions(request.key)).toBe(1),
  })
  isDoneOnceWhateverHappens({
    call: 'refund',
    table,
    prepare: async () => {
      reversal = await under().paidSession()
      return (signal) => under().setup.provider.refund(reversal, signal)
    },
    expectOnce: async () =>
      expect(await under().setup.refundedMinor(reversal.paymentReference)).toBe(reversal.amountMinor),
  })
  const prepare = async () => {
    const { reference } = await under().openSession()
    await under().setup.pay(reference)
    return (signal: AbortSignal) => under().setup.provider.readCheckoutSession(reference, signal)
  }
  isNeverGuessedWhateverHappens({ call: 'look at a session', table, prepare })
  isNeverPassedOffAsRight({ call: 'look at a session', table, prepare })
  let closed: string
  const prepareClose = async () => {
    const { expireCheckoutSession } = under().setup.provider
    if (!expireCheckoutSession) return null
    const { reference } = await under().openSession()
    closed = reference
    return (signal: AbortSignal) => expireCheckoutSession(reference, signal)
  }
  isDoneOnceWhateverHappens({
    call: 'close',
    table,
    prepare: prepareClose,
    expectOnce: async () => expect(acceptedValue(await under().read(closed)).status).toBe('expired'),
  })
  isNeverPassedOffAsRight({ call: 'close', table, prepare: prepareClose })
  const prepareReversals = async () => {
    const whole = await under().paidSession()
    acceptedValue(await under().refund(whole))
    return async (signal: AbortSignal) =>
      onlyOne(await under().setup.provider.readReversals(whole.paymentReference, signal))
  }
  isNeverGuessedWhateverHappens({ call: 'reversals', table, prepare: prepareReversals })
  isNeverPassedOffAsRight({ call: 'reversals', table, prepare: prepareReversals })
  const prepareFee = async () => {
    const { readFee } = under().setup.provider
    if (!readFee) return null
    const { paymentReference } = await under().paidSession()
    return async (signal: AbortSignal) => statedFee(await readFee(paymentReference, signal))
  }
  isNeverGuessedWhateverHappens({ call: 'fee', table, prepare: prepareFee })
  isNeverPassedOffAsRight({ call: 'fee', table, prepare: prepareFee })
  isNeverGuessedWhateverHappens({
    call: 'list',
    table,
    prepare: async () => {
      await under().paidSession()
      const range = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
      return (signal) => under().setup.provider.listPayments(range, null, signal)
    },
  })
  describe('a list', () =>
    endsAlthoughItsPagesRepeat(table, (cursor, signal) => {
      const range = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
      return under().setup.provider.listPayments(range, cursor, signal)
    }))
}

/** The only item of a list: one that is missing would look like money that nobody gave back. */
function onlyOne<Item>(outcome: Outcome<Item[]>): Outcome<Item> {
  if (outcome.kind !== 'accepted') return outcome
  const [item, ...more] = outcome.value
  if (item === undefined || more.length > 0) throw new Error('the list has another number of items than one')
  return { kind: 'accepted', value: item }
}

function itNeverThrows(under: () => PaymentCalls): void {
  test('leaves every outcome unknown', async () => {
    const { setup } = under()
    expect(await kindsOf(setup.unreachable, setup.emails.accepted, 3000)).toEqual(['unknown'])
  })

  test('leaves every outcome unknown if the signal had already aborted', async () => {
    const { setup } = under()
    expect(await kindsOf(setup.provider, setup.emails.accepted, 'aborted')).toEqual(['unknown'])
  })
}

/** Makes every call and returns the kinds of their outcomes. */
async function kindsOf(
  provider: PaymentProvider,
  email: string,
  patience: number | 'aborted',
): Promise<string[]> {
  const request = checkoutFor(email)
  const { amountMinor, currency } = request
  const refund = { key: randomUUID(), paymentReference: 'some-payment', amountMinor, currency }
  const today = { from: new Date(Date.now() - 3_600_000), until: new Date() }
  const calls: ((signal: AbortSignal) => Promise<Outcome<unknown>>)[] = [
    (signal) => provider.createCheckoutSession(request, signal),
    (signal) => provider.readCheckoutSession('some-session', signal),
    (signal) => provider.refund(refund, signal),
    (signal) => provider.listPayments(today, null, signal),
    (signal) => provider.listRefunds(today, null, signal),
    (signal) => provider.listDisputes(today, null, signal),
    ...(provider.readFee
      ? [(signal: AbortSignal) => provider.readFee?.('some-payment', signal) ?? Promise.resolve(NO_FEE)]
      : []),
  ]
  const outcomes = await Promise.all(
    calls.map((call) =>
      patience === 'aborted'
        ? callProvider(() => call(AbortSignal.abort()))
        : callProvider(call, { timeoutMs: patience }),
    ),
  )
  return [...new Set(outcomes.map((outcome) => outcome.kind))]
}
