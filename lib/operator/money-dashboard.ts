import { z } from 'zod'
import { operator } from '@/lib/auth/session-access'
import { connectionPool } from '@/lib/db/client'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { refuseInput } from '@/lib/http/refusals'
import { amountView, moment } from '@/lib/http/schemas'
import { listMovements } from '@/lib/ledger/operator-movements'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import { presentAmount } from '@/lib/money/money'
import { providerTitle } from '@/lib/providers/manifests'
import { RULE_KINDS } from '@/lib/providers/rules'
import { now } from '@/lib/time/clock'
import { fundingPlaces, recordFunding } from './funding'
import { MONEY_LINES, type MoneyReport, readMoney } from './money'
import { fundingFields } from './money-fields'
import { readProviderChoices } from './provider-choices'

const PATH = '/api/dashboard/operator/money'
const TAG = 'Operator'
const LATEST_MOVEMENTS = 20

const moneyView = z.object({
  providers: z.array(
    z.object({
      provider: z.string(),
      title: z.string(),
      problem: z.string().nullable().describe('Why its balance could not be read.'),
      currencies: z.array(
        z.object({
          currency: z.string(),
          lines: z.array(z.object({ line: z.enum(MONEY_LINES), amount: amountView })),
          booked: amountView.describe('The sum of the lines: what the provider should hold.'),
          available: amountView.nullable(),
          pending: amountView.nullable(),
          difference: amountView.nullable().describe('What it holds beyond the books, or lacks.'),
          isEven: z.boolean().nullable(),
        }),
      ),
    }),
  ),
  places: z.array(z.object({ title: z.string(), amount: amountView })),
  owners: z.array(
    z.object({
      currency: z.string(),
      available: amountView,
      pending: amountView,
      waiting: amountView,
      owed: amountView,
      earned: amountView,
      cost: amountView,
    }),
  ),
  debtors: z
    .array(z.object({ vendorId: z.uuid(), name: z.string(), owed: amountView }))
    .describe('The vendors that owe most.'),
  shortfalls: z
    .array(z.object({ promised: amountView, held: amountView, missing: amountView }))
    .nullable()
    .describe('Null: a provider doesn’t tell its balance.'),
  movements: z.array(
    z.object({
      id: z.uuid(),
      reason: z.string(),
      source: z.string().describe('As a person reads it.'),
      destination: z.string(),
      amount: amountView,
      note: z.string().nullable(),
      createdAt: moment,
    }),
  ),
  fundingPlaces: z
    .array(z.object({ place: z.string(), title: z.string() }))
    .describe('Between which money can be moved; one, if live mode is not set up.'),
  choices: z
    .array(z.object({ kind: z.enum(RULE_KINDS), title: z.string(), when: z.string() }))
    .describe('Which provider takes payments and makes payouts: the first that holds.'),
  readAt: moment,
})

export type MoneyView = z.infer<typeof moneyView>

export const getMoney = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read whose money the providers hold',
  description: 'Asks the live providers for their balances and adds up the ledger, so it is slow.',
  tag: TAG,
  access: operator,
  answers: { 200: moneyView },
}).handle(async () => ({ status: 200, body: await viewOf() }))

/** Records that the operator moved its own money. It moves nothing. */
export const recordOperatorFunding = operation({
  method: 'POST',
  path: `${PATH}/movements`,
  summary: 'Record a movement of the operator’s money',
  tag: TAG,
  access: operator,
  body: jsonFields(fundingFields),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ['invalid_input'],
}).handle(async ({ operator, input: { source, destination, amount, currency: code, note } }) => {
  const places = fundingPlaces()
  if (![source, destination].every((place) => places.includes(place))) refuseInput('Choose two of the places')
  const currency = parseCurrency(code)
  if (!currency) refuseInput('Enter a currency, such as USD')
  const decimal = parsePlainDecimal(amount)
  const amountMinor = decimal && toMinor(decimal, exponentOf(currency))
  if (amountMinor === null || amountMinor <= 0n) refuseInput(`Enter an amount of ${currency} above 0`)
  const funding = { source, destination, amountMinor, currency, note: note || null }
  return { status: 201, body: { id: await recordFunding(funding, operator) } }
})

async function viewOf(): Promise<MoneyView> {
  const [report, movements] = await Promise.all([
    readMoney(),
    listMovements(connectionPool(), { limit: LATEST_MOVEMENTS }),
  ])
  return {
    ...presentMoney(report),
    movements: movements.map(
      ({ id, reason, source, destination, amountMinor, currency, note, createdAt }) => ({
        id,
        reason,
        source: placeTitle(source),
        destination: placeTitle(destination),
        amount: presentAmount(amountMinor, currency),
        note: note ?? null,
        createdAt: createdAt.toISOString(),
      }),
    ),
    fundingPlaces: fundingPlaces().map((place) => ({ place, title: placeTitle(place) })),
    choices: await readProviderChoices(),
    readAt: now().toISOString(),
  }
}

const OWN_PLACES: Record<string, string> = { bank: 'Your bank', on_its_way: 'On its way' }

function placeTitle(place: string): string {
  return OWN_PLACES[place] ?? providerTitle(place)
}

function presentMoney({ providers, places, owners, debtors, shortfalls }: MoneyReport) {
  return {
    providers: providers.map(({ provider, problem, currencies }) => ({
      provider,
      title: placeTitle(provider),
      problem,
      currencies: currencies.map(({ currency, lines, ...money }) => {
        const inCurrency = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency))
        return {
          currency,
          lines: lines.map(({ line, amountMinor }) => ({
            line,
            amount: presentAmount(amountMinor, currency),
          })),
          booked: presentAmount(money.bookedMinor, currency),
          available: inCurrency(money.availableMinor),
          pending: inCurrency(money.pendingMinor),
          difference: inCurrency(money.differenceMinor),
          isEven: money.differenceMinor === null ? null : money.differenceMinor === 0n,
        }
      }),
    })),
    places: places.map(({ place, currency, amountMinor }) => ({
      title: placeTitle(place),
      amount: presentAmount(amountMinor, currency),
    })),
    owners: owners.map(({ currency, ...owner }) => ({
      currency,
      available: presentAmount(owner.availableMinor, currency),
      pending: presentAmount(owner.pendingMinor, currency),
      waiting: presentAmount(owner.waitingMinor, currency),
      owed: presentAmount(owner.owedMinor, currency),
      earned: presentAmount(owner.earnedMinor, currency),
      cost: presentAmount(owner.costMinor, currency),
    })),
    debtors: debtors.map(({ vendorId, name, currency, owedMinor }) => ({
      vendorId,
      name,
      owed: presentAmount(owedMinor, currency),
    })),
    shortfalls:
      shortfalls?.map(({ currency, promisedMinor, balanceMinor, missingMinor }) => ({
        promised: presentAmount(promisedMinor, currency),
        held: presentAmount(balanceMinor, currency),
        missing: presentAmount(missingMinor, currency),
      })) ?? null,
  }
}
