import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { Fullness } from './stripe-objects'
import { type Answer, errorAnswer } from './stripe-stand-in-requests'

export const FINANCIAL_ACCOUNT = 'fa_standIn'

/** The fate of a payment by account number: the status in the answer, then in each reading. */
type Story = 'refused' | 'never heard' | 'never arrives' | readonly [Status, ...Status[]]
type Status = Stripe.V2.MoneyManagement.OutboundPayment['status']

export const STRIPE_ACCOUNTS = {
  delivered: '000123456789',
  refused: '000222222227',
  answerLost: '000111111113',
  requestLost: '000111111116',
  slow: '000333333335',
  returned: '000444444440',
  /** Stripe wants more about it before it can be paid. */
  notReady: '000555555559',
} as const

const STORIES: ReadonlyMap<string, Story> = new Map<string, Story>([
  [STRIPE_ACCOUNTS.refused, 'refused'],
  [STRIPE_ACCOUNTS.answerLost, 'never heard'],
  [STRIPE_ACCOUNTS.requestLost, 'never arrives'],
  [STRIPE_ACCOUNTS.slow, ['processing', 'processing', 'posted']],
  [STRIPE_ACCOUNTS.returned, ['posted', 'posted', 'returned']],
])

type Request = {
  method: string
  path: string
  query: ReadonlyMap<string, string>
  text: string
  /** The account that the request is made for, as its header names it. */
  context: string | null
}

type Payment = {
  id: string
  body: CreatePayment
  createdAt: Date
  status: Status
  later: Status[]
}

type CreateAccount = Stripe.V2.Core.AccountCreateParams
type CreateMethod = Stripe.V2.MoneyManagement.OutboundSetupIntentCreateParams
type CreatePayment = Stripe.V2.MoneyManagement.OutboundPaymentCreateParams

/** What a body may have, as far as the package's types have it too. */
type Known<T> = T extends readonly (infer Item)[]
  ? Known<NonNullable<Item>>
  : T extends object
    ? { readonly [Name in keyof T]?: Known<NonNullable<T[Name]>> }
    : RegExp

const requested = { requested: /^true$/ }
const address = {
  country: /^us$/,
  state: /^[A-Z]{2}$/,
  city: /./,
  postal_code: /^\d{5}(-\d{4})?$/,
  line1: /./,
}

const accountTree = {
  contact_email: /^[^@\s]+@[^@\s]+$/,
  display_name: /./,
  identity: {
    country: /^us$/,
    entity_type: /^(individual|company)$/,
    individual: {
      email: /@/,
      given_name: /./,
      surname: /./,
      address,
      date_of_birth: { year: /^\d{4}$/, month: /^\d\d?$/, day: /^\d\d?$/ },
    },
    business_details: { registered_name: /./, address },
  },
  configuration: {
    recipient: { capabilities: { bank_accounts: { rtp: requested, ach: requested, fedwire: requested } } },
  },
  include: /^identity$/,
  metadata: { counterfoil_bank_account: /^[0-9a-f-]{36}$/ },
} satisfies Known<CreateAccount>

const methodTree = {
  usage_intent: /^payment$/,
  payout_method_data: {
    type: /^bank_account$/,
    bank_account: {
      country: /^us$/,
      currency: /^usd$/,
      account_number: /^\d{4,17}$/,
      routing_number: /^\d{9}$/,
      bank_account_type: /^(checking|savings)$/,
    },
  },
} satisfies Known<CreateMethod>

