import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { Access, Outcome } from '@/lib/providers/shared/outcome'

/** The account that money goes to, with its full number: never logged, never kept by an adapter. */
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
  /** The idempotency key: the same key is the same transfer, however often it is sent. */
  key: string
  /** Minor units. */
  amountMinor: bigint
  currency: string
  beneficiary: Beneficiary
}

/** The provider's transfer as it stands now. */
export type Transfer = {
  id: string
  /** The provider's own word for it, passed on for reconciliation. */
  status: string
  /** `failed`: it ended before the bank had it. `returned`: the bank sent it back after delivery. */
  state: 'processing' | 'delivered' | 'failed' | 'returned'
  /** Why it failed or came back: a code and words for a person. */
  failure: { code: string; detail: string } | null
}

/** A transfer in the provider's books; requests that it refused are none. */
export type ListedTransfer = {
  reference: string
  key: string
  /** The provider's own word for it. */
  status: string
  state: Transfer['state']
  /** Minor units; null where it is no plain number of them. */
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}

/** A system that pushes money to bank accounts. Neither call ever throws; both end when `signal` does. */
export type PayoutProvider = {
  name: string
  /** Whose books our keys lead to, in at most 64 characters: a key is one transfer in one account's books. */
  account: string
  send(request: TransferRequest, signal: AbortSignal): Promise<Outcome<Transfer>>
  /**
   * Looks a transfer up by its idempotency key. `rejected` means that no transfer was made under the
   * key and none can be made any more; an adapter that can't promise that answers `unknown`.
   */
  lookUp(key: string, signal: AbortSignal): Promise<Outcome<Transfer>>
  /** The transfers by when the provider made them. Unlike a look-up it changes nothing, in the sandbox too. */
  listTransfers(
    range: TimeRange,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ListedPage<ListedTransfer>>>
  /** An authenticated read: whether the provider answers, and takes our keys. It changes nothing. */
  check(signal: AbortSignal): Promise<Outcome<Access>>
}
