import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { z } from 'zod'
import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { AccountCheck, HeldBalance, Outcome } from '@/lib/providers/shared/outcome'
import type { BeneficiaryStore } from '../manifest'
import type {
  ListedTransfer,
  PayoutProvider,
  Transfer,
  TransferReference,
  TransferRequest,
} from '../payout-provider'
import { type StripeOptions, stripeClient } from '../stripe/http-client'
import { fromStripeAmount, keyInMetadata } from '../stripe/objects'
import { changeRefused, failureOf, lookUpRefused, reject, untilAborted } from '../stripe/outcomes'
import type { StripeNetwork } from './manifest'
import { createRecipients } from './recipients'

export type StripePayoutOptions = Omit<StripeOptions, 'notificationUrl'> & {
  /** The financial account that payouts are made from, `fa_…`. */
  financialAccount: string
  /** The networks that Stripe may choose from, the preferred one first. */
  networks: readonly StripeNetwork[]
  recipients: BeneficiaryStore
}

/**
 * The reference of API v1 keeps a key for at least 24 hours, and that of v2 names no time
 * (https://docs.stripe.com/api/idempotent_requests). One hour less, for what is in transit.
 */
const KEY_LIFETIME_MS = 23 * 60 * 60_000

/** Reached only by an account with a hundred thousand payouts in the range that is looked through. */
const MAX_PAGES = 1000

/**
 * Payouts over Stripe Global Payouts: US dollars from a financial account to US bank accounts, over the network that Stripe
 * chooses from ours. Written from the package's types and Stripe's public documentation, and tried against no account: a
 * preview. docs/providers.md says what is proven.
 *
 * `lookUp` never answers `rejected`: a payment of a key is found by reading the list, and Stripe says neither how soon a payment
 * is listed nor how a key can be voided. Nor does a repeated key that Stripe refuses end a payout: API v2 tries a request that
 * failed again.
 */
export function createStripePayoutProvider(options: StripePayoutOptions): PayoutProvider {
  const { financialAccount } = options
  const recipientFor = createRecipients({
    store: options.recipients,
    secret: options.secretKey,
    networks: options.networks,
  })
  const client = (signal: AbortSignal) => stripeClient(options, signal)
  return {
    name: 'stripe_payouts',
    account: createHash('sha256').update(financialAccount).digest('hex'),
    keyLifetimeMs: KEY_LIFETIME_MS,
    send: (request, signal) =>
      untilAborted(signal, async () => {
        const refusal = refusalOf(request)
        if (refusal) return refusal
        const stripe = client(signal)
        const recipient = await recipientFor(stripe, request.beneficiary)
        return recipient.kind === 'accepted' ? send(stripe, options, request, recipient.value) : recipient
      }),
    lookUp: (transfer, signal) => untilAborted(signal, () => lookUp(client(signal), transfer)),
    listTransfers: (range, cursor, signal) =>
      untilAborted(signal, () => listTransfers(client(signal), range, cursor)),
    readBalance: (signal) => untilAborted(signal, () => readBalance(client(signal), financialAccount)),
    check: (signal) => untilAborted(signal, () => check(client(signal), financialAccount)),
  }
}

/** A refusal before anything is sent; null for a request that Stripe can take. */
function refusalOf({ currency, amountMinor }: TransferRequest): Outcome<never> | null {
  if (currency !== 'USD') return reject('currency_not_supported', 'Only USD can be paid out', 400)
  if (amountMinor <= 0n) return reject('invalid_amount', 'The amount must be above zero', 400)
  if (amountMinor > BigInt(Number.MAX_SAFE_INTEGER)) {
    return reject('amount_too_large', 'The amount is above what Stripe takes', 400)
  }
  return null
}

/** https://docs.stripe.com/api/v2/money-management/outbound-payments/create */
async function send(
  stripe: Stripe,
  { financialAccount, networks }: StripePayoutOptions,
  { key, amountMinor }: TransferRequest,
  { account, payoutMethod }: { account: string; payoutMethod: string },
): Promise<Outcome<Transfer>> {
  try {
    const payment = await stripe.v2.moneyManagement.outboundPayments.create(
      {
        amount: { value: Number(amountMinor), currency: 'usd' },
        from: { financial_account: financialAccount, currency: 'usd' },
        to: {
          recipient: account,
          payout_method: payoutMethod,
          currency: 'usd',
          payout_method_options: {
            bank_account: { preferred_networks: networks.map((network) => network.toLowerCase()) },
          },
        },
        // We tell the payee ourselves.
        recipient_notification: { setting: 'none' },
        metadata: { [keyInMetadata]: key },
      },
      { idempotencyKey: `payout:${key}` },
    )
    const known = readPayment(payment)
    if (known?.key === key) return { kind: 'accepted', value: known.transfer }
    return { kind: 'unknown', reason: 'Stripe answered with something that is not the payment' }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      // Money may have moved under this key, though not as this request says.
      return { kind: 'unknown', reason: 'the key belongs to a payment with other details' }
    }
    return failureOf(error, changeRefused)
  }
}

