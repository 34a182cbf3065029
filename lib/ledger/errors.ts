import type { Entries } from '@/lib/error-entry'

export const ledgerRefusals = {
  ledger_too_large: {
    status: 503,
    message:
      'The ledger is too large to check in the browser. Check one vendor’s account, or run: npm run --silent admin -- ledger verify',
  },
} as const satisfies Entries

export const ledgerErrors = {
  insufficient_balance: {
    status: 400,
    message: 'Insufficient available balance',
    meaning:
      'Your wallet does not cover the amount, or you owe something after a refund or dispute, which your next income settles.',
  },
} as const satisfies Entries
