import { expect, test } from 'vitest'
import type { AccountCheck, HeldBalance, Outcome } from '@/lib/providers/shared/outcome'

type CallOptions = {
  /** Delay before the signal aborts; by default far longer than any answer takes. */
  timeoutMs?: number
  /** Must not occur in the result. */
  secret?: string
}

/** A call may take this long to end after its signal. */
const graceMs = 1000

/**
 * Makes one provider call and checks what every call promises: it ends with the signal, does not throw, has
 * one of the three outcomes, and repeats no account or card number.
 */
export async function callProvider<T>(
  call: (signal: AbortSignal) => Promise<Outcome<T>>,
  options: CallOptions = {},
): Promise<Outcome<T>> {
  const timeoutMs = options.timeoutMs ?? 15_000
  return holdToPromises(() => call(AbortSignal.timeout(timeoutMs)), timeoutMs + graceMs, options.secret)
}

/** Like `callProvider`, with a signal that aborts once `reached` resolves: after the request has arrived. */
export async function callUntil<T>(
  call: (signal: AbortSignal) => Promise<Outcome<T>>,
  arrival: () => Promise<void>,
  secret?: string,
): Promise<Outcome<T>> {
  const controller = new AbortController()
  const outcome = call(controller.signal)
  await arrival()
  controller.abort()
  return holdToPromises(() => outcome, graceMs, secret)
}

async function holdToPromises<T>(
  call: () => Promise<Outcome<T>>,
  limitMs: number,
  secret: string | undefined,
): Promise<Outcome<T>> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<'not ended'>((resolve) => {
    timer = setTimeout(() => resolve('not ended'), limitMs)
  })
  const outcome = await Promise.race([call(), tooLate]).finally(() => clearTimeout(timer))
  if (outcome === 'not ended') throw new Error('the call did not end with its signal')
  expectWellFormed(outcome)
  if (secret !== undefined) expect(textOf(outcome)).not.toContain(secret)
  return outcome
}

function expectWellFormed(outcome: Outcome<unknown>): void {
  if (outcome.kind === 'rejected') {
    expect(outcome.code).toMatch(/^[a-z0-9_]{1,64}$/)
    // The caller shows the code followed by this detail.
    expect(outcome.detail).toMatch(/\S/)
    expect(outcome.detail.startsWith(outcome.code)).toBe(false)
    expect(outcome.httpStatus).toBeGreaterThanOrEqual(400)
    expect(outcome.httpStatus).toBeLessThan(600)
  } else if (outcome.kind === 'unknown') {
    expect(outcome.reason).toMatch(/\S/)
    expect(outcome.reason.length).toBeLessThanOrEqual(200)
  } else {
    expect(outcome.kind).toBe('accepted')
  }
}

/** The outcome as text, without the spaces that a number can be written with. */
function textOf(outcome: Outcome<unknown>): string {
  return JSON.stringify(outcome, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  ).replace(/[\s-]/g, '')
}

/** The value of an accepted outcome; fails the test on any other. */
export function acceptedValue<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'accepted') {
    throw new Error(`expected an accepted outcome, got ${JSON.stringify(outcome)}`)
  }
  return outcome.value
}

export type Checkable = { check(signal: AbortSignal): Promise<Outcome<AccountCheck>> }

type CheckContractSetup = {
  provider: Checkable
  unreachable: Checkable
  /** The same adapter with a wrong key; null for a provider without keys. */
  wrongKey: Checkable | null
}

/** The guarantees of a check that an operator relies on. */
export function tellsWhetherItAnswers(setup: () => CheckContractSetup): void {
  const check = (at: Checkable, timeoutMs = 15_000) =>
    callProvider((signal) => at.check(signal), { timeoutMs })

  test('is accepted by a provider that answers, however often it asks', async () => {
    const { provider } = setup()
    const first = acceptedValue(await check(provider))
    expect(acceptedValue(await check(provider))).toEqual(first)
  })

  test('is rejected if the provider does not know the key', async () => {
    const { wrongKey } = setup()
    if (wrongKey) expect(await check(wrongKey)).toMatchObject({ kind: 'rejected', httpStatus: 401 })
  })

  test('is unknown if the provider is unreachable', async () => {
    expect((await check(setup().unreachable, 3000)).kind).toBe('unknown')
  })

  test('ends with its signal', async () => {
    const { provider } = setup()
    const outcome = await callUntil(
      (signal) => provider.check(signal),
      async () => {},
    )
    expect(outcome.kind).toBe('unknown')
    expect((await callProvider(() => provider.check(AbortSignal.abort()))).kind).toBe('unknown')
  })
}

export type Holding = { readBalance?(signal: AbortSignal): Promise<Outcome<HeldBalance[]>> }

type BalanceContractSetup = {
  provider: Holding
  unreachable: Holding
  wrongKey: Holding | null
  /** In US dollars in the provider's own records, in cents; null for one that holds no real money. */
  balance: (() => { availableMinor: bigint; pendingMinor: bigint }) | null
}

/** The guarantees of a balance that the operator, and payouts, rely on. */
export function tellsItsBalance(setup: () => BalanceContractSetup): void {
  const read = (at: Holding, timeoutMs = 15_000) =>
    callProvider(async (signal) => at.readBalance?.(signal) ?? NO_BALANCE, { timeoutMs })

  test('is what the provider’s own records say, or is not told at all', async () => {
    const { provider, balance } = setup()
    expect(provider.readBalance === undefined).toBe(balance === null)
    if (!balance) return
    const dollars = acceptedValue(await read(provider)).filter(({ currency }) => currency === 'USD')
    expect(dollars).toEqual([{ currency: 'USD', ...balance() }])
  })

  test('is rejected for a wrong key, and unknown if the provider is unreachable', async () => {
    const { provider, wrongKey, unreachable } = setup()
    if (!provider.readBalance) return
    if (wrongKey) expect(await read(wrongKey)).toMatchObject({ kind: 'rejected', httpStatus: 401 })
    expect((await read(unreachable, 3000)).kind).toBe('unknown')
    expect((await callProvider(() => provider.readBalance?.(AbortSignal.abort()) ?? NEVER)).kind).toBe(
      'unknown',
    )
  })
}

const NO_BALANCE = { kind: 'accepted', value: [] } as const satisfies Outcome<HeldBalance[]>
const NEVER = new Promise<never>(() => {})
