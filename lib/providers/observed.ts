import { redactText } from '@/lib/http/redact-body'
import { log } from '@/lib/log'
import { countProviderCall } from '@/lib/metrics/metrics'
import { inSpan } from '@/lib/tracing/spans'
import type { PaymentProvider } from './payment-provider'
import type { PayoutProvider } from './payout-provider'
import { outageOutcome } from './shared/outage'
import type { Outcome } from './shared/outcome'

/*
 * Providers whose calls are counted and logged. Log lines have ids of ours and codes, and nothing of a beneficiary,
 * a buyer or a card.
 */

type Call<Args extends unknown[], Value> = (...args: Args) => Promise<Outcome<Value>>

/** Whose calls they are: a provider's, for a request of a client if one is known. */
type Caller = { provider: string; requestId: string | null }

/** The same call, observed; `idOf` finds the id that it is about. */
function observe<Args extends unknown[], Value>(
  { provider, requestId }: Caller,
  name: string,
  call: Call<Args, Value>,
  idOf: (...args: Args) => string | null = () => null,
): Call<Args, Value> {
  // Every payout of a test account calls the sandbox, within our own database.
  const usual = provider === 'sandbox' ? 'debug' : 'info'
  const begin = () => ({ name: `${provider} ${name}`, kind: 'client' as const })
  const callInSpan = (args: Args) =>
    inSpan(begin, async (span) => {
      const outcome = outageOutcome(provider) ?? (await call(...args))
      if (outcome.kind !== 'accepted') span?.fail(outcome.kind === 'rejected' ? outcome.code : 'unknown')
      return outcome
    })
  return async (...args) => {
    const startedAt = performance.now()
    const outcome = await callInSpan(args)
    const tookMs = performance.now() - startedAt
    countProviderCall(provider, name, outcome.kind, tookMs)
    const level = outcome.kind === 'unknown' ? 'warn' : usual
    const reason =
      outcome.kind === 'unknown' ? outcome.reason : outcome.kind === 'rejected' ? outcome.code : undefined
    const fields = { provider, call: name, key: idOf(...args), outcome: outcome.kind, reason }
    const origin = requestId === null ? {} : { requestId }
    log[level]({ ...origin, ...fields, durationMs: Math.round(tookMs) }, 'a provider was called')
    return outcome
  }
}

/** The providers behind the observed ones. */
const payoutProviders = new WeakMap<PayoutProvider, PayoutProvider>()
const paymentProviders = new WeakMap<PaymentProvider, PaymentProvider>()

/** The same provider for calls on behalf of a request, whose id their log lines have. */
export function payoutsOf(observed: PayoutProvider, requestId: string | null): PayoutProvider {
  const provider = payoutProviders.get(observed)
  return provider && requestId !== null ? observedPayouts(provider, requestId) : observed
}

export function paymentsOf(observed: PaymentProvider, requestId: string | null): PaymentProvider {
  const provider = paymentProviders.get(observed)
  return provider && requestId !== null ? observedPayments(provider, requestId) : observed
}

export function observedPayouts(provider: PayoutProvider, requestId: string | null = null): PayoutProvider {
  const caller = { provider: provider.name, requestId }
  const observed: PayoutProvider = {
    ...provider,
    send: observe(caller, 'send', provider.send.bind(provider), ({ key }) => key),
    lookUp: observe(caller, 'look_up', provider.lookUp.bind(provider), ({ key }) => key),
    ...(provider.readFee
      ? { readFee: observe(caller, 'read_fee', provider.readFee.bind(provider), (transferId) => transferId) }
      : {}),
    listTransfers: observe(caller, 'list_transfers', provider.listTransfers.bind(provider)),
    ...(provider.readBalance
      ? { readBalance: observe(caller, 'read_balance', provider.readBalance.bind(provider)) }
      : {}),
    check: observe(caller, 'check', provider.check.bind(provider)),
  }
  payoutProviders.set(observed, provider)
  return observed
}

export function observedPayments(
  provider: PaymentProvider,
  requestId: string | null = null,
): PaymentProvider {
  const caller = { provider: provider.name, requestId }
  const observed: PaymentProvider = {
    ...provider,
    createCheckoutSession: observe(
      caller,
      'create_checkout_session',
      provider.createCheckoutSession.bind(provider),
      ({ key }) => key,
    ),
    readCheckoutSession: observe(
      caller,
      'read_checkout_session',
      provider.readCheckoutSession.bind(provider),
      (reference) => redactText(reference),
    ),
    ...(provider.expireCheckoutSession
      ? {
          expireCheckoutSession: observe(
            caller,
            'expire_checkout_session',
            provider.expireCheckoutSession.bind(provider),
            (reference) => redactText(reference),
          ),
        }
      : {}),
    refund: observe(caller, 'refund', provider.refund.bind(provider), ({ key }) => key),
    readReversals: observe(
      caller,
      'read_reversals',
      provider.readReversals.bind(provider),
      (reference) => reference,
    ),
    ...(provider.readFee
      ? { readFee: observe(caller, 'read_fee', provider.readFee.bind(provider), (reference) => reference) }
      : {}),
    listPayments: observe(caller, 'list_payments', provider.listPayments.bind(provider)),
    listRefunds: observe(caller, 'list_refunds', provider.listRefunds.bind(provider)),
    listDisputes: observe(caller, 'list_disputes', provider.listDisputes.bind(provider)),
    ...(provider.readBalance
      ? { readBalance: observe(caller, 'read_balance', provider.readBalance.bind(provider)) }
      : {}),
    ...(provider.readFraudWarning
      ? {
          readFraudWarning: observe(
            caller,
            'read_fraud_warning',
            provider.readFraudWarning.bind(provider),
            (reference) => reference,
          ),
        }
      : {}),
    ...(provider.listBankPayouts
      ? { listBankPayouts: observe(caller, 'list_bank_payouts', provider.listBankPayouts.bind(provider)) }
      : {}),
    check: observe(caller, 'check', provider.check.bind(provider)),
  }
  paymentProviders.set(observed, provider)
  return observed
}
