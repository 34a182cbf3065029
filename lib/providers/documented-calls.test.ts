import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PaymentProvider } from './payment-provider'
import type { PayoutProvider } from './payout-provider'
import type { Outcome } from './shared/outcome'
import { createStripePaymentProvider } from './stripe/payment-provider'
import { createStripePayoutProvider } from './stripe-payouts/payout-provider'
import { ACCOUNTS } from './testing/airwallex-books'
import { memoryStore, providerAt, startStandIn } from './testing/airwallex-stand-in'
import { acceptedValue, callProvider } from './testing/contract'
import { checkoutFor } from './testing/payment-provider-contract'
import { transferTo } from './testing/payout-provider-contract'
import { FINANCIAL_ACCOUNT, STRIPE_ACCOUNTS } from './testing/stripe-payout-books'
import { StripeStandIn } from './testing/stripe-stand-in'

/*
 * docs/providers.md has a row for every call that an adapter makes, and none that it doesn't make: each method of the
 * adapters is called here, and the stand-ins say what arrived.
 */

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/providers.md'), 'utf8')

type Row = { calls: string[]; heldAgainst: string; verdict: string }

/** The rows of a provider's table that are about calls, without those about messages and rules. */
function rowsOf(provider: string): Row[] {
  const [, section = ''] = DOCUMENT.split(`\n## ${provider}\n`)
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| (.+) \|$/gm)].flatMap(([, line = '']) => {
    const [first = '', , , heldAgainst = '', verdict = ''] = line.split('|').map((cell) => cell.trim())
    const calls = [...first.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(([, call = '']) => call)
    return calls.length > 0 ? [{ calls, heldAgainst, verdict }] : []
  })
}

/** Path parameters as the document names them. */
const withoutIds = (call: string) => call.replace(/\/(?:(?:cs|pi|obp|fa)_|[0-9a-f]{8}-)[\w-]+/g, '/{id}')

type Methods<Provider> = {
  [Name in keyof Provider as NonNullable<Provider[Name]> extends (...args: never[]) => Promise<unknown>
    ? Name
    : never]-?: (signal: AbortSignal) => Promise<Outcome<unknown>> | undefined
}

/** Calls every method that the provider has; fails on one that the list has not. */
async function callAll(provider: object, methods: Record<string, (signal: AbortSignal) => unknown>) {
  for (const [name, call] of Object.entries(methods)) {
    if (!(name in provider)) continue
    await callProvider(async (signal) => (await call(signal)) as Outcome<unknown>)
  }
  const known = new Set([...Object.keys(methods), 'minimumMinor', 'stepMinor'])
  const functions = Object.entries(provider).filter(([, each]) => typeof each === 'function')
  expect(functions.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
}

const range = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }

test('the document has every call to Stripe', async () => {
  const standIn = await StripeStandIn.start()
  try {
    const provider = createStripePaymentProvider(standIn.options)
    const open = async () =>
      acceptedValue(
        await callProvider((signal) =>
          provider.createCheckoutSession(checkoutFor('ann@example.com'), signal),
        ),
      )
    const { reference, amountMinor, currency } = await open()
    const paymentReference = standIn.books.pay(reference)
    const request = { key: randomUUID(), paymentReference, amountMinor, currency }
    const { reference: other } = await open()
    const methods: Methods<PaymentProvider> = {
      createCheckoutSession: (signal) =>
        provider.createCheckoutSession(checkoutFor('ann@example.com'), signal),
      readCheckoutSession: (signal) => provider.readCheckoutSession(reference, signal),
      expireCheckoutSession: (signal) => provider.expireCheckoutSession?.(other, signal),
      refund: (signal) => provider.refund(request, signal),
      readReversals: (signal) => provider.readReversals(paymentReference, signal),
      readFee: (signal) => provider.readFee?.(paymentReference, signal),
      listPayments: (signal) => provider.listPayments(range, null, signal),
      listRefunds: (signal) => provider.listRefunds(range, null, signal),
      listDisputes: (signal) => provider.listDisputes(range, null, signal),
      readFraudWarning: (signal) => provider.readFraudWarning?.(paymentReference, signal),
      readBalance: (signal) => provider.readBalance?.(signal),
      listBankPayouts: (signal) => provider.listBankPayouts?.(range, null, signal),
      check: (signal) => provider.check(signal),
    }
    await callAll(provider, methods)
    const calls = new Set(standIn.requests.map(({ method, path }) => withoutIds(`${method} ${path}`)))
    expect(
      rowsOf('Stripe')
        .flatMap((row) => row.calls)
        .toSorted(),
    ).toEqual([...calls].toSorted())
  } finally {
    await standIn.close()
  }
})

test('the document has every call to Stripe Global Payouts', async () => {
  const standIn = await StripeStandIn.start()
  try {
    const provider = createStripePayoutProvider({
      ...standIn.options,
      financialAccount: FINANCIAL_ACCOUNT,
      networks: ['RTP', 'ACH'],
      recipients: memoryStore(),
    })
    const request = transferTo(STRIPE_ACCOUNTS.delivered)
    const { id } = acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    const methods: Methods<PayoutProvider> = {
      send: (signal) => provider.send(transferTo(STRIPE_ACCOUNTS.delivered), signal),
      lookUp: (signal) => provider.lookUp({ key: request.key, id }, signal),
      readFee: (signal) => provider.readFee?.(id, signal),
      listTransfers: (signal) => provider.listTransfers(range, null, signal),
      readBalance: (signal) => provider.readBalance?.(signal),
      check: (signal) => provider.check(signal),
    }
    await callAll(provider, methods)
    const calls = new Set(standIn.requests.map(({ method, path }) => withoutIds(`${method} ${path}`)))
    expect(
      rowsOf('Stripe Global Payouts')
        .flatMap((row) => row.calls)
        .toSorted(),
    ).toEqual([...calls].toSorted())
  } finally {
    await standIn.close()
  }
})

test('the document has every call to Airwallex', async () => {
  const standIn = await startStandIn()
  try {
    const provider = providerAt(standIn.baseUrl)
    const request = transferTo(ACCOUNTS.delivered)
    const { id } = acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    const methods: Methods<PayoutProvider> = {
      send: (signal) => provider.send(transferTo(ACCOUNTS.delivered), signal),
      lookUp: (signal) => provider.lookUp({ key: request.key, id }, signal),
      readFee: (signal) => provider.readFee?.(id, signal),
      listTransfers: (signal) => provider.listTransfers(range, null, signal),
      readBalance: (signal) => provider.readBalance?.(signal),
      check: (signal) => provider.check(signal),
    }
    await callAll(provider, methods)
    const calls = new Set(standIn.requests.map(withoutIds))
    expect(
      rowsOf('Airwallex')
        .flatMap((row) => row.calls)
        .toSorted(),
    ).toEqual([...calls].toSorted())
  } finally {
    await standIn.close()
  }
})

test.each(['Stripe', 'Stripe Global Payouts', 'Airwallex'])(
  'each call to %s says what it was held against, and whether that proves it',
  (name) => {
    for (const { calls, heldAgainst, verdict } of rowsOf(name)) {
      expect({ calls, heldAgainst, verdict }).toEqual({
        calls,
        heldAgainst: expect.stringMatching(/types|SDK|docs|recorded|nothing/),
        verdict: expect.stringMatching(/proven/),
      })
    }
  },
)
