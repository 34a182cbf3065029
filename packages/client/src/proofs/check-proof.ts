import { CLEARING, type ProofDocument, type ProofPosting, type ProofStep } from './proof-document.ts'

/** One thing that was looked at: right if `faults` is empty, and undecided while something of it `isPending`. */
export type Check = { title: string; faults: string[]; isPending?: boolean }

/** Reasons of entries that move a provider's fee, which is no part of the amount of its record. */
const FEES = ['payment.fee', 'transfer.fee', 'dispute.fee', 'dispute.fee_returned']

/** Recomputes everything that a proof says of itself, from its postings. */
export function checkProof(proof: ProofDocument): Check[] {
  return [
    balanced(proof),
    totalled(proof),
    moved(proof),
    ...(proof.kind === 'month' ? [closed(proof)] : []),
    reconciled(proof),
  ]
}

function balanced({ steps }: ProofDocument): Check {
  const transactions = steps.flatMap(({ transaction }) => transaction ?? [])
  const faults = transactions.flatMap(({ id, postings }) =>
    [...sumsOf(postings, ({ currency }) => currency)].flatMap(([currency, sum]) =>
      sum === 0n ? [] : [`Ledger transaction ${id} adds up to ${decimal(sum)} ${currency}`],
    ),
  )
  const seen = new Set<string>()
  for (const { id } of transactions) {
    if (seen.has(id)) faults.push(`Ledger transaction ${id} is there more than once`)
    seen.add(id)
  }
  return {
    title: `${counted(transactions.length, 'ledger transaction')}: none is there twice, and the postings of each add up to zero`,
    faults,
  }
}

const nameOf = ({ account, currency }: Pick<ProofPosting, 'account' | 'currency'>) => `${account} ${currency}`

/** What all steps add to each account. */
function totalsOf(steps: ProofStep[]): Map<string, bigint> {
  return sumsOf(
    steps.flatMap(({ transaction }) => transaction?.postings ?? []),
    nameOf,
  )
}

function totalled({ steps, totals }: ProofDocument): Check {
  const sums = totalsOf(steps)
  const stated = sumsOf(totals, nameOf)
  const names = [...new Set([...sums.keys(), ...stated.keys()])]
  const faults = names.flatMap((name) => {
    const [sum, total] = [sums.get(name) ?? 0n, stated.get(name) ?? 0n]
    return sum === total
      ? []
      : [`The postings to ${name} add up to ${decimal(sum)}, and its total is given as ${decimal(total)}`]
  })
  for (const [currency, sum] of sumsOf(totals, (total) => total.currency)) {
    if (sum !== 0n) faults.push(`The totals in ${currency} add up to ${decimal(sum)}`)
  }
  return {
    title: `${counted(totals.length, 'total')}: the same as the postings add up to, and zero in all`,
    faults,
  }
}

/** What the books moved at a provider is what its record says. */
function moved({ steps }: ProofDocument): Check {
  const records = steps.flatMap(({ what, id, provider, transaction }) =>
    provider ? [{ what, id, provider, postings: transaction?.postings ?? [] }] : [],
  )
  const faults = records.flatMap(({ what, id, provider, postings }) => {
    const clearing = postings.filter(
      ({ account, currency }) => account === CLEARING && currency === provider.currency,
    )
    // Money that comes in leaves the outside.
    const booked = -clearing.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
    return booked === unitsOf(provider.moved)
      ? []
      : [
          `${what} ${id}: the books moved ${decimal(booked)} ${provider.currency} at ${provider.name}, whose record says ${provider.moved}`,
        ]
  })
  const unexplained = steps.filter(
    ({ what, provider, transaction }) =>
      !provider && !FEES.includes(what) && transaction?.postings.some(({ account }) => account === CLEARING),
  )
  return {
    title: `${counted(records.length, 'provider record')}: the books moved the same amounts`,
    faults: [
      ...faults,
      ...unexplained.map(
        ({ what, id }) => `${what} ${id} moved money at a provider, and has no record of it`,
      ),
    ],
  }
}

function closed({ steps, balances }: ProofDocument): Check {
  const sums = totalsOf(steps)
  const faults = balances.flatMap((balance) => {
    const change = sums.get(nameOf(balance)) ?? 0n
    const closing = unitsOf(balance.opening) + change
    return closing === unitsOf(balance.closing)
      ? []
      : [
          `${nameOf(balance)} opened with ${balance.opening} and changed by ${decimal(change)}, and closed with ${balance.closing}`,
        ]
  })
  return {
    title: `${counted(balances.length, 'balance')}: what was there at the start, and the postings, make what is there at the end`,
    faults,
  }
}

function reconciled({ steps }: ProofDocument): Check {
  const compared = steps.flatMap((step) => (step.reconciled ? [{ ...step, found: step.reconciled }] : []))
  const count = (state: string) => compared.filter(({ found }) => found.state === state).length
  const faults = compared.flatMap(({ what, id, provider, found: { state, difference, listed } }) => {
    if (state === 'differs') {
      return [`${what} ${id}: the provider’s list says something else (${difference ?? 'no reason'})`]
    }
    if (state !== 'matched' || !listed || !provider) return []
    const isSame =
      listed.amount !== null &&
      unitsOf(listed.amount) === unitsOf(provider.amount) &&
      listed.currency === provider.currency &&
      (provider.reference === null || listed.reference === provider.reference)
    return isSame ? [] : [`${what} ${id} is called matched, and differs from what the provider listed`]
  })
  const left = count('not_yet') + count('in_flight')
  return {
    title:
      `${count('matched')} of ${counted(compared.length, 'record')} matched with the provider’s own list` +
      (left > 0 ? `; ${left} not compared yet, or not settled then` : ''),
    faults,
    isPending: left > 0,
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function sumsOf(postings: ProofPosting[], by: (posting: ProofPosting) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const posting of postings) {
    sums.set(by(posting), (sums.get(by(posting)) ?? 0n) + unitsOf(posting.amount))
  }
  return sums
}

/** More decimals than any currency has. */
const DECIMALS = 6

/** An exact amount as a whole number. Throws for anything but a plain decimal. */
function unitsOf(amount: string): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d{1,24})(?:\.(\d{1,6}))?$/.exec(amount) ?? []
  if (whole === undefined) throw new Error(`${JSON.stringify(amount)} is no amount`)
  const units = BigInt(whole + part.padEnd(DECIMALS, '0'))
  return sign === '-' ? -units : units
}

function decimal(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0')
  const part = digits.slice(-DECIMALS).replace(/0{1,4}$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${part}`
}
