import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PayoutProvider, Transfer, TransferRequest } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import {
  acceptedValue,
  type Checkable,
  callProvider,
  callUntil,
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
import { listsItsTransfers } from './list-contracts'

export type PayoutCall = 'transfer' | 'look-up' | 'look-up by id' | 'fee' | 'list'

export type PayoutContractSetup = {
  provider: PayoutProvider
  /** The same adapter with an unreachable provider. */
  unreachable: PayoutProvider
  /** The same adapter with a wrong key; null for a provider without keys. */
  wrongKey: (Checkable & Holding) | null
  /** What the provider holds in US dollars in its own records, in cents; null for one that holds no real money. */
  balance: (() => { availableMinor: bigint; pendingMinor: bigint }) | null
  /** What is kept of the transfer under the key in the provider's own records, in cents; null for one that keeps nothing. */
  feeMinor: ((key: string) => bigint) | null
  /** An account number for each situation. */
  accounts: {
    delivered: string
    refused: string
    /** The transfer is made, and the answer is lost. */
    answerLost: string
    /** The request is lost: no transfer and no answer. */
    requestLost: string
    /** Processing at first, delivered after some look-ups. */
    slow: string
    /** Delivered at first, returned after some look-ups. */
    returned: string
  }
  /** What may go wrong; null for a provider in our own database. */
  faults: FaultTable<PayoutCall> | null
  /** The look-up of an unused key: `unknown` if the provider can't void a key. */
  unusedKey: 'rejected' | 'unknown'
  /** The number of transfers under the key in the provider's own records. */
  countTransfers(key: string): Promise<number>
  close(): Promise<void>
}

/** A transfer of 25.00 USD under a new key. */
export function transferTo(accountNumber: string, changes: Partial<TransferRequest> = {}): TransferRequest {
  return {
    key: randomUUID(),
    amountMinor: 2500n,
    currency: 'USD',
    rail: null,
    beneficiary: {
      bankAccountId: randomUUID(),
      entityType: 'PERSONAL',
      email: 'ann@example.com',
      accountName: 'Ann Smith',
      accountNumber,
      routingNumber: '021000021',
      bankName: 'Example Bank',
      accountCategory: 'Checking',
      firstName: 'Ann',
      lastName: 'Smith',
      dateOfBirth: '1990-01-31',
      companyName: null,
      address: {
        countryCode: 'US',
        state: 'NY',
        city: 'New York',
        postcode: '10001',
        streetAddress: '1 Main Street',
      },
    },
    ...changes,
  }
}

/** The guarantees that payouts rely on; every adapter passes them. */
export function payoutProviderContract(
  name: string,
  makeSetup: () => Promise<PayoutContractSetup>,
  { isInOurDatabase = false }: FaultOptions = {},
): void {
  describe(`${name} keeps the payout provider contract`, () => {
    let setup: PayoutContractSetup
    beforeAll(async () => {
      setup = await makeSetup()
    })
    afterAll(() => setup?.close())

    const under = (): PayoutCalls => ({
      setup,
      send: (request) =>
        callProvider((signal) => setup.provider.send(request, signal), {
          secret: request.beneficiary.accountNumber,
        }),
      lookUp: (key) => callProvider((signal) => setup.provider.lookUp({ key, id: null }, signal)),
    })
    describe('a key', () => itPaysOncePerKey(under))
    describe('an outcome', () => itTellsOutcomesApart(under))
    describe('a lost outcome', () => itNeverGuesses(under))
    describe('a look-up', () => itTellsOfItsOwnTransfer(under))
    describe('a fee', () => itIsReadOnce(under))
    describe('a balance', () => tellsItsBalance(() => setup))
    describe('a check', () => tellsWhetherItAnswers(() => setup))
    describe('a list', () => listsItsTransfers(() => ({ ...under(), transferTo })))
    if (!isInOurDatabase) describe('a fault', () => itMeetsEachFault(under))
  })
}

type PayoutCalls = {
  setup: PayoutContractSetup
  send(request: TransferRequest): Promise<Outcome<Transfer>>
  lookUp(key: string): Promise<Outcome<Transfer>>
}

function itPaysOncePerKey(under: () => PayoutCalls): void {
  test('pays once, however often it is sent', async () => {
    const { setup, send, lookUp } = under()
    const request = transferTo(setup.accounts.delivered)
    const first = acceptedValue(await send(request))
    const again = await Promise.all(Array.from({ length: 5 }, () => send(request)))
    for (const outcome of again) expect(acceptedValue(outcome)).toEqual(first)
    expect(acceptedValue(await lookUp(request.key))).toEqual(first)
    expect(await setup.countTransfers(request.key)).toBe(1)
  })

  test('pays once when many send it for the first time at once', async () => {
    const { setup, send } = under()
    const request = transferTo(setup.accounts.delivered)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => send(request)))
    expect(new Set(outcomes.map((outcome) => acceptedValue(outcome).id)).size).toBe(1)
    expect(await setup.countTransfers(request.key)).toBe(1)
  })

  test('pays again under another key', async () => {
    const { setup, send } = under()
    const first = acceptedValue(await send(transferTo(setup.accounts.delivered)))
    const second = acceptedValue(await send(transferTo(setup.accounts.delivered)))
    expect(second.id).not.toBe(first.id)
  })

  test('keeps its first amount', async () => {
    const { setup, send, lookUp } = under()
    const request = transferTo(setup.accounts.delivered)
    const first = acceptedValue(await send(request))
    expect((await send({ ...request, amountMinor: 2501n })).kind).not.toBe('accepted')
    expect(acceptedValue(await lookUp(request.key))).toEqual(first)
    expect(await setup.countTransfers(request.key)).toBe(1)
  })
}

