import { type BuyerEnd, GOOD_CARD, SandboxBuyer } from '../fixtures/sandbox-buyer'
import { type Fields, type Reply, textAt } from './client'
import type { Receipt, Stage } from './stage'

export type Mode = 'test' | 'live'

const BANK_ACCOUNT = {
  entity_type: 'PERSONAL',
  email: 'ada@example.com',
  address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
  bank_details: {
    account_name: 'Ada Lovelace',
    account_number: '123456789012',
    routing_number: '021000021',
    bank_name: 'First Bank',
  },
  first_name: 'Ada',
  last_name: 'Lovelace',
}

/** Answers after which a client that sent a key repeats its request. */
const PASSING = new Set([0, 409, 429, 503])

const TABLES = {
  customer: 'customers',
  bank_account: 'bank_accounts',
  invoice: 'invoices',
  payout: 'payouts',
} as const

export type ActorOptions = {
  mode?: Mode
  /** In cents. */
  creditMinor?: bigint
  /** Of its customer's bank account. */
  accountNumber?: string
  fees?: FeeTerms
}

/** Who pays the fee, and whether a refund gives it back. */
export type FeeTerms = { paysFee: boolean; returnsFee: boolean }

export const ALL_FEE_TERMS: FeeTerms[] = [false, true].flatMap((paysFee) =>
  [false, true].map((returnsFee) => ({ paysFee, returnsFee })),
)

export type LiveInvoice = { id: string; session: string }

/** A vendor's program. */
export class Actor {
  /** Minor units that an operator or a test helper credited. */
  creditedMinor = 0n
  /** The payouts that it was told of, by its own key. */
  readonly payouts = new Map<string, string>()
  /** True if it repeats each request with its key until it has an answer, so that it knows all of its payouts. */
  knowsAll = true
  private portalCookie: Promise<string> | null = null

  private constructor(
    private readonly stage: Stage,
    readonly account: { id: string; mode: Mode; vendorId: string },
    readonly key: string,
    readonly customerId: string,
    readonly bankAccountId: string,
    /** `whsec_…` */
    readonly webhookSecret: string,
  ) {}

  static async create(
    stage: Stage,
    { mode = 'test', creditMinor = 0n, accountNumber, fees }: ActorOptions,
  ): Promise<Actor> {
    const builders = await import('@/prisma/seed/builders')
    const { findSigningSecrets } = await import('@/lib/webhooks/signing')
    const { database } = await import('@/lib/db/client')
    const vendor = await builders.buildVendor()
    if (fees) await database().vendor.update({ where: { id: vendor.id }, data: fees })
    const account = mode === 'test' ? vendor.test : await builders.buildLiveApproval(vendor.id)
    const key = await builders.buildApiKey(account)
    const customer = await builders.buildCustomer(account)
    const bankAccount = await builders.buildBankAccount(account, customer.id, {
      ...(accountNumber !== undefined && { accountNumber }),
    })
    const { current } = await findSigningSecrets(database(), account.id)
    const actor = new Actor(stage, account, key, customer.id, bankAccount.id, current)
    if (creditMinor > 0n) await actor.credit(creditMinor)
    return actor
  }

  async credit(amountMinor: bigint): Promise<void> {
    const { fundWallet } = await import('@/prisma/seed/builders')
    const account = { ...this.account } as Parameters<typeof fundWallet>[0]
    await fundWallet(account, amountMinor)
    this.creditedMinor += amountMinor
  }

  get(path: string): Promise<Reply> {
    return this.stage.send({ method: 'GET', path: `/api/v2${path}?api_key=${this.key}` })
  }

  /** Posts once. What a success tells of is noted. */
  async post(path: string, body: Fields, key?: string): Promise<Reply> {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const reply = await this.stage.send({
      method: 'POST',
      path: `/api/v2${path}`,
      body: { api_key: this.key, ...body },
      headers,
    })
    if (reply.status === 200 || reply.status === 201) this.note(reply, body, key)
    return reply
  }

  /** Posts with a key, and again until there is an answer that stands. */
  async postSurely(path: string, body: Fields, key: string): Promise<Reply> {
    let reply: Reply | null = null
    await this.stage.until(async () => {
      reply = await this.post(path, body, key)
      return !PASSING.has(reply.status)
    })
    if (reply === null) throw new Error('no request was sent')
    return reply
  }

  payOut(amountMinor: number, key: string, bankAccountId = this.bankAccountId): Promise<Reply> {
    return this.postSurely(...this.payoutRequest(amountMinor, bankAccountId), key)
  }

  payoutRequest(amountMinor: number, bankAccountId = this.bankAccountId): [path: string, body: Fields] {
    const body = { bank_account_id: bankAccountId, amount: amountMinor / 100 }
    return [`/customer/${this.customerId}/payout`, body]
  }

  createCustomer(email: string, key: string): Promise<Reply> {
    return this.postSurely('/customer', { name: 'Ada Lovelace', email }, key)
  }

  addBankAccount(accountNumber: string, key: string): Promise<Reply> {
    const bank_details = { ...BANK_ACCOUNT.bank_details, account_number: accountNumber }
    return this.postSurely(
      `/customer/${this.customerId}/bank-account`,
      { ...BANK_ACCOUNT, bank_details },
      key,
    )
  }

  createInvoice(amountMinor: number, key: string, fields: Fields = {}): Promise<Reply> {
    const body = { customer_id: this.customerId, amount: amountMinor / 100, ...fields }
    return this.postSurely('/invoice', body, key)
  }

