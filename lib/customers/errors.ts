import { type Entries, withDetails } from '@/lib/error-entry'

export const customerRefusals = {
  invalid_customer_language: {
    status: 400,
    message: 'Invalid language',
    meaning: 'The language of the customer is neither `auto` nor one of the payment page’s.',
  },
  invalid_tax_treatment: {
    status: 400,
    message: 'Invalid tax treatment',
    meaning: 'The tax treatment is none of `taxed`, `reverse_charge` and `exempt`.',
  },
  invalid_phone: {
    status: 400,
    message: 'Invalid phone number',
    meaning: '`phone` has fewer than three digits that could be dialled.',
  },
  invalid_copy_emails: {
    status: 400,
    message: 'copy_emails must be an array of up to 5 email addresses',
    meaning: '`copy_emails` is no array, has too many addresses, or one that is no email.',
  },
  import_id_used: { status: 409, message: 'Another file was imported under this id' },
  external_id_required: {
    status: 400,
    message: 'external_id is required',
    meaning: 'The `external_id` in the path is blank, or has a percent sign that encodes no UTF-8.',
  },
  name_and_email_required: {
    status: 400,
    message: 'name and email are required',
    meaning: '`name` or `email` is missing or blank.',
  },
} as const satisfies Entries

export const customerErrors = {
  customer_not_found: {
    status: 404,
    message: 'Customer not found',
    meaning: 'This account has no customer with this id.',
  },
  /** The customer that has the email; null if another request has just taken it. */
  customer_email_taken: withDetails(
    {
      status: 409,
      message: 'Customer with this email already exists',
      meaning:
        'Another customer of this account has this address. Case does not matter, and archived customers don’t count. `Location` leads to that customer.',
      answerHeaders: ['Location'],
    },
    locationOf,
  ),
  /** The customer that has the external id; null if another request has just taken it. */
  customer_external_id_taken: withDetails(
    {
      status: 409,
      message: 'Customer with this external_id already exists',
      meaning: 'Another customer of this account has this `external_id`. `Location` leads to that customer.',
      answerHeaders: ['Location'],
    },
    locationOf,
  ),
  customer_tax_id_required: {
    status: 400,
    message: 'Reverse charge needs the customer’s tax ID',
    meaning: 'The dashboard says that this customer accounts for the tax, so `tax_id` can’t be cleared.',
  },
  exemption_reason_required: {
    status: 400,
    message: 'Enter why the customer is exempt from tax',
  },
} as const satisfies Entries

function locationOf({ customerId }: { customerId: string | null }) {
  return {
    values: {},
    ...(customerId ? { headers: { Location: `/api/v2/customer/${customerId}` } } : {}),
  }
}