function itTellsOutcomesApart(under: () => PayoutCalls): void {
  test('of a delivery is delivered', async () => {
    const { setup, send } = under()
    const transfer = acceptedValue(await send(transferTo(setup.accounts.delivered)))
    expect(transfer).toMatchObject({ status: 'delivered', failure: null })
    expect(transfer.id).not.toBe('')
    expect(transfer.providerStatus).not.toBe('')
  })

  test('of a refusal is the same every time, and nothing is paid', async () => {
    const { setup, send, lookUp } = under()
    const request = transferTo(setup.accounts.refused)
    const first = await send(request)
    expect(first.kind).toBe('rejected')
    expect(await send(request)).toEqual(first)
    expect((await lookUp(request.key)).kind).toBe(setup.unusedKey)
    expect(await setup.countTransfers(request.key)).toBe(0)
  })

  test('of a slow transfer is processing, then delivered', async () => {
    const { setup, send, lookUp } = under()
    const request = transferTo(setup.accounts.slow)
    const transfer = acceptedValue(await send(request))
    expect(transfer).toMatchObject({ status: 'processing', failure: null })
    const statuses = await lookUpStatuses(lookUp, request.key, transfer.id)
    expect(statuses.join(' ')).toMatch(/^(processing )+delivered( delivered)*$/)
  })

  test('of a returned transfer is delivered, then returned with a reason', async () => {
    const { setup, send, lookUp } = under()
    const request = transferTo(setup.accounts.returned)
    const transfer = acceptedValue(await send(request))
    expect(transfer).toMatchObject({ status: 'delivered', failure: null })
    const statuses = await lookUpStatuses(lookUp, request.key, transfer.id)
    expect(statuses.join(' ')).toMatch(/^(delivered )*returned( returned)*$/)
    const { failure } = acceptedValue(await lookUp(request.key))
    expect(failure?.code).toMatch(/\S/)
    expect(failure?.detail).toMatch(/\S/)
  })
}

async function lookUpStatuses(lookUp: PayoutCalls['lookUp'], key: string, id: string): Promise<string[]> {
  const statuses: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const transfer = acceptedValue(await lookUp(key))
    expect(transfer.id).toBe(id)
    statuses.push(transfer.status)
  }
  return statuses
}

