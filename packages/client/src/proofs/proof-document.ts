/** A proof as it is signed. Amounts are decimals in major units, such as `103.20`, and times ISO 8601 in UTC. */
export type ProofDocument = {
  version: 1
  kind: 'payment' | 'payout' | 'month'
  /** The service that made it. */
  issuer: string
  made_at: string
  /** Of the key that signs it. */
  key_id: string
  account: {
    id: string
    mode: 'test' | 'live'
    /** False in test mode, and in a rehearsal of live mode. */
    is_real_money: boolean
    vendor: { id: string; name: string }
  }
  /** The invoice by its id and number, the payout, or the period such as `2026-11`. */
  subject: { id: string; title: string; period: ProofPeriod | null }
  /** In the order of time. */
  steps: ProofStep[]
  /** What the steps add to each account of the ledger: the sum of these is zero in each currency. */
  totals: ProofPosting[]
  /** Of a period: the vendor's own accounts before and after it. */
  balances: ProofBalance[]
}

/** `from` is the first moment, `to` the first after it. */
export type ProofPeriod = { from: string; to: string; is_over: boolean }

export type ProofStep = {
  /** The reason of its ledger transaction, such as `invoice.paid`, or what it is without one, such as `invoice.issued`. */
  what: string
  at: string
  /** The invoice, payment, refund, dispute or payout behind it. */
  id: string
  /** What a reader wants to know, such as the invoice's number or the end of the bank account's number. */
  facts: Record<string, string>
  provider: ProviderRecord | null
  transaction: ProofTransaction | null
  /** Null where there is no record of a provider to compare with. */
  reconciled: Reconciliation | null
}

/** Our record of what a provider did. */
export type ProviderRecord = {
  name: string
  /** The provider's own id of it; null where it gave none. */
  reference: string | null
  status: string
  amount: string
  currency: string
  /** What this step moved at the provider: above zero to it, below zero from it. */
  moved: string
}

type ProofTransaction = { id: string; reason: string; postings: ProofPosting[] }

/** Below zero, the account has less afterwards. */
export type ProofPosting = { account: string; amount: string; currency: string }

export type ProofBalance = { account: string; currency: string; opening: string; closing: string }

/** What the comparison with the provider's own list found. */
export type Reconciliation = {
  /** `not_yet`: not compared since the record is what it is. `in_flight`: not settled when it was compared. */
  state: 'matched' | 'differs' | 'in_flight' | 'not_yet'
  at: string | null
  /** How they differ, such as `amount_differs`. */
  difference: string | null
  /** As the provider listed it, with the time that the provider told. */
  listed: {
    reference: string
    status: string
    amount: string | null
    currency: string
    created_at: string
  } | null
}

/** A proof as a file. */
export type SignedProof = {
  algorithm: 'Ed25519'
  proof: ProofDocument
  /** Of the canonical JSON of `proof`, in hex. */
  sha256: string
  /** In Base64, of `signedText('json', sha256)`. */
  signature: string
}

/** The account of the ledger that stands for what is outside: providers, and through them buyers and banks. */
export const CLEARING = 'provider_clearing'

/** What is signed, for a hash of these bytes. */
export function signedText(form: 'json' | 'pdf', sha256: string): string {
  return `counterfoil-proof-v1 ${form} ${sha256}`
}

/** The last line of a PDF, whose signature covers all bytes before it. */
export function pdfSignatureLine(keyId: string, signature: string): string {
  return `% counterfoil-proof-v1 ${keyId} ${signature}\n`
}

/**
 * JSON that has one form only, as RFC 8785 describes it: no spaces, and keys in the order of their UTF-16 code units. Takes
 * objects, arrays, texts, booleans, null and whole numbers.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
