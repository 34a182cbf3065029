import type { AnyDomainError } from '@/lib/errors'

/** A failed payout in words: what happened, and what to do next. */
export type FailureWords = { title: string; meaning: string; nextStep: string }

const CHECK_NUMBERS =
  'Ask the customer for the account and routing number again, add them as a new bank account, and pay out to that one.'
const ASK_OPERATOR =
  'There is nothing to change in the payout. Tell whoever runs this service, and try again once it is put right.'

/** By the codes of the payout providers. */
const WORDS: Record<string, FailureWords> = {
  no_account: {
    title: 'There is no such bank account',
    meaning: 'The bank knows no account with this number.',
    nextStep: CHECK_NUMBERS,
  },
  account_closed: {
    title: 'The bank account is closed',
    meaning: 'The account was there once; the bank does not take money for it any more.',
    nextStep: 'Ask the customer for another bank account, add it, and pay out to that one.',
  },
  insufficient_funds: {
    title: 'The payout provider is short of funds',
    meaning:
      'Your wallet covers the payout; the account that this service has at the payout provider does not.',
    nextStep: ASK_OPERATOR,
  },
  returned: {
    title: 'The bank sent the money back',
    meaning:
      'The payout had arrived, and the bank returned it afterwards: mostly because name and number do not match.',
    nextStep: CHECK_NUMBERS,
  },
  never_accepted: {
    title: 'The payout never reached the provider',
    meaning:
      'The connection was lost on the way. The provider has confirmed that no transfer was made and none will be.',
    nextStep: 'You can safely make the payout again.',
  },
  idempotency_mismatch: {
    title: 'The provider knows this payout with other details',
    meaning: 'A transfer with the same reference and other details exists at the provider.',
    nextStep: ASK_OPERATOR,
  },
  unauthorized: {
    title: 'The payout provider does not accept this service’s credentials',
    meaning: 'No payout can be made until they are set right.',
    nextStep: ASK_OPERATOR,
  },
  forbidden: {
    title: 'The payout provider does not allow transfers',
    meaning: 'This service’s account at the payout provider is not allowed to make this transfer.',
    nextStep: ASK_OPERATOR,
  },
}

/** What a provider's code means; for one that is not known the provider's own words stand in. */
export function explainPayoutFailure(code: string | null, detail: string | null): FailureWords {
  const words = code && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined
  return (
    words ?? {
      title: 'The payout provider refused the payout',
      meaning: detail || 'It gave no reason.',
      nextStep: 'Check the details of the bank account, and the amount, before you make the payout again.',
    }
  )
}

/** What to do about a payout that was not made at all; null where the refusal itself says it. */
export function nextStepAfter({ code }: AnyDomainError): string | null {
  switch (code) {
    case 'insufficient_balance':
      return 'Nothing has left your wallet. Pay out less, or wait until more invoices are paid.'
    case 'payout_limit_exceeded':
      return 'Nothing has left your wallet. Make smaller payouts, or ask whoever runs this service for a higher limit.'
    default:
      return null
  }
}