function itNeverGuesses(under: () => PayoutCalls): void {
  test('is unknown if the transfer was made, and a look-up finds it', async () => {
    const { setup, lookUp } = under()
    const request = transferTo(setup.accounts.answerLost)
    const arrival = () =>
      vi.waitFor(async () => expect(await setup.countTransfers(request.key)).toBe(1), 10_000)
    const outcome = await callUntil(
      (signal) => setup.provider.send(request, signal),
      arrival,
      request.beneficiary.accountNumber,
    )
    expect(outcome.kind).toBe('unknown')
    expect(acceptedValue(await lookUp(request.key)).status).toBe('delivered')
    expect(await setup.countTransfers(request.key)).toBe(1)
  })

  test('is unknown if nothing was made, and a look-up that says so is final', async () => {
    const { setup, send, lookUp } = under()
    const request = transferTo(setup.accounts.requestLost)
    const outcome = await callProvider((signal) => setup.provider.send(request, signal), {
      timeoutMs: 300,
      secret: request.beneficiary.accountNumber,
    })
    expect(outcome.kind).toBe('unknown')
    await expectUnusedKey(under(), request.key)
    if (setup.unusedKey === 'unknown') return
    // The lost request arrives after all, at a bank that would accept it.
    expect((await send(transferTo(setup.accounts.delivered, { key: request.key }))).kind).toBe('rejected')
    expect((await lookUp(request.key)).kind).toBe('rejected')
    expect(await setup.countTransfers(request.key)).toBe(0)
  })

  test('of an unused key is not accepted', async () => {
    await expectUnusedKey(under(), randomUUID())
  })

  test('is unknown if the signal had already aborted, and nothing is made', async () => {
    const { setup } = under()
    const request = transferTo(setup.accounts.delivered)
    const signal = AbortSignal.abort()
    expect((await callProvider(() => setup.provider.send(request, signal))).kind).toBe('unknown')
    expect(
      (await callProvider(() => setup.provider.lookUp({ key: request.key, id: null }, signal))).kind,
    ).toBe('unknown')
    expect(await setup.countTransfers(request.key)).toBe(0)
  })

  test('is unknown if the provider is unreachable', async () => {
    const { unreachable, accounts } = under().setup
    const request = transferTo(accounts.delivered)
    const sent = await callProvider((signal) => unreachable.send(request, signal), {
      timeoutMs: 3000,
      secret: request.beneficiary.accountNumber,
    })
    const lookup = await callProvider(
      (signal) => unreachable.lookUp({ key: request.key, id: null }, signal),
      {
        timeoutMs: 3000,
      },
    )
    expect([sent.kind, lookup.kind]).toEqual(['unknown', 'unknown'])
  })
}

function itTellsOfItsOwnTransfer(under: () => PayoutCalls): void {
  const byId = (key: string, id: string) =>
    callProvider((signal) => under().setup.provider.lookUp({ key, id }, signal))

  test('by its own id is the one by its key', async () => {
    const { setup, send, lookUp } = under()
    const { key, ...request } = transferTo(setup.accounts.delivered)
    const sent = acceptedValue(await send({ ...request, key }))
    expect(acceptedValue(await byId(key, sent.id))).toEqual(sent)
    expect(acceptedValue(await lookUp(key))).toEqual(sent)
  })

  // Unseen would say that the key is free, and what is unseen is sent again.
  test.each([
    ['another key’s transfer', (other: Transfer) => other.id],
    ['no transfer', () => randomUUID()],
  ])('by an id of %s is unknown, and does not call the key unseen', async (_which, idFor) => {
    const { setup, send, lookUp } = under()
    const [one, another] = [transferTo(setup.accounts.delivered), transferTo(setup.accounts.delivered)]
    const sent = acceptedValue(await send(one))
    const outcome = await byId(one.key, idFor(acceptedValue(await send(another))))
    expect(outcome.kind).toBe('unknown')
    expect(outcome).not.toHaveProperty('isUnseen')
    expect(acceptedValue(await lookUp(one.key))).toEqual(sent)
  })
}