const paymentTree = {
  amount: { value: /^[1-9]\d*$/, currency: /^usd$/ },
  from: { financial_account: /^fa_/, currency: /^usd$/ },
  to: {
    recipient: /^acct_/,
    payout_method: /^usba_/,
    currency: /^usd$/,
    payout_method_options: { bank_account: { preferred_networks: /^(rtp|ach|fedwire)$/ } },
  },
  recipient_notification: { setting: /^none$/ },
  metadata: { counterfoil_key: /^.{1,500}$/ },
} satisfies Known<CreatePayment>

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`
const PATH = '/v2/money_management/outbound_payments'
/** Of the list of payments; no other call takes any. */
const LIST_PARAMETERS = new Set(['page', 'limit'])

/** The records of Stripe's API v2: recipients, and what is paid to them from a financial account. */
export class StripePayoutBooks {
  readonly #fullness: Fullness
  readonly #accounts = new Map<string, { methods: Map<string, string> }>()
  readonly payments: Payment[] = []
  /** In cents: what is in the financial account before the payments. */
  fundedMinor = 1_000_000_000
  status: Stripe.V2.MoneyManagement.FinancialAccount['status'] = 'open'

  constructor(fullness: Fullness) {
    this.#fullness = fullness
  }

  countPayments(key: string): number {
    return this.payments.filter(({ body }) => body.metadata?.counterfoil_key === key).length
  }

  countAccounts(): number {
    return this.#accounts.size
  }

  balanceMinor(): number {
    const out = this.payments.filter(({ status }) => status !== 'failed' && status !== 'returned')
    return this.fundedMinor - out.reduce((sum, { body }) => sum + body.amount.value, 0)
  }

  pageUrl(offset: number, limit = 100): string {
    return `${PATH}?page=${offset}&limit=${limit}`
  }

  handle(request: Request): Answer | 'silence' {
    const { method, path, query, context } = request
    const call = `${method} ${path}`
    const strange = [...query.keys()].find((name) => call !== `GET ${PATH}` || !LIST_PARAMETERS.has(name))
    if (strange !== undefined) return invalid(strange)
    if (call === 'POST /v2/core/accounts') return this.#createAccount(request)
    if (call === 'POST /v2/money_management/outbound_setup_intents') return this.#createMethod(request)
    if (context !== null) return errorAnswer(400, { message: 'Stripe-Context is not for this call' })
    if (call === `POST ${PATH}`) return this.#createPayment(request)
    if (call === `GET ${PATH}`) return this.#list(query)
    if (call === `GET /v2/money_management/financial_accounts/${FINANCIAL_ACCOUNT}`) {
      return { status: 200, body: this.#account() }
    }
    const payment = this.payments.find(({ id }) => call === `GET ${PATH}/${id}`)
    if (payment) return { status: 200, body: this.#read(payment) }
    return { status: 404, body: { error: { code: 'not_found', message: 'Object not found.' } } }
  }

  #createAccount({ text, context }: Request): Answer {
    if (context !== null) return errorAnswer(400, { message: 'Stripe-Context is not for this call' })
    const wrong = unknownFields(JSON.parse(text), accountTree)
    if (wrong) return wrong
    const id = newId('acct')
    this.#accounts.set(id, { methods: new Map() })
    const body = {
      id,
      object: 'v2.core.account' as const,
      applied_configurations: ['recipient' as const],
      created: new Date().toISOString(),
      livemode: false,
    } satisfies Stripe.V2.Core.Account
    return { status: 200, body }
  }

  #createMethod({ text, context }: Request): Answer {
    const params: CreateMethod = JSON.parse(text)
    const wrong = unknownFields(params, methodTree)
    if (wrong) return wrong
    const account = this.#accounts.get(context ?? '')
    const number = params.payout_method_data?.bank_account?.account_number
    if (!account || number === undefined) {
      return { status: 404, body: { error: { code: 'not_found', message: 'Object not found.' } } }
    }
    const isReady = number !== STRIPE_ACCOUNTS.notReady
    const methodId = newId('usba')
    account.methods.set(methodId, number)
    const created = new Date().toISOString()
    const payoutMethod = {
      id: methodId,
      object: 'v2.money_management.payout_method' as const,
      archived: false,
      created,
      livemode: false,
      restricted: false,
      type: 'bank_account',
      usage_status: { payments: isReady ? 'eligible' : 'requires_action', transfers: 'disabled' },
    } satisfies Stripe.V2.MoneyManagement.PayoutMethod
    const body = {
      id: newId('osi'),
      object: 'v2.money_management.outbound_setup_intent' as const,
      created,
      livemode: false,
      status: isReady ? 'succeeded' : 'requires_action',
      usage_intent: 'payment' as const,
      payout_method: payoutMethod,
    } satisfies Stripe.V2.MoneyManagement.OutboundSetupIntent
    return { status: 200, body }
  }

  #createPayment({ text }: Request): Answer | 'silence' {
    const body: CreatePayment = JSON.parse(text)
    const wrong = unknownFields(body, paymentTree)
    if (wrong) return wrong
    const number = this.#accounts.get(body.to.recipient)?.methods.get(body.to.payout_method ?? '')
    if (number === undefined || body.from.financial_account !== FINANCIAL_ACCOUNT) {
      return { status: 404, body: { error: { code: 'not_found', message: 'Object not found.' } } }
    }
    const story = STORIES.get(number) ?? ['posted']
    if (story === 'never arrives') return 'silence'
    if (story === 'refused') {
      const message = `Stripe blocked this payment to ${number}`
      return errorAnswer(400, { type: 'blocked_by_stripe', message })
    }
    if (body.amount.value > this.balanceMinor()) {
      return errorAnswer(400, { type: 'insufficient_funds', message: 'The financial account has too little' })
    }
    const [status, ...later] = story === 'never heard' ? (['posted'] as const) : story
    const payment = { id: newId('obp'), body, createdAt: new Date(), status, later: [...later] }
    this.payments.push(payment)
    return story === 'never heard' ? 'silence' : { status: 200, body: this.#show(payment) }
  }

  /** Latest first. */
  #list(query: ReadonlyMap<string, string>): Answer {
    const [offset, limit] = [Number(query.get('page') ?? 0), Number(query.get('limit') ?? 20)]
    if (!Number.isInteger(offset) || limit > 100) return errorAnswer(400, { message: 'Invalid page' })
    const all = this.payments.toReversed()
    const next = offset + limit
    const body = {
      data: all.slice(offset, next).map((payment) => this.#show(payment)),
      next_page_url: next < all.length ? this.pageUrl(next, limit) : null,
      previous_page_url: null,
    }
    return { status: 200, body }
  }

  /** Moves on to the payment's next status, as time would. */
  #read(payment: Payment): object {
    payment.status = payment.later.shift() ?? payment.status
    return this.#show(payment)
  }

  #show({ id, body, createdAt, status }: Payment): Stripe.V2.MoneyManagement.OutboundPayment {
    const created = createdAt.toISOString()
    const sparse = {
      id,
      object: 'v2.money_management.outbound_payment',
      amount: body.amount,
      cancelable: status === 'processing',
      created,
      from: { debited: body.amount, financial_account: body.from.financial_account },
      livemode: false,
      metadata: body.metadata as Record<string, string>,
      recipient_notification: { setting: 'none' },
      statement_descriptor: 'STRIPE',
      status,
      to: { credited: body.amount, recipient: body.to.recipient },
    } satisfies Stripe.V2.MoneyManagement.OutboundPayment
    const details =
      status === 'returned' ? { status_details: { returned: { reason: 'payout_method_closed' } } } : {}
    if (this.#fullness === 'sparse') return { ...sparse, ...details }
    return {
      ...sparse,
      ...details,
      description: '',
      expected_arrival_date: created,
      status_transitions: {},
      tracking_details: { status: 'pending', type: 'bank_account', bank_account: {} },
    }
  }

  #account(): Stripe.V2.MoneyManagement.FinancialAccount {
    const usd = (value: number) => ({ usd: { value, currency: 'usd' } })
    return {
      id: FINANCIAL_ACCOUNT,
      object: 'v2.money_management.financial_account',
      balance: { available: usd(this.balanceMinor()), inbound_pending: {}, outbound_pending: {} },
      country: 'us',
      created: '2026-01-02T03:04:05.000Z',
      livemode: false,
      status: this.status,
      type: 'storage',
      ...(this.#fullness === 'full'
        ? { display_name: 'Payouts', storage: { holds_currencies: ['usd'] } }
        : {}),
    }
  }
}

/** API v2 refuses what it doesn't know, and what it can't read. */
function unknownFields(value: unknown, tree: object, path = ''): Answer | null {
  if (tree instanceof RegExp) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values.every((each) => typeof each !== 'object' && tree.test(String(each))) ? null : invalid(path)
  }
  if (typeof value !== 'object' || value === null) return invalid(path)
  for (const [name, each] of Object.entries(value)) {
    const branch: unknown = Object.entries(tree).find(([known]) => known === name)?.[1]
    const where = path === '' ? name : `${path}.${name}`
    if (typeof branch !== 'object' || branch === null) return invalid(where)
    const wrong = unknownFields(each, branch, where)
    if (wrong) return wrong
  }
  return null
}

function invalid(path: string): Answer {
  return { status: 400, body: { error: { code: 'invalid_fields', message: `Invalid field: ${path}` } } }
}
