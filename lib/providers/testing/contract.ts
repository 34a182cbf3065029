import { expect, it } from 'vitest'
import type { Access, Outcome } from '@/lib/providers/shared/outcome'

type CallOptions = {
  /** When the signal aborts; the default is far beyond what an answer takes. */
  timeoutMs?: number
  /** What must not occur in anything that the call gives back. */
  secret?: string
}

/** How long after its signal a call may still take to end. */
const graceMs = 1000

/**
 * Makes one call of a provider and holds it to what every call promises: it ends with the signal, it
 * does not throw, its outcome is one of the three, and it repeats no account or card number.
 */
export async function callProvider<T>(
  call: (signal: AbortSignal) => Promise<Outcome<T>>,
  options: CallOptions = {},
): Promise<Outcome<T>> {
  const timeoutMs = options.timeoutMs ?? 15_000
  return holdToPromises(() => call(AbortSignal.timeout(timeoutMs)), timeoutMs + graceMs, options.secret)
}

/** As `callProvider`, with a signal that aborts once `reached` resolves: after the request has arrived. */
export async function callUntil<T>(
  call: (signal: AbortSignal) => Promise<Outcome<T>>,
  reached: () => Promise<void>,
  secret?: string,
): Promise<Outcome<T>> {
  const controller = new AbortController()
  const outcome = call(controller.signal)
  await reached()
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
    // The caller shows the code and then these words.
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

/** Everything that the outcome says, without the blanks that a number can be written with. */
function textOf(outcome: Outcome<unknown>): string {
  return JSON.stringify(outcome, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  ).replace(/[\s-]/g, '')
}

/** What an accepted outcome holds; any other fails the test with the outcome shown. */
export function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'accepted') {
    throw new Error(`expected an accepted outcome, got ${JSON.stringify(outcome)}`)
  }
  return outcome.value
}

export type Checkable = { check(signal: AbortSignal): Promise<Outcome<Access>> }

type CheckContractSetup = {
  provider: Checkable
  unreachable: Checkable
  /** The same adapter with a key that the provider does not know; null for a provider without keys. */
  wrongKey: Checkable | null
}

/** What an operator relies on who asks whether a provider answers. */
export function tellsWhetherItAnswers(setup: () => CheckContractSetup): void {
  const check = (at: Checkable, timeoutMs = 15_000) =>
    callProvider((signal) => at.check(signal), { timeoutMs })

  it('is accepted by a provider that answers, however often it asks', async () => {
    const { provider } = setup()
    const first = accepted(await check(provider))
    expect(accepted(await check(provider))).toEqual(first)
  })

  it('is rejected where the provider does not know the key', async () => {
    const { wrongKey } = setup()
    if (wrongKey) expect(await check(wrongKey)).toMatchObject({ kind: 'rejected', httpStatus: 401 })
  })

  it('is unknown where the provider is not reachable', async () => {
    expect((await check(setup().unreachable, 3000)).kind).toBe('unknown')
  })

  it('ends with its signal', async () => {
    const { provider } = setup()
    const outcome = await callUntil(
      (signal) => provider.check(signal),
      async () => {},
    )
    expect(outcome.kind).toBe('unknown')
    expect((await callProvider(() => provider.check(AbortSignal.abort()))).kind).toBe('unknown')
  })
}