function itIsReadOnce(under: () => PayoutCalls): void {
  test('is what the provider keeps, the same at every look, also once the transfer came back', async () => {
    const { setup, send, lookUp } = under()
    const { provider, feeMinor } = setup
    const request = transferTo(setup.accounts.returned)
    const transfer = acceptedValue(await send(request))
    expect(transfer.hasFee ?? false).toBe(feeMinor !== null)
    expect(provider.readFee === undefined).toBe(feeMinor === null)
    if (!feeMinor || !provider.readFee) return
    const read = () => callProvider(async (signal) => provider.readFee?.(transfer.id, signal) ?? NO_FEE)
    const fee = { amountMinor: feeMinor(request.key), currency: 'USD' }
    expect(acceptedValue(await read())).toEqual(fee)
    await lookUpStatuses(lookUp, request.key, transfer.id)
    expect(acceptedValue(await lookUp(request.key)).status).toBe('returned')
    expect(acceptedValue(await read())).toEqual(fee)
  })

  test('of a transfer that does not exist is not stated', async () => {
    const { provider } = under().setup
    const read = async (signal: AbortSignal) => provider.readFee?.(randomUUID(), signal) ?? NO_FEE
    const outcome = await callProvider(read)
    if (outcome.kind !== 'rejected') expect(acceptedValue(outcome)).toBeNull()
  })

  test('is unknown if the provider is unreachable, or the signal has aborted', async () => {
    const { provider, unreachable } = under().setup
    if (!provider.readFee) return
    const far = await callProvider(
      async (signal) => unreachable.readFee?.('some-transfer', signal) ?? NO_FEE,
      {
        timeoutMs: 3000,
      },
    )
    const late = await callProvider(
      async () => provider.readFee?.('some-transfer', AbortSignal.abort()) ?? NO_FEE,
    )
    expect([far.kind, late.kind]).toEqual(['unknown', 'unknown'])
  })
}

const NO_FEE = { kind: 'accepted', value: null } as const

function itMeetsEachFault(under: () => PayoutCalls): void {
  const table = () => requireTable(under().setup.faults)
  let request: TransferRequest
  isDoneOnceWhateverHappens({
    call: 'transfer',
    table,
    prepare: async () => {
      request = transferTo(under().setup.accounts.delivered)
      return (signal) => under().setup.provider.send(request, signal)
    },
    expectOnce: async () => expect(await under().setup.countTransfers(request.key)).toBe(1),
  })
  const prepare = async () => {
    const sent = transferTo(under().setup.accounts.delivered)
    acceptedValue(await under().send(sent))
    return (signal: AbortSignal) => under().setup.provider.lookUp({ key: sent.key, id: null }, signal)
  }
  isNeverGuessedWhateverHappens({ call: 'look-up', table, prepare })
  isNeverPassedOffAsRight({ call: 'look-up', table, prepare })
  const prepareById = async () => {
    const { key, ...sent } = transferTo(under().setup.accounts.delivered)
    const { id } = acceptedValue(await under().send({ ...sent, key }))
    return (signal: AbortSignal) => under().setup.provider.lookUp({ key, id }, signal)
  }
  isNeverGuessedWhateverHappens({ call: 'look-up by id', table, prepare: prepareById })
  isNeverPassedOffAsRight({ call: 'look-up by id', table, prepare: prepareById })
  const prepareFee = async () => {
    const { provider, accounts } = under().setup
    const { readFee } = provider
    if (!readFee) return null
    const { id } = acceptedValue(await under().send(transferTo(accounts.delivered)))
    return async (signal: AbortSignal) => statedFee(await readFee(id, signal))
  }
  isNeverGuessedWhateverHappens({ call: 'fee', table, prepare: prepareFee })
  isNeverPassedOffAsRight({ call: 'fee', table, prepare: prepareFee })
  const range = () => ({ from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) })
  isNeverGuessedWhateverHappens({
    call: 'list',
    table,
    prepare: async () => {
      const { from, until } = range()
      return (signal) => under().setup.provider.listTransfers({ from, until }, null, signal)
    },
  })
  describe('a list', () =>
    endsAlthoughItsPagesRepeat(table, (cursor, signal) =>
      under().setup.provider.listTransfers(range(), cursor, signal),
    ))
}

async function expectUnusedKey({ setup, lookUp }: PayoutCalls, key: string): Promise<void> {
  expect((await lookUp(key)).kind).toBe(setup.unusedKey)
  expect((await lookUp(key)).kind).toBe(setup.unusedKey)
  expect(await setup.countTransfers(key)).toBe(0)
}
