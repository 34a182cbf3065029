import { expect, it } from 'vitest'
import type { Access } from './access'
import { accepted, callProvider, callUntil } from './contract'
import type { Outcome } from './outcome'

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