async function lookUp(stripe: Stripe, { key, id }: TransferReference): Promise<Outcome<Transfer>> {
  try {
    const outcome = id === null ? await findByKey(stripe, key) : { kind: 'accepted' as const, value: id }
    if (outcome.kind !== 'accepted') return outcome
    const known = readPayment(await stripe.v2.moneyManagement.outboundPayments.retrieve(outcome.value))
    if (known?.key === key) return { kind: 'accepted', value: known.transfer }
    return { kind: 'unknown', reason: 'Stripe answered a look-up with something that is not the payment' }
  } catch (error) {
    const failure = failureOf(error, lookUpRefused)
    return failure.kind === 'rejected'
      ? { kind: 'unknown', reason: 'Stripe has no payment of this id' }
      : failure
  }
}

/** The payment's id. Stripe finds none by key or metadata: the list is read back to before the key was made. */
async function findByKey(stripe: Stripe, key: string): Promise<Outcome<string>> {
  const since = timeOfKey(key)
  let path: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Page = await readPage(stripe, path)
    const known = page.payments.find((payment) => payment.key === key)
    if (known) return { kind: 'accepted', value: known.transfer.id }
    path = nextPath(page, since)
    if (path === null) return { kind: 'unknown', reason: 'Stripe has no payment of this key', isUnseen: true }
  }
  return { kind: 'unknown', reason: 'Stripe lists too many payments to find one of this key' }
}

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/
const HOUR_MS = 60 * 60_000
const LONGEST_SEARCH_MS = 40 * 24 * HOUR_MS

/** Nothing was sent under the key before; an hour for clocks that differ. Another kind of key says no time. */
function timeOfKey(key: string): Date {
  const [, high = '', low = ''] = UUID_V7.exec(key) ?? []
  const createdAtMs = high === '' ? Date.now() - LONGEST_SEARCH_MS : Number.parseInt(high + low, 16) - HOUR_MS
  return new Date(createdAtMs)
}

