import { log } from '@/lib/log'
import { countProviderCall } from '@/lib/metrics/metrics'
import type { CardCheckout, PaymentProvider } from './payment-provider'
import type { PayoutProvider } from './payout-provider'
import type { Outcome } from './shared/outcome'

/*
 * Providers whose calls are counted and logged. Log lines have ids of ours and codes, and nothing of a beneficiary,
 * a buyer or a card.
 */

type Call<Args extends unknown[], Value> = (...args: Args) => Promise<Outcome<Value>>

/** The same call, observed; `idOf` finds the id that it is about. */
function observe<Args extends unknown[], Value>(
  provider: string,
  name: string,
  call: Call<Args, Value>,
  idOf: (...args: Args) => string | null = () => null,
): Call<Args, Value> {
  // Every payout of a test account calls the sandbox, within our own database.
  const usual = provider === 'sandbox' ? 'debug' : 'info'
  return async (...args) => {
    const startedAt = performance.now()
    const outcome = await call(...args)
    const tookMs = performance.now() - startedAt
    countProviderCall(provider, name, outcome.kind, tookMs)
    const level = outcome.kind === 'unknown' ? 'warn' : usual
    const reason =
      outcome.kind === 'unknown' ? outcome.reason : outcome.kind === 'rejected' ? outcome.code : undefined
    const fields = { provider, call: name, key: idOf(...args), outcome: outcome.kind, reason }
    log[level]({ ...fields, durationMs: Math.round(tookMs) }, 'a provider was called')
    return outcome
  }
}

export function observedPayouts(provider: PayoutProvider): PayoutProvider {
  const { name } = provider
  return {
    ...provider,
    send: observe(name, 'send', provider.send.bind(provider), ({ key }) => key),
    lookUp: observe(name, 'look_up', provider.lookUp.bind(provider), (key) => key),
    listTransfers: observe(name, 'list_transfers', provider.listTransfers.bind(provider)),
    check: observe(name, 'check', provider.check.bind(provider)),
  }
}

export function observedPayments(provider: PaymentProvider): PaymentProvider {
  const { name } = provider
  return {
    ...provider,
    createCheckoutSession: observe(
      name,
      'create_checkout_session',
      provider.createCheckoutSession.bind(provider),
      ({ key }) => key,
    ),
    readCheckoutSession: observe(
      name,
      'read_checkout_session',
      provider.readCheckoutSession.bind(provider),
      (reference) => reference,
    ),
    refund: observe(name, 'refund', provider.refund.bind(provider), ({ key }) => key),
    listPayments: observe(name, 'list_payments', provider.listPayments.bind(provider)),
    listRefunds: observe(name, 'list_refunds', provider.listRefunds.bind(provider)),
    check: observe(name, 'check', provider.check.bind(provider)),
    cards: provider.cards && observedCards(name, provider.cards),
  }
}

function observedCards(name: string, cards: CardCheckout): CardCheckout {
  return {
    ...cards,
    charge: observe(name, 'charge', cards.charge.bind(cards), ({ key }) => key),
    lookUpCharge: observe(name, 'look_up_charge', cards.lookUpCharge.bind(cards), (key) => key),
  }
}
