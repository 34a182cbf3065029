import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardCheckout, Charge, ChargeRequest } from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { accepted, callProvider } from './contract'

export type CardContractSetup = {
  cards: CardCheckout
  /** The same adapter with an unreachable provider. */
  unreachable: CardCheckout
  numbers: { paid: string; declined: string }
  /** Creates an open session and returns its reference. */
  openSession(): Promise<string>
  /** The number of payments for the session in the provider's own records. */
  countPayments(sessionReference: string): Promise<number>
  close(): Promise<void>
}

/** A charge under a new key. */
export function chargeOf(sessionReference: string, number: string): ChargeRequest {
  const card = { number, expiryMonth: 12, expiryYear: 2099, securityCode: '123', holder: 'Ann Smith' }
  return { key: randomUUID(), sessionReference, card }
}

/** The guarantees that the pay page relies on; every adapter with card entry on our page passes them. */
export function cardCheckoutContract(name: string, makeSetup: () => Promise<CardContractSetup>): void {
  describe(`${name} keeps the card checkout contract: a charge`, () => {
    let setup: CardContractSetup
    beforeAll(async () => {
      setup = await makeSetup()
    })
    afterAll(() => setup?.close())

    const under = (): CardCalls => ({
      setup,
      charge: (request) =>
        callProvider((signal) => setup.cards.charge(request, signal), { secret: request.card.number }),
      lookUp: (key) => callProvider((signal) => setup.cards.lookUpCharge(key, signal)),
    })
    itPaysOnce(under)
    itStaysDeclined(under)
    itNeverThrows(under)
  })
}

type CardCalls = {
  setup: CardContractSetup
  charge(request: ChargeRequest): Promise<Outcome<Charge>>
  lookUp(key: string): Promise<Outcome<Charge>>
}

function itPaysOnce(under: () => CardCalls): void {
  it('pays the session once, however often its key is sent', async () => {
    const { setup, charge, lookUp } = under()
    const session = await setup.openSession()
    const request = chargeOf(session, setup.numbers.paid)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => charge(request)))
    outcomes.push(await charge(request), await lookUp(request.key))
    expect(new Set(outcomes.map((outcome) => accepted(outcome).reference)).size).toBe(1)
    expect(await setup.countPayments(session)).toBe(1)
  })

  it('pays the session once when several buyers pay at the same time', async () => {
    const { setup, charge } = under()
    const session = await setup.openSession()
    const requests = Array.from({ length: 6 }, () => chargeOf(session, setup.numbers.paid))
    const outcomes = await Promise.all(requests.map(charge))
    expect(outcomes.filter((outcome) => outcome.kind === 'accepted')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.kind === 'rejected')).toHaveLength(5)
    expect(await setup.countPayments(session)).toBe(1)
  })

  it('of one session is never mistaken for a charge of another', async () => {
    const { setup, charge } = under()
    const [first, second] = [await setup.openSession(), await setup.openSession()]
    const request = chargeOf(first, setup.numbers.paid)
    accepted(await charge(request))
    expect((await charge({ ...request, sessionReference: second })).kind).not.toBe('accepted')
    expect(await setup.countPayments(second)).toBe(0)
  })
}

function itStaysDeclined(under: () => CardCalls): void {
  it('that is declined stays declined, and the session can still be paid', async () => {
    const { setup, charge, lookUp } = under()
    const session = await setup.openSession()
    const request = chargeOf(session, setup.numbers.declined)
    const declined = await charge(request)
    expect(declined.kind).toBe('rejected')
    expect(await charge(request)).toEqual(declined)
    expect(await lookUp(request.key)).toEqual(declined)
    expect(await setup.countPayments(session)).toBe(0)
    accepted(await charge(chargeOf(session, setup.numbers.paid)))
  })

  it('that a look-up found missing can’t be made any more', async () => {
    const { setup, charge, lookUp } = under()
    const session = await setup.openSession()
    const request = chargeOf(session, setup.numbers.paid)
    expect((await lookUp(request.key)).kind).toBe('rejected')
    expect((await charge(request)).kind).toBe('rejected')
    expect(await setup.countPayments(session)).toBe(0)
  })

  it('of a session that does not exist is rejected', async () => {
    const { setup, charge } = under()
    expect((await charge(chargeOf('no-such-session', setup.numbers.paid))).kind).toBe('rejected')
  })
}

function itNeverThrows(under: () => CardCalls): void {
  it('is unknown if the provider is unreachable', async () => {
    const { unreachable, numbers } = under().setup
    const request = chargeOf('some-session', numbers.paid)
    const options = { timeoutMs: 3000, secret: numbers.paid }
    const charged = await callProvider((signal) => unreachable.charge(request, signal), options)
    const found = await callProvider((signal) => unreachable.lookUpCharge(request.key, signal), options)
    expect([charged.kind, found.kind]).toEqual(['unknown', 'unknown'])
  })

  it('is unknown if the signal had already aborted, and nothing is charged', async () => {
    const { setup } = under()
    const session = await setup.openSession()
    const request = chargeOf(session, setup.numbers.paid)
    const aborted = AbortSignal.abort()
    expect((await callProvider(() => setup.cards.charge(request, aborted))).kind).toBe('unknown')
    expect((await callProvider(() => setup.cards.lookUpCharge(request.key, aborted))).kind).toBe('unknown')
    expect(await setup.countPayments(session)).toBe(0)
  })
}
