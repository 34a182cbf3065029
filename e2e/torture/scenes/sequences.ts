import { BAD_CARD, GOOD_CARD } from '@/e2e/fixtures/sandbox-buyer'
import { type Actor, ALL_FEE_TERMS, type FeeTerms } from '../actor'
import { textAt } from '../client'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

const STEPS = 50
const AT_ONCE = 4
const REFUSING = '000111111116'

/** In cents. What refunds gave the customer back, and what of it the wallet paid. */
type PaidInvoice = { id: string; baseMinor: number; feeMinor: number; backMinor: number; walletMinor: number }

/** The expected state of a vendor's account, from the answers so far. */
type Model = {
  walletMinor: number
  emails: string[]
  /** Open and paid invoices by id, with the reply that created each. */
  open: { reply: Awaited<ReturnType<Actor['createInvoice']>>; baseMinor: number }[]
  fees: FeeTerms
  paid: PaidInvoice[]
  /** Answers by key. */
  payouts: { key: string; amountMinor: number; id: string }[]
  refusingId: string
}

/** Random sequences of requests beside a model of the account that says each answer in advance. */
export const sequences: Scene = {
  name: 'sequences',
  finds: 'an answer that depends on what came before, and is not what it should be then',
  async run(stage, random, { count }) {
    await inParallel(count(2000, 4), AT_ONCE, async (index) => {
      const choices = random.fork(index)
      // Each in turn, so that a short run has all of them.
      const fees = ALL_FEE_TERMS[index % ALL_FEE_TERMS.length] ?? choices.pick(ALL_FEE_TERMS)
      const actor = await stage.actor({ creditMinor: 5000n, fees })
      const refusing = await actor.addBankAccount(REFUSING, choices.uuid())
      const model: Model = {
        walletMinor: 5000,
        emails: [],
        open: [],
        fees,
        paid: [],
        payouts: [],
        refusingId: textAt(refusing.body, 'bank_account.id'),
      }
      for (let step = 0; step < STEPS; step += 1) await choices.pick(MOVES)(stage, actor, model, choices)
      await compare(stage, actor, model)
    })
  },
}

type Move = (stage: Stage, actor: Actor, model: Model, random: Random) => Promise<void>

function expectAnswer(
  stage: Stage,
  what: string,
  reply: { status: number; text: string },
  status: number,
): void {
  stage.tally.expect(reply.status === status, `${what}: ${reply.status} in place of ${status}, ${reply.text}`)
}

function halfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}

/** The amount that a refund pays to the customer, and the part that the wallet bears. */
function refundOf(invoice: PaidInvoice, wantedMinor: number, { paysFee, returnsFee }: FeeTerms) {
  const { baseMinor, feeMinor } = invoice
  if (!returnsFee) return { backMinor: wantedMinor, walletMinor: wantedMinor }
  if (paysFee) {
    const walletMinor = halfUp((invoice.backMinor + wantedMinor) * (baseMinor - feeMinor), baseMinor)
    return { backMinor: wantedMinor, walletMinor: walletMinor - invoice.walletMinor }
  }
  const feeBackMinor = halfUp((invoice.walletMinor + wantedMinor) * feeMinor, baseMinor)
  return {
    backMinor: wantedMinor + feeBackMinor - (invoice.backMinor - invoice.walletMinor),
    walletMinor: wantedMinor,
  }
}

/** Asks for a refund, which the model says in advance to the cent. */
async function refund(
  stage: Stage,
  actor: Actor,
  model: Model,
  { invoice, wantedMinor, key }: { invoice: PaidInvoice; wantedMinor: number; key: string },
): Promise<void> {
  const { backMinor, walletMinor } = refundOf(invoice, wantedMinor, model.fees)
  const isLeft =
    wantedMinor <= invoice.baseMinor - (model.fees.paysFee ? invoice.backMinor : invoice.walletMinor)
  const isCovered = isLeft && walletMinor <= model.walletMinor
  const body = { amount: wantedMinor / 100 }
  const reply = await actor.postSurely(`/invoice/${invoice.id}/refund`, body, key)
  expectAnswer(stage, 'a refund', reply, isCovered ? 200 : 400)
  if (!isCovered) return
  const { amount } = reply.body.refund as { amount: number }
  stage.tally.expect(amount === backMinor / 100, `a refund of ${backMinor} cents is of ${amount}`)
  model.walletMinor -= walletMinor
  invoice.backMinor += backMinor
  invoice.walletMinor += walletMinor
}

