import { z } from 'zod'
import { metadata, presentMetadata } from '@/lib/http/metadata'
import { dateTimeText, moment } from '@/lib/http/schemas'
import { formatDateTime } from '@/lib/time/dates'
import type { StoredCustomer } from './statements'

const EXAMPLE = {
  id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
  name: 'Mary Jackson',
  email: 'mary@example.com',
  group: 'Retainer',
  preferred_currency: 'USD',
  address_line1: null,
  address_line2: null,
  city: 'Hampton',
  state: 'VA',
  zip: '23666',
  country: 'US',
  created_on: '2026-03-02 14:05:09',
  phone: '+1 757 555 0100',
  copy_emails: ['books@example.com'],
  external_id: 'user_118',
  metadata: { crm_id: 'C-118' },
}

/** The customer as answers of the API and events show it; `presentCustomer` fills it. */
export const customer = z
  .object({
    id: z.uuid().describe('The `customer_id` in paths.'),
    name: z.string().describe('As sent.'),
    email: z.string().describe('As sent, trimmed.'),
    group: z.string().nullable().describe('Your own label.'),
    preferred_currency: z.string().describe('ISO 4217, in upper case.'),
    address_line1: z.string().nullable(),
    address_line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
    country: z.string().nullable(),
    tax_id: z.string().optional().describe('Absent if you gave none.'),
    buyer_reference: z.string().optional().describe('Absent if you gave none.'),
    created_on: dateTimeText.describe('`YYYY-MM-DD HH:MM:SS`.'),
    phone: z.string().optional().describe('As sent, trimmed. Absent if you gave none.'),
    copy_emails: z
      .array(z.string())
      .optional()
      .describe('Others who get a copy of each email about an invoice. Absent if you gave none.'),
    external_id: z.string().optional().describe('Your own id. Absent if you gave none.'),
    archived_at: moment.optional().describe('Present once the customer is archived.'),
    metadata,
  })
  .meta({
    id: 'Customer',
    title: 'Customer',
    description: 'Returned when you create or get a customer.',
    examples: [EXAMPLE],
  })

export function presentCustomer(record: StoredCustomer) {
  return {
    id: record.id,
    name: record.name,
    email: record.email,
    group: record.group,
    preferred_currency: record.preferredCurrency,
    address_line1: record.addressLine1,
    address_line2: record.addressLine2,
    city: record.city,
    state: record.state,
    zip: record.zip,
    country: record.country,
    created_on: formatDateTime(record.createdAt),
    ...(record.taxId === null ? {} : { tax_id: record.taxId }),
    ...(record.buyerReference === null ? {} : { buyer_reference: record.buyerReference }),
    ...(record.phone === null ? {} : { phone: record.phone }),
    ...(record.copyEmails.length === 0 ? {} : { copy_emails: record.copyEmails }),
    ...(record.externalId === null ? {} : { external_id: record.externalId }),
    ...(record.archivedAt === null ? {} : { archived_at: record.archivedAt.toISOString() }),
    ...presentMetadata(record.metadata),
  }
}

const { metadata: EXAMPLE_METADATA, ...EXAMPLE_FIELDS } = EXAMPLE

/** The example once the customer is archived. */
export const ARCHIVED_CUSTOMER = {
  ...EXAMPLE_FIELDS,
  archived_at: '2026-04-01T08:00:00.000Z',
  metadata: EXAMPLE_METADATA,
  created_at: '2026-03-02T14:05:09.000Z',
}

/** As the endpoints beyond the contract show a customer. */
export const customerDetail = customer
  .extend({ created_at: moment.describe('The same time in ISO 8601.') })
  .meta({
    id: 'CustomerDetail',
    title: 'Customer, with times',
    description: 'A customer with its time in ISO 8601: returned when you list or update customers.',
    examples: [{ ...EXAMPLE, created_at: '2026-03-02T14:05:09.000Z' }],
  })

export function presentCustomerDetail(record: StoredCustomer) {
  return { ...presentCustomer(record), created_at: record.createdAt.toISOString() }
}