  /** Pays a test invoice as its buyer does, until there is an answer that stands. */
  async payInvoice(invoice: Reply, number = GOOD_CARD): Promise<BuyerEnd> {
    const payPath = `/api${new URL(textAt(invoice.body, 'invoice.payment_link')).pathname}`
    const buyer = new SandboxBuyer((request) => this.stage.send(request))
    let end: BuyerEnd = 'lost'
    await this.stage.until(async () => {
      end = await buyer.pay(payPath, number)
      return end !== 'lost'
    })
    return end
  }

  /** A live invoice whose buyer is on Stripe's page; returns the session's reference there. */
  async openLiveInvoice(amountMinor: number, key: string, fields: Fields = {}): Promise<LiveInvoice | null> {
    const invoice = await this.createInvoice(amountMinor, key, fields)
    if (invoice.status === 400) return null
    this.stage.tally.expect(invoice.status === 201, `a live invoice: ${invoice.status} ${invoice.text}`)
    await this.openStripePage(invoice)
    return this.sessionOf(invoice)
  }

  /** Live invoices whose customer is on Stripe's page for all of them, by way of the portal, with the session's reference there. */
  async openLiveInvoices(
    amountsMinor: number[],
    newKey: () => string,
    fields: Fields = {},
  ): Promise<{ ids: string[]; session: string } | null> {
    const { choiceOf } = await import('@/lib/portal/invoice-choice')
    const ids: string[] = []
    for (const amountMinor of amountsMinor) {
      ids.push(textAt((await this.createInvoice(amountMinor, newKey(), fields)).body, 'invoice.id'))
    }
    const rows = await this.stage.rows<{ id: string; total: string }>(
      'SELECT id, total_minor::text AS total FROM invoices WHERE id = ANY ($1::uuid[])',
      [ids.filter((id) => id !== '')],
    )
    if (rows.length < ids.length) return null
    const choices = rows.map(({ id, total }) => choiceOf({ invoiceId: id, amountMinor: BigInt(total) }))
    this.portalCookie ??= this.enterPortal()
    const click = await this.postForm(
      '/checkout',
      choices.map((each) => ['invoice', each]),
      await this.portalCookie,
    )
    const session = /^https:\/\/checkout\.stripe\.com\/c\/pay\/(\w+)$/.exec(
      String(click.headers.location),
    )?.[1]
    this.stage.tally.expect(session !== undefined, `the way to Stripe: ${click.status} ${click.text}`)
    return session === undefined ? null : { ids, session }
  }

  /** Opens the customer's portal by a mailed link; returns the session's cookie. */
  private async enterPortal(): Promise<string> {
    const { mailsOf } = await import('@/lib/mail/mail.fixture')
    const [customer] = await this.stage.rows<{ email: string }>('SELECT email FROM customers WHERE id = $1', [
      this.customerId,
    ])
    await this.postForm('/link', [['email', customer?.email ?? '']])
    const mail = (await mailsOf(this.account.id, 'portal_link')).at(-1)
    const token = /\/open\/(ptl_\w{32})/.exec(mail?.text ?? '')?.[1]
    const { headers } = await this.postForm(`/open/${token}`, [])
    return String([headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  }

  private async postForm(path: string, fields: [string, string][], cookie?: string): Promise<Reply> {
    const { encodeId } = await import('@/lib/crypto/base62')
    return this.stage.send({
      method: 'POST',
      path: `/api/pay/portal/${encodeId(this.account.id)}${path}`,
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie === undefined ? {} : { cookie }),
      },
    })
  }

  /** Presses the button of the pay page; true if it led to Stripe, and not back to the page. */
  async openStripePage(invoice: Reply): Promise<boolean> {
    const path = `/api${new URL(textAt(invoice.body, 'invoice.payment_link')).pathname}/checkout`
    const click = await this.stage.send({ method: 'POST', path })
    this.stage.tally.expect(click.status === 303, `the way to Stripe: ${click.status} ${click.text}`)
    return String(click.headers.location).startsWith('https://checkout.stripe.com/')
  }

  async sessionOf(invoice: Reply): Promise<LiveInvoice | null> {
    const id = textAt(invoice.body, 'invoice.id')
    const [session] = await this.stage.rows<{ reference: string }>(
      `SELECT provider_reference AS reference FROM checkout_sessions
        WHERE invoice_id = $1 ORDER BY number DESC LIMIT 1`,
      [id],
    )
    return session ? { id, session: session.reference } : null
  }

  private note({ body }: Reply, sent: Fields, key: string | undefined): void {
    const name = (['payout', 'bank_account', 'invoice', 'customer'] as const).find(
      (each) => textAt(body, `${each}.id`) !== '',
    )
    if (!name) return
    const id = textAt(body, `${name}.id`)
    const hasAmount = (name === 'payout' || name === 'invoice') && typeof sent.amount === 'number'
    const amountMinor = hasAmount ? Math.round(Number(sent.amount) * 100) : null
    const receipt: Receipt = { table: TABLES[name], id, accountId: this.account.id, amountMinor }
    this.stage.receipts.push(receipt)
    if (name !== 'payout') return
    const earlierId = key === undefined ? undefined : this.payouts.get(key)
    if (earlierId !== undefined && earlierId !== id) {
      this.stage.tally.problems.push(`the key ${key} was answered with the payouts ${earlierId} and ${id}`)
    }
    this.payouts.set(key ?? id, id)
  }
}
