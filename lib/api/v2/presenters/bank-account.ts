import { formatDateTime, formatIsoDate } from '@/lib/dates'
import { type BankAccountRecord, openAccountNumber } from '@/lib/domain/bank-accounts/bank-account'
import type { JsonValue } from '@/lib/json'

/** The contract's Bank account, with its full number: the vendor sent it, and gets it back. */
export function presentBankAccount(account: BankAccountRecord): JsonValue {
  return {
    id: account.id,
    customer_id: account.customerId,
    entity_type: account.entityType,
    email: account.email,
    address: {
      country_code: account.countryCode,
      state: account.state,
      city: account.city,
      postcode: account.postcode,
      street_address: account.streetAddress,
    },
    bank_details: {
      account_name: account.accountName,
      account_number: openAccountNumber(account),
      routing_number: account.routingNumber,
      bank_name: account.bankName,
      account_category: account.accountCategory,
    },
    first_name: account.firstName,
    last_name: account.lastName,
    date_of_birth: account.dateOfBirth ? formatIsoDate(account.dateOfBirth) : '',
    company_name: account.companyName,
    created_at: formatDateTime(account.createdAt),
  }
}
