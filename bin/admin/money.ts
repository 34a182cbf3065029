import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { formatMajor } from '@/lib/money/money'
import { fundingPlaces, recordFunding, reverseFunding } from '@/lib/operator/funding'
import { type MoneyReport, readMoney } from '@/lib/operator/money'
import { type Commands, decimalFlag, operatorOf, textFlag, UsageError } from './command'

const MAX_MOVED_MINOR = 10n ** 15n

/** Longer than the service's own limit: an operator would rather wait than guess. */
const BALANCE_TIMEOUT_MS = 15_000

export const moneyCommands: Commands<'money'> = {
  'money show': {
    async run() {
      const report = await readMoney(undefined, BALANCE_TIMEOUT_MS)
      const failure = problemsOf(report).join('\n')
      return { output: present(report), ...(failure ? { failure } : {}) }
    },
  },
  'money move': {
    async run(flags) {
      const places = fundingPlaces()
      const [source, destination] = [flags.from ?? '', flags.to ?? '']
      for (const [flag, place] of [['from', source] as const, ['to', destination] as const]) {
        if (!places.includes(place)) throw new UsageError(`--${flag} must be one of ${places.join(', ')}`)
      }
      if (source === destination) throw new UsageError('--from and --to must be two places')
      const currency = parseCurrency(flags.currency ?? '')
      if (!currency) throw new UsageError('--currency must be an ISO 4217 code, like USD')
      const amountMinor = decimalFlag(flags, 'amount', exponentOf(currency), MAX_MOVED_MINOR)
      if (amountMinor === 0n) throw new UsageError('--amount must be above 0')
      const note = flags.note ? textFlag(flags, 'note', 500) : null
      const movement = { source, destination, amountMinor, currency, note }
      return { output: { movement_id: await recordFunding(movement, operatorOf(flags)) } }
    },
  },
  'money undo': {
    async run(flags) {
      const movement = await reverseFunding(flags.id ?? '', operatorOf(flags))
      if (!movement) throw new UsageError('--id is no movement that was recorded, or it was taken back')
      return { output: { movement_id: movement.id } }
    },
  },
}

function present({ providers, places, owners, debtors, shortfalls }: MoneyReport) {
  return {
    providers: providers.flatMap(({ provider, problem, currencies }) =>
      currencies.map(({ currency, lines, bookedMinor, availableMinor, pendingMinor, differenceMinor }) => ({
        provider,
        currency,
        lines: Object.fromEntries(
          lines.map(({ line, amountMinor }) => [line, formatMajor(amountMinor, currency)]),
        ),
        books: formatMajor(bookedMinor, currency),
        available: inMajor(availableMinor, currency),
        pending: inMajor(pendingMinor, currency),
        difference: inMajor(differenceMinor, currency),
        problem,
      })),
    ),
    places: places.map(({ place, currency, amountMinor }) => ({
      place,
      currency,
      amount: formatMajor(amountMinor, currency),
    })),
    owners: owners.map(({ currency, ...owner }) => ({
      currency,
      vendors_available: formatMajor(owner.availableMinor, currency),
      vendors_pending: formatMajor(owner.pendingMinor, currency),
      payouts_waiting: formatMajor(owner.waitingMinor, currency),
      owed_by_vendors: formatMajor(owner.owedMinor, currency),
      fees_earned: formatMajor(owner.earnedMinor, currency),
      fees_paid: formatMajor(owner.costMinor, currency),
    })),
    debtors: debtors.map(({ vendorId, name, currency, owedMinor }) => ({
      vendor_id: vendorId,
      name,
      currency,
      owed: formatMajor(owedMinor, currency),
    })),
    missing:
      shortfalls?.map(({ currency, promisedMinor, balanceMinor, missingMinor }) => ({
        currency,
        promised: formatMajor(promisedMinor, currency),
        held: formatMajor(balanceMinor, currency),
        missing: formatMajor(missingMinor, currency),
      })) ?? null,
  }
}

function inMajor(minor: bigint | null, currency: string): string | null {
  return minor === null ? null : formatMajor(minor, currency)
}

function problemsOf({ providers, shortfalls }: MoneyReport): string[] {
  return [
    ...providers.flatMap(({ provider, problem }) => (problem ? [`${provider}: ${problem}`] : [])),
    ...(shortfalls ?? []).map(
      ({ currency, promisedMinor, balanceMinor }) =>
        `wallets promise ${formatMajor(promisedMinor, currency)} ${currency}, the providers hold ${formatMajor(balanceMinor, currency)}`,
    ),
  ]
}