/** https://docs.stripe.com/api/v2/money-management/outbound-payments/list */
async function listTransfers(
  stripe: Stripe,
  { from, until }: TimeRange,
  cursor: string | null,
): Promise<Outcome<ListedPage<ListedTransfer>>> {
  try {
    const page = await readPage(stripe, cursor)
    const items = page.payments
      .filter(({ createdAt }) => createdAt >= from && createdAt < until)
      .map(({ key, createdAt, transfer: { id, providerStatus, status, amountMinor, currency } }) => ({
        reference: id,
        key,
        providerStatus,
        status,
        amountMinor,
        currency: currency ?? '',
        createdAt,
      }))
    return { kind: 'accepted', value: { items, nextCursor: nextPath(page, from) } }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}

type Page = {
  /** Those with a key of ours. */
  payments: KnownPayment[]
  /** Of all payments on the page, in its order. */
  times: Date[]
  next: string | null
}

const FIRST_PAGE = '/v2/money_management/outbound_payments?limit=100'

const pageSchema = z.object({
  data: z.array(z.unknown()),
  next_page_url: z
    .string()
    .regex(/^\/v2\/money_management\/outbound_payments\?/)
    .nullish()
    .transform((path) => path ?? null),
})

/** No filter by time: the package's types and the reference differ about how one is written. */
async function readPage(stripe: Stripe, path: string | null): Promise<Page> {
  const { data, next_page_url: next } = pageSchema.parse(await stripe.rawRequest('GET', path ?? FIRST_PAGE))
  const all = data.map((item) => paymentSchema.parse(item))
  return {
    payments: all.map(knownPayment).filter((payment) => payment !== null),
    times: all.map(({ created }) => created),
    next,
  }
}

/** The next page; null if there is none, or if this one reaches back to before the time, latest first. */
function nextPath({ times, next }: Page, since: Date): string | null {
  const [first, last] = [times[0], times.at(-1)]
  const isLatestFirst = first !== undefined && last !== undefined && first > last
  return isLatestFirst && last < since ? null : next
}

const amountSchema = z.object({ value: z.int(), currency: z.string().regex(/^[a-z]{3}$/) })
const reasonSchema = z.object({ reason: z.string() }).nullish()

/** The parts that we read. https://docs.stripe.com/api/v2/money-management/outbound-payments/object */
const paymentSchema = z.object({
  object: z.literal('v2.money_management.outbound_payment'),
  id: z.string().regex(/^[\w-]{1,100}$/),
  amount: amountSchema,
  created: z.iso.datetime().transform((text) => new Date(text)),
  metadata: z
    .record(z.string(), z.string())
    .nullish()
    .transform((values) => values?.[keyInMetadata] ?? null),
  status: z.string().regex(/^\w{1,50}$/),
  status_details: z.object({ failed: reasonSchema, returned: reasonSchema }).nullish(),
})

type KnownPayment = { key: string; createdAt: Date; transfer: Transfer }

function readPayment(value: unknown): KnownPayment | null {
  const parsed = paymentSchema.safeParse(value)
  return parsed.success ? knownPayment(parsed.data) : null
}

/** Null for a payment that was not made by us. */
function knownPayment({
  id,
  amount,
  created,
  metadata: key,
  status,
  status_details: details,
}: z.infer<typeof paymentSchema>): KnownPayment | null {
  if (key === null) return null
  const money = fromStripeAmount(amount.value, amount.currency)
  const end = ENDED.get(status)
  const reason = (end === 'returned' ? details?.returned : details?.failed)?.reason ?? status
  const failure = end === 'failed' || end === 'returned' ? failureFor(status, reason) : null
  const transfer = {
    id,
    providerStatus: status,
    status: end ?? 'processing',
    amountMinor: money?.amountMinor ?? null,
    currency: amount.currency.toUpperCase(),
    failure,
  }
  return { key, createdAt: created, transfer }
}

/**
 * The statuses that end a payment; of `posted`, money has left the financial account, and can still be returned. All others,
 * and any that Stripe adds, are in progress.
 */
const ENDED: ReadonlyMap<string, Transfer['status']> = new Map([
  ['posted', 'delivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['returned', 'returned'],
])

function failureFor(status: string, reason: string): NonNullable<Transfer['failure']> {
  const code = /^[a-z_]{1,64}$/.test(reason) ? reason : status
  const words = code === status ? '' : `: ${code.replaceAll('_', ' ')}`
  return { code, detail: `Stripe says that the payment was ${status}${words}` }
}

const balancesSchema = z.record(z.string(), amountSchema)

/** https://docs.stripe.com/api/v2/money-management/financial-accounts/object */
const financialAccountSchema = z.object({
  object: z.literal('v2.money_management.financial_account'),
  livemode: z.boolean(),
  status: z.string(),
  balance: z.object({ available: balancesSchema, inbound_pending: balancesSchema }),
  storage: z.object({ holds_currencies: z.array(z.string()) }).nullish(),
})

async function readAccount(stripe: Stripe, id: string) {
  return financialAccountSchema.parse(await stripe.v2.moneyManagement.financialAccounts.retrieve(id))
}

/** Payouts are made in US dollars alone, so only those are told. */
async function readBalance(stripe: Stripe, id: string): Promise<Outcome<HeldBalance[]>> {
  try {
    const { balance } = await readAccount(stripe, id)
    const minorOf = (amounts: z.infer<typeof balancesSchema>) => BigInt(amounts.usd?.value ?? 0)
    const value = {
      currency: 'USD',
      availableMinor: minorOf(balance.available),
      pendingMinor: minorOf(balance.inbound_pending),
    }
    return { kind: 'accepted', value: [value] }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}

/** Reads only. Permission to write can't be tried without writing. */
async function check(stripe: Stripe, id: string): Promise<Outcome<AccountCheck>> {
  try {
    const { livemode, status, storage } = await readAccount(stripe, id)
    await readPage(stripe, null)
    const gaps = [
      ...(status === 'open' ? [] : [`The financial account is ${status.slice(0, 50)}`]),
      ...(storage && !storage.holds_currencies.includes('usd')
        ? ['The financial account holds no US dollars']
        : []),
    ]
    return { kind: 'accepted', value: { movesRealMoney: livemode, gaps } }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}
