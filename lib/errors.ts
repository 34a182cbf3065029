import { apiKeyErrors, apiKeyRefusals } from '@/lib/api-keys/errors'
import { authErrors, authRefusals } from '@/lib/auth/errors'
import { bankAccountErrors, bankAccountRefusals } from '@/lib/bank-accounts/errors'
import { catalogErrors } from '@/lib/catalog/errors'
import { customerErrors, customerRefusals } from '@/lib/customers/errors'
import { eventRefusals } from '@/lib/events/errors'
import { httpErrors, httpRefusals } from '@/lib/http/errors'
import { invoiceErrors, invoiceRefusals } from '@/lib/invoices/errors'
import { ledgerErrors, ledgerRefusals } from '@/lib/ledger/errors'
import { listRefusals } from '@/lib/lists/errors'
import { paymentErrors, paymentRefusals } from '@/lib/payments/errors'
import { payoutErrors, payoutRefusals } from '@/lib/payouts/errors'
import { recurringErrors, recurringRefusals } from '@/lib/recurring/errors'
import { signInErrors, signInRefusals } from '@/lib/sign-in/errors'
import { testModeErrors, testModeRefusals } from '@/lib/test-mode/errors'
import { vendorErrors, vendorRefusals } from '@/lib/vendors/errors'
import { webhookErrors, webhookRefusals } from '@/lib/webhooks/errors'

/** Refusals of the request itself, by their code. */
export const REFUSALS = {
  ...httpRefusals,
  ...listRefusals,
  ...ledgerRefusals,
  ...eventRefusals,
  ...vendorRefusals,
  ...authRefusals,
  ...apiKeyRefusals,
  ...customerRefusals,
  ...webhookRefusals,
  ...signInRefusals,
  ...bankAccountRefusals,
  ...invoiceRefusals,
  ...payoutRefusals,
  ...paymentRefusals,
  ...recurringRefusals,
  ...testModeRefusals,
}

/** Domain errors, by their code. */
export const ERRORS = {
  ...httpErrors,
  ...ledgerErrors,
  ...vendorErrors,
  ...authErrors,
  ...apiKeyErrors,
  ...catalogErrors,
  ...customerErrors,
  ...webhookErrors,
  ...signInErrors,
  ...bankAccountErrors,
  ...invoiceErrors,
  ...payoutErrors,
  ...paymentErrors,
  ...recurringErrors,
  ...testModeErrors,
}

export type DomainErrorCode = keyof typeof ERRORS

type DomainErrorDetails = {
  [C in DomainErrorCode]: (typeof ERRORS)[C] extends { answer: (details: infer Details) => unknown }
    ? Details
    : undefined
}

/** The codes without details. */
type BareCode = {
  [C in DomainErrorCode]: DomainErrorDetails[C] extends undefined ? C : never
}[DomainErrorCode]

export type AnyDomainError = { [C in DomainErrorCode]: DomainError<C> }[DomainErrorCode]

export class DomainError<C extends DomainErrorCode = DomainErrorCode> extends Error {
  override name = 'DomainError'

  constructor(
    readonly code: C,
    ...details: C extends BareCode ? [] : [DomainErrorDetails[C]]
  ) {
    super(code)
    this.details = details[0] as DomainErrorDetails[C]
  }

  readonly details: DomainErrorDetails[C]
}

/** Narrows to one code, so that its details are typed. */
export function isDomainError<C extends DomainErrorCode>(error: unknown, code: C): error is DomainError<C> {
  return error instanceof DomainError && error.code === code
}
