import { z } from 'zod'
import type { Refusal } from '@/lib/http/refusals'

/** A failed payout explained: what happened, and what to do next. */
export const failureWords = z.object({ title: z.string(), meaning: z.string(), nextStep: z.string() })

export type FailureWords = z.infer<typeof failureWords>

const CHECK_NUMBERS =
  'Ask the customer to check the account and routing numbers, add them as a new bank account and pay out to it.'
const ASK_OPERATOR =
  'Nothing is wrong with your payout. Contact the operator of this service, and try again once they have fixed it.'

/** By the payout providers' codes. */
const WORDS: Record<string, FailureWords> = {
  no_account: {
    title: 'This bank account doesn’t exist',
    meaning: 'The bank has no account with this number.',
    nextStep: CHECK_NUMBERS,
  },
  account_closed: {
    title: 'The bank account is closed',
    meaning: 'The bank no longer accepts money for this account.',
    nextStep: 'Ask the customer for another bank account, add it and pay out to it.',
  },
  insufficient_funds: {
    title: 'The payout provider has insufficient funds',
    meaning: 'Your wallet covers this payout, but this service’s account at the provider does not.',
    nextStep: ASK_OPERATOR,
  },
  returned: {
    title: 'The bank returned the money',
    meaning:
      'The payout arrived and the bank returned it later, most often because the name and account number don’t match.',
    nextStep: CHECK_NUMBERS,
  },
  never_accepted: {
    title: 'The payout never reached the provider',
    meaning:
      'The connection was lost. The provider has confirmed that no transfer was made, and none will be.',
    nextStep: 'You can safely send this payout again.',
  },
  idempotency_mismatch: {
    title: 'The provider has this payout with different details',
    meaning: 'A transfer with the same reference but different details exists at the provider.',
    nextStep: ASK_OPERATOR,
  },
  unauthorized: {
    title: 'The payout provider rejected this service’s credentials',
    meaning: 'Payouts will fail until the operator fixes them.',
    nextStep: ASK_OPERATOR,
  },
  forbidden: {
    title: 'The payout provider does not allow this transfer',
    meaning: 'This service’s account at the provider is not permitted to make this transfer.',
    nextStep: ASK_OPERATOR,
  },
}

/** The explanation of a provider's code; an unknown code is explained by the provider's own message. */
export function explainPayoutFailure(code: string | null, detail: string | null): FailureWords {
  const words = code && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined
  return (
    words ?? {
      title: 'The payout provider refused the payout',
      meaning: detail || 'The provider gave no reason.',
      nextStep: 'Check the bank account details and the amount before you send the payout again.',
    }
  )
}

/** The next step if no payout was created; null if the refusal itself says it. */
export function nextStepAfter({ code }: Pick<Refusal, 'code'>): string | null {
  switch (code) {
    case 'insufficient_balance':
      return 'Your wallet is unchanged. Enter a smaller amount, or wait for more invoices to be paid.'
    case 'payout_limit_exceeded':
      return 'Your wallet is unchanged. Send smaller payouts, or ask the operator of this service for a higher limit.'
    case 'daily_payout_limit_exceeded':
      return 'Your wallet is unchanged. Try again tomorrow (UTC), or ask the operator of this service for a higher limit.'
    default:
      return null
  }
}