const MOVES: Move[] = [
  async function createCustomer(stage, actor, model, random) {
    const isKnown = model.emails.length > 0 && random.chance(0.3)
    const email = isKnown ? random.pick(model.emails).toUpperCase() : `${random.uuid()}@example.com`
    const reply = await actor.post('/customer', { name: 'Ada', email })
    expectAnswer(stage, 'a customer', reply, isKnown ? 409 : 201)
    if (!isKnown) model.emails.push(email)
  },
  async function createInvoice(stage, actor, model, random) {
    const baseMinor = random.integer(1, 5000)
    const reply = await actor.createInvoice(baseMinor, random.uuid())
    expectAnswer(stage, 'an invoice', reply, 201)
    model.open.push({ reply, baseMinor })
  },
  async function payInvoice(stage, actor, model, random) {
    const invoice = model.open.splice(random.integer(0, Math.max(0, model.open.length - 1)), 1)[0]
    if (!invoice) return
    const isGood = random.chance(0.7)
    const end = await actor.payInvoice(invoice.reply, isGood ? GOOD_CARD : BAD_CARD)
    stage.tally.expect(end === (isGood ? 'paid' : 'declined'), `a card: ${end}`)
    const id = textAt(invoice.reply.body, 'invoice.id')
    const { body } = await actor.get(`/invoice/${id}`)
    const status = isGood ? 'Paid' : 'Failed'
    stage.tally.expect(textAt(body, 'invoice.status') === status, `an invoice is not ${status}`)
    if (!isGood) return void model.open.push(invoice)
    const { baseMinor } = invoice
    const wholeFeeMinor = halfUp(baseMinor * 29, 1000) + 30
    const feeMinor = model.fees.paysFee ? Math.min(wholeFeeMinor, baseMinor) : wholeFeeMinor
    model.walletMinor += baseMinor - (model.fees.paysFee ? feeMinor : 0)
    model.paid.push({ id, baseMinor, feeMinor, backMinor: 0, walletMinor: 0 })
  },
  async function refundInParts(stage, actor, model, random) {
    if (model.paid.length === 0) return
    const invoice = random.pick(model.paid)
    // Only several parts of one invoice show how their fee is rounded.
    const parts = random.integer(1, 8)
    for (let part = 0; part < parts; part += 1) {
      const wantedMinor = random.integer(1, random.chance(0.8) ? 100 : 3000)
      await refund(stage, actor, model, { invoice, wantedMinor, key: random.uuid() })
    }
  },
  async function payOut(stage, actor, model, random) {
    const amountMinor = random.integer(1, Math.max(2000, model.walletMinor * 2))
    const key = random.uuid()
    const reply = await actor.payOut(amountMinor, key)
    const isCovered = amountMinor <= model.walletMinor
    expectAnswer(stage, 'a payout', reply, isCovered ? 200 : 400)
    if (!isCovered) return
    model.walletMinor -= amountMinor
    const { amount } = reply.body.payout as { amount: number }
    stage.tally.expect(amount === amountMinor / 100, `a payout of ${amountMinor} cents is of ${amount}`)
    model.payouts.push({ key, amountMinor, id: textAt(reply.body, 'payout.id') })
  },
  async function repeatPayout(stage, actor, model, random) {
    if (model.payouts.length === 0) return
    const { key, amountMinor, id } = random.pick(model.payouts)
    const isSame = random.chance(0.6)
    const reply = await actor.payOut(isSame ? amountMinor : amountMinor + 1, key)
    expectAnswer(stage, 'a payout under a used key', reply, isSame ? 200 : 422)
    if (isSame) stage.tally.expect(textAt(reply.body, 'payout.id') === id, 'a key led to another payout')
  },
  async function payOutToRefusing(stage, actor, model, random) {
    const amountMinor = random.integer(1, 500)
    const reply = await actor.payOut(amountMinor, random.uuid(), model.refusingId)
    expectAnswer(stage, 'a refused payout', reply, amountMinor <= model.walletMinor ? 502 : 400)
  },
  async function payOutTooMuch(stage, actor, _, random) {
    const reply = await actor.payOut(1_000_001, random.uuid())
    const message = textAt(reply.body, 'error')
    stage.tally.expect(
      message.startsWith('Withdrawal exceeds'),
      `a payout above the limit: ${reply.status} ${message}`,
    )
  },
]

async function compare(stage: Stage, actor: Actor, model: Model): Promise<void> {
  const [wallet] = await stage.rows<{ balance: string }>(
    `SELECT balance_minor::text AS balance FROM ledger_accounts WHERE account_id = $1 AND kind = 'credit_wallet'`,
    [actor.account.id],
  )
  stage.tally.expect(
    wallet?.balance === String(model.walletMinor),
    `a wallet holds ${wallet?.balance}, the model ${model.walletMinor}`,
  )
  const { body } = await actor.get(`/customer/${actor.customerId}`)
  stage.tally.expect(
    body.total_paid_count === model.paid.length,
    `${body.total_paid_count} paid invoices, not ${model.paid.length}`,
  )
}
