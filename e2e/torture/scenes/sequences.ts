import { BAD_CARD, GOOD_CARD } from '@/e2e/fixtures/sandbox-buyer'
import { type Actor, ALL_FEE_TERMS, type FeeTerms } from '../actor'
import { textAt } from '../client'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'
import { creditLines, REFUSALS, recordPayment } from '../vendor-acts'
import { actAtOnce, type OpenInvoice } from './acts-at-once'
import {
  cardAmounts,
  creditableMinor,
  creditOf,
  leftMinor,
  newAmounts,
  type PaidAmounts,
  refundOf,
} from './invoice-model'

const STEPS = 80
const AT_ONCE = 4
const REFUSING = '000111111116'

type PaidInvoice = PaidAmounts & { id: string }

/** The expected state of a vendor's account, from the answers so far. */
type Model = {
  walletMinor: number
  emails: string[]
  open: OpenInvoice[]
  fees: FeeTerms
  /** By card, at least the last part. */
  paid: PaidInvoice[]
  paidOutsideIds: string[]
  /** Voided ones, and those that were credited in full. */
  voidIds: string[]
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
        paidOutsideIds: [],
        voidIds: [],
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

/** Asks for a refund, which the model says in advance to the cent. */
async function refund(
  stage: Stage,
  actor: Actor,
  model: Model,
  { invoice, amountMinor, key }: { invoice: PaidInvoice; amountMinor: number; key: string },
): Promise<void> {
  const expected = refundOf(invoice, amountMinor, model.fees)
  const isCovered = expected !== null && expected.walletMinor <= model.walletMinor
  const body = { amount: amountMinor / 100 }
  const reply = await actor.postSurely(`/invoice/${invoice.id}/refund`, body, key)
  expectAnswer(stage, 'a refund', reply, isCovered ? 200 : 400)
  if (!isCovered) return
  const { backMinor, walletMinor } = expected
  const { amount } = reply.body.refund as { amount: number }
  stage.tally.expect(amount === backMinor / 100, `a refund of ${backMinor} cents is of ${amount}`)
  model.walletMinor -= walletMinor
  invoice.backMinor += backMinor
  invoice.walletMinor += walletMinor
}

/** Takes one of the open invoices out of the model; none if there is none. */
function takeOpen(model: Model, random: Random): OpenInvoice | undefined {
  return model.open.splice(random.integer(0, Math.max(0, model.open.length - 1)), 1)[0]
}

/** Puts an invoice, after acts of the vendor, where it belongs. */
function putBack(model: Model, invoice: OpenInvoice): void {
  if (leftMinor(invoice) > 0) model.open.push(invoice)
  else if (invoice.outsideMinor > 0) model.paidOutsideIds.push(invoice.id)
  else model.voidIds.push(invoice.id)
}

/** The vendor's part of a card payment is in the wallet. */
function putPaid(model: Model, invoice: OpenInvoice): void {
  const paid = { id: invoice.id, ...cardAmounts(invoice) }
  model.walletMinor += paid.vendorMinor
  model.paid.push(paid)
}

/** Credits an open invoice, which the model says in advance to the cent. */
async function credit(stage: Stage, actor: Actor, invoice: OpenInvoice, amountMinor: number): Promise<void> {
  const expected = creditOf(invoice, amountMinor)
  const answer = await creditLines(actor, invoice.id, amountMinor)
  const due = expected?.dueMinor ?? REFUSALS.creditTooLarge
  stage.tally.expect(answer === due, `a credit of ${amountMinor}: ${answer} in place of ${due}`)
  if (!expected) return
  invoice.creditedMinor += expected.dueMinor
  invoice.linesLeftMinor -= expected.linesMinor
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
    model.open.push({ reply, id: textAt(reply.body, 'invoice.id'), ...newAmounts(baseMinor, model.fees) })
  },
  async function payInvoice(stage, actor, model, random) {
    const invoice = takeOpen(model, random)
    if (!invoice) return
    const isGood = random.chance(0.7)
    const end = await actor.payInvoice(invoice.reply, isGood ? GOOD_CARD : BAD_CARD)
    stage.tally.expect(end === (isGood ? 'paid' : 'declined'), `a card: ${end}`)
    const { body } = await actor.get(`/invoice/${invoice.id}`)
    const status = isGood ? 'Paid' : 'Failed'
    stage.tally.expect(textAt(body, 'invoice.status') === status, `an invoice is not ${status}`)
    if (isGood) putPaid(model, invoice)
    else model.open.push(invoice)
  },
  async function creditInParts(stage, actor, model, random) {
    const invoice = takeOpen(model, random)
    if (!invoice) return
    // Only several parts of one invoice show how their fee is rounded.
    const parts = random.integer(1, 5)
    for (let part = 0; part < parts && leftMinor(invoice) > 0; part += 1) {
      const amountMinor = random.integer(1, random.chance(0.8) ? 60 : 3000)
      await credit(
        stage,
        actor,
        invoice,
        random.chance(0.1) ? Math.max(1, creditableMinor(invoice)) : amountMinor,
      )
    }
    putBack(model, invoice)
  },
  async function recordPayments(stage, actor, model, random) {
    const invoice = takeOpen(model, random)
    if (!invoice) return
    const left = leftMinor(invoice)
    const amountMinor = random.pick([random.integer(1, left), random.integer(1, left), left + 1, null])
    const answer = await recordPayment(actor, invoice.id, amountMinor)
    const expected =
      amountMinor !== null && amountMinor > left ? REFUSALS.paymentTooLarge : (amountMinor ?? left)
    stage.tally.expect(answer === expected, `a recorded payment: ${answer} in place of ${expected}`)
    if (typeof expected === 'number') invoice.outsideMinor += expected
    putBack(model, invoice)
  },
  async function voidInvoice(stage, actor, model, random) {
    const invoice = takeOpen(model, random)
    if (!invoice) return
    const isWhole = invoice.outsideMinor === 0 && invoice.creditedMinor === 0
    const reply = await actor.post(`/invoice/${invoice.id}/void`, {}, random.uuid())
    expectAnswer(stage, 'a void', reply, isWhole ? 200 : 409)
    if (isWhole) model.voidIds.push(invoice.id)
    else model.open.push(invoice)
  },
  async function creditClosed(stage, actor, model, random) {
    const cases = [
      [model.voidIds, REFUSALS.voided],
      [[...model.paidOutsideIds, ...model.paid.map(({ id }) => id)], REFUSALS.paid],
    ] as const
    const [ids, expected] = random.pick(cases)
    if (ids.length === 0) return
    const answer = await creditLines(actor, random.pick(ids), 1)
    stage.tally.expect(answer === expected, `a credit of a closed invoice: ${answer}`)
  },
  async function actOnOneAtOnce(stage, actor, model, random) {
    const invoice = takeOpen(model, random)
    if (!invoice) return
    const { status, invoice: after } = await actAtOnce(stage, actor, invoice, random)
    if (status === 'PAID' && leftMinor(after) > 0) putPaid(model, after)
    else if (status === 'VOIDED') model.voidIds.push(after.id)
    else putBack(model, after)
  },
  async function refundInParts(stage, actor, model, random) {
    if (model.paid.length === 0) return
    const invoice = random.pick(model.paid)
    // Only several parts of one invoice show how their fee is rounded.
    const parts = random.integer(1, 8)
    for (let part = 0; part < parts; part += 1) {
      const amountMinor = random.integer(1, random.chance(0.8) ? 100 : 3000)
      await refund(stage, actor, model, { invoice, amountMinor, key: random.uuid() })
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
  const paidCount = model.paid.length + model.paidOutsideIds.length
  const { body } = await actor.get(`/customer/${actor.customerId}`)
  stage.tally.expect(
    body.total_paid_count === paidCount,
    `${body.total_paid_count} paid invoices, not ${paidCount}`,
  )
}
