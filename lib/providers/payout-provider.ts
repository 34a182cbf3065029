import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { AccountCheck, HeldBalance, Outcome, ProviderFee } from '@/lib/providers/shared/outcome'

/** The receiving account with its full number: never logged, never stored by an adapter. */
export type Beneficiary = {
  bankAccountId: string
  entityType: 'PERSONAL' | 'COMPANY'
  email: string
  accountName: string
  accountNumber: string
  routingNumber: string
  bankName: string
  accountCategory: 'Checking' | 'Savings'
  firstName: string | null
  lastName: string | null
  dateOfBirth: string | null
  companyName: string | null
  address: { countryCode: string; state: string; city: string; postcode: string; streetAddress: string }
}

export type TransferRequest = {
  /** Idempotency key: the same key is the same transfer, however often it is sent. */
  key: string
  /** Minor units. */
  amountMinor: bigint
  currency: string
  /** One of the provider's `rails`; null: it has no choice. */
  rail: string | null
  beneficiary: Beneficiary
}

/** A transfer that may have been sent: its idempotency key, and the provider's id where it was learnt. */
export type TransferReference = { key: string; id: string | null }

/** The current state of the provider's transfer. */
export type Transfer = {
  id: string
  /** The provider's own status, kept for reconciliation. */
  providerStatus: string
  /** `failed`: it ended before reaching the bank. `returned`: the bank sent it back after delivery. */
  status: 'processing' | 'delivered' | 'failed' | 'returned'
  /** Minor units; null if it is not a whole number of them. Compared with the payout before anything is posted. */
  amountMinor: bigint | null
  currency: string | null
  /** Why it failed or was returned: a code and a readable message. */
  failure: {
    code: string
    detail: string
    /** It failed because the bank doesn't take part in its rail. */
    isOffRail?: true
  } | null
  /** The provider keeps a fee of it, which `readFee` tells. */
  hasFee?: true
}

/** A transfer in the provider's records, except refused ones. */
export type ListedTransfer = {
  reference: string
  key: string
  /** The provider's own status. */
  providerStatus: string
  status: Transfer['status']
  /** Minor units; null if it is not a whole number of them. */
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** Lets a test decide what happens at a provider without real money. */
export type PayoutRehearsal = {
  /** Decides what look-ups of the transfer say from now on. */
  settle(
    transfer: Omit<TransferRequest, 'beneficiary' | 'rail'>,
    outcome: 'paid' | 'failed' | 'returned',
    signal: AbortSignal,
  ): Promise<Outcome<null>>
}

/** A system that pushes money to bank accounts. Calls never throw and end with their `signal`. */
export type PayoutProvider = {
  name: string
  /** The provider account behind our credentials, at most 64 characters: a key is unique per account. */
  account: string
  /**
   * How long after its first use, in milliseconds, a key surely stands for the same transfer. An older one may be
   * forgotten, and sending it again would pay twice.
   */
  keyLifetimeMs: number
  /** The networks to try, in this order (lib/providers/rails.ts). Absent: the provider has no choice. */
  rails?: readonly string[]
  send(request: TransferRequest, signal: AbortSignal): Promise<Outcome<Transfer>>
  /**
   * Looks a transfer up, by the provider's id where it is known, else by its key. `rejected` means that no transfer exists under the key and
   * none can be created any more; an adapter that can't promise that answers `unknown`.
   */
  lookUp(transfer: TransferReference, signal: AbortSignal): Promise<Outcome<Transfer>>
  /**
   * What the provider keeps of a transfer, by its id; null if it has not decided that yet. Once stated it never changes.
   * Read-only. Absent: it keeps nothing that it tells of.
   */
  readFee?(transferId: string, signal: AbortSignal): Promise<Outcome<ProviderFee | null>>
  /** Transfers by the provider's creation time. Read-only, unlike a look-up in the sandbox. */
  listTransfers(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<ListedTransfer>>>
  /** What the provider holds for us, by currency: transfers are made from what is available. Read-only. Absent: no real money. */
  readBalance?(signal: AbortSignal): Promise<Outcome<HeldBalance[]>>
  /** An authenticated read: whether the provider answers and accepts our keys. */
  check(signal: AbortSignal): Promise<Outcome<AccountCheck>>
  /** Absent: the provider moves real money. */
  rehearsal?: PayoutRehearsal
}
