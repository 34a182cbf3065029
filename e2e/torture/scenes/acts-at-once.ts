import type { Actor } from '../actor'
import type { Reply } from '../client'
import type { Random } from '../random'
import type { Stage } from '../stage'
import { type ActAnswer, creditLines, REFUSALS, recordPayment } from '../vendor-acts'
import { creditableMinor, leftMinor, type OpenAmounts } from './invoice-model'

/* Credits, payments and voids of one open invoice at once, of which nobody knows in advance which comes first. */

/** With the answer that created it. */
export type OpenInvoice = OpenAmounts & { id: string; reply: Reply }

/** How much an act reduced the amount due, according to its answer. */
type Reduction = { creditedMinor: number; outsideMinor: number }

const NOTHING: Reduction = { creditedMinor: 0, outsideMinor: 0 }

type Act = (stage: Stage, actor: Actor, invoice: OpenInvoice, random: Random) => Promise<Reduction>

/** The amount of an answer; a refusal is of one of the other acts. */
function reductionOf(stage: Stage, answer: ActAnswer): number {
  if (typeof answer === 'number') return answer
  stage.tally.expect(Object.values(REFUSALS).includes(answer), `an act beside others: ${answer}`)
  return 0
}

const ACTS: Act[] = [
  async function creditPart(stage, actor, { id, linesLeftMinor }, random) {
    const amountMinor = random.integer(1, Math.max(1, linesLeftMinor))
    return { ...NOTHING, creditedMinor: reductionOf(stage, await creditLines(actor, id, amountMinor)) }
  },
  async function creditLittle(stage, actor, { id }, random) {
    const amountMinor = random.integer(1, 50)
    return { ...NOTHING, creditedMinor: reductionOf(stage, await creditLines(actor, id, amountMinor)) }
  },
  async function creditAll(stage, actor, invoice) {
    const amountMinor = Math.max(1, creditableMinor(invoice))
    return {
      ...NOTHING,
      creditedMinor: reductionOf(stage, await creditLines(actor, invoice.id, amountMinor)),
    }
  },
  async function recordPart(stage, actor, invoice, random) {
    const amountMinor = random.integer(1, leftMinor(invoice))
    return {
      ...NOTHING,
      outsideMinor: reductionOf(stage, await recordPayment(actor, invoice.id, amountMinor)),
    }
  },
  async function voidInvoice(stage, actor, { id }, random) {
    const reply = await actor.post(`/invoice/${id}/void`, {}, random.uuid())
    stage.tally.expect([200, 409].includes(reply.status), `a void beside others: ${reply.text}`)
    return NOTHING
  },
  async function pay(stage, actor, { reply }) {
    const end = await actor.payInvoice(reply)
    stage.tally.expect(end === 'paid' || end === 'closed', `a card beside others: ${end}`)
    return NOTHING
  },
]

/**
 * A few of the acts on one invoice, two of the same among them perhaps. Checks that the invoice has what the answers say, and
 * returns it as it then is.
 */
export async function actAtOnce(
  stage: Stage,
  actor: Actor,
  invoice: OpenInvoice,
  random: Random,
): Promise<{ status: string; invoice: OpenInvoice }> {
  const acts = Array.from({ length: random.integer(2, 4) }, () => random.pick(ACTS))
  const choices = acts.map(() => random.fork(random.uuid()))
  const taken = await Promise.all(
    acts.map((act, index) => act(stage, actor, invoice, choices[index] ?? random)),
  )
  const stored = await readAmounts(stage, invoice.id)
  const creditedMinor = taken.reduce((sum, each) => sum + each.creditedMinor, invoice.creditedMinor)
  const outsideMinor = taken.reduce((sum, each) => sum + each.outsideMinor, invoice.outsideMinor)
  const names = acts.map(({ name }) => name).join(', ')
  stage.tally.expect(
    stored?.creditedMinor === creditedMinor && stored.outsideMinor === outsideMinor,
    `${names} at once: ${creditedMinor} credited and ${outsideMinor} paid by the answers, but ${JSON.stringify(stored)}`,
  )
  const linesLeftMinor = invoice.baseMinor - (stored?.linesMinor ?? 0)
  return {
    status: stored?.status ?? 'missing',
    invoice: { ...invoice, creditedMinor, outsideMinor, linesLeftMinor },
  }
}

type StoredAmounts = { status: string; outsideMinor: number; creditedMinor: number; linesMinor: number }

async function readAmounts(stage: Stage, id: string): Promise<StoredAmounts | undefined> {
  const [row] = await stage.rows<StoredAmounts>(
    `SELECT i.status::text AS status, i.outside_minor::int AS "outsideMinor", i.credited_minor::int AS "creditedMinor",
            coalesce((SELECT sum(gross) FROM invoice_credits c CROSS JOIN unnest(c.line_gross_minor) AS gross
                       WHERE c.account_id = i.account_id AND c.invoice_id = i.id), 0)::int AS "linesMinor"
       FROM invoices i WHERE i.id = $1`,
    [id],
  )
  return row
}
