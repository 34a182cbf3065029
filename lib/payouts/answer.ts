import { z } from 'zod'
import { PayoutStatus } from '@/lib/db/generated/enums'
import { metadata, presentMetadata } from '@/lib/http/metadata'
import { jsonNumber, moment } from '@/lib/http/schemas'
import { jsonAmount } from '@/lib/json'
import { RAIL_NAMES } from '@/lib/providers/rails'
import { formatIsoDate } from '@/lib/time/dates'
import { explainPayoutFailure } from './explain-payout-failure'
import { expectedDay } from './rails'
import type { StoredPayout } from './statements'

const EXAMPLE = {
  id: '0199d1c2-84a9-7373-9ef8-5288bf1b10c4',
  customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
  bank_account_id: '0199d1c2-7363-74fb-b0b1-82d04b0c66f9',
  amount: 25.5,
  currency: 'USD',
  status: 'PAID',
  provider_transfer_id: 'sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061',
  provider_transfer_status: 'DELIVERED',
  metadata: { batch: '2026-03' },
}

/** The payout as answers of the API and events show it; `presentPayout` fills it. */
export const payout = z
  .object({
    id: z.uuid().describe('The id of the payout, as shown in your dashboard.'),
    customer_id: z.uuid().describe('The customer who receives the payout.'),
    bank_account_id: z.uuid().describe('The bank account it goes to.'),
    amount: jsonNumber.describe('In dollars. There is no fee on payouts.'),
    currency: z.string().describe('`USD`.'),
    status: z.enum(PayoutStatus).describe('See Statuses.'),
    provider_transfer_id: z
      .string()
      .nullable()
      .describe("The provider's own id, for reconciliation. `null` until the provider has confirmed."),
    provider_transfer_status: z
      .string()
      .nullable()
      .describe(
        "The provider's own status: `DELIVERED` for a payout that arrived. `null` until the provider has confirmed.",
      ),
    metadata,
  })
  .meta({
    id: 'Payout',
    title: 'Payout',
    description: 'Returned when you request a payout.',
    examples: [EXAMPLE],
  })

type ShownPayout = Pick<
  StoredPayout,
  | 'id'
  | 'customerId'
  | 'bankAccountId'
  | 'amountMinor'
  | 'currency'
  | 'status'
  | 'providerTransferId'
  | 'providerTransferStatus'
  | 'metadata'
>

export function presentPayout(record: ShownPayout) {
  return {
    id: record.id,
    customer_id: record.customerId,
    bank_account_id: record.bankAccountId,
    amount: jsonAmount(record.amountMinor, record.currency),
    currency: record.currency,
    status: record.status,
    provider_transfer_id: record.providerTransferId,
    provider_transfer_status: record.providerTransferStatus,
    ...presentMetadata(record.metadata),
  }
}

/** As the endpoints beyond the contract show a payout. */
export const payoutDetail = payout
  .extend({
    failure: z
      .object({
        code: z.string().nullable().describe("The provider's code, such as `no_account`."),
        message: z.string().describe('An explanation for people.'),
      })
      .nullable()
      .describe('Why it is `FAILED` or `RETURNED`; else `null`.'),
    rail: z
      .enum(RAIL_NAMES)
      .nullable()
      .describe(
        'The bank network that carries it, which the operator’s settings and the bank decide. `null` where the provider chooses it and doesn’t say, as in test mode. A provider that sends over RTP chooses by itself, so there is no value for it.',
      ),
    expected_on: z
      .string()
      .nullable()
      .describe(
        'The day by which the bank has the money at the latest, as YYYY-MM-DD. `null` where `rail` is, and for a payout that failed or came back.',
      ),
    waiting_for: z
      .literal('provider_balance')
      .optional()
      .describe(
        'Live mode, while the payment provider doesn’t hold enough for it: it is sent by itself as soon as it does. Absent otherwise.',
      ),
    created_at: moment.describe('ISO 8601.'),
    settled_at: moment
      .nullable()
      .describe('The time at which its outcome was booked, in ISO 8601. `null` while it is `PROCESSING`.'),
  })
  .meta({
    id: 'PayoutDetail',
    title: 'Payout, with times',
    description:
      'A payout with its failure and its times in ISO 8601: returned when you get or list payouts.',
    examples: [
      {
        ...EXAMPLE,
        failure: null,
        rail: null,
        expected_on: null,
        created_at: '2026-03-03T09:31:02.000Z',
        settled_at: '2026-03-03T09:31:03.000Z',
      },
    ],
  })

export function presentPayoutDetail(record: StoredPayout) {
  const expectedOn = expectedDay(record)
  return {
    ...presentPayout(record),
    failure: failureOf(record),
    rail: RAIL_NAMES.find((name) => name === record.rail) ?? null,
    expected_on: expectedOn && formatIsoDate(expectedOn),
    ...(record.status === 'PROCESSING' && record.waitingSince
      ? { waiting_for: 'provider_balance' as const }
      : {}),
    created_at: record.createdAt.toISOString(),
    settled_at: record.settledAt?.toISOString() ?? null,
  }
}

function failureOf({ status, failureCode, failureDetail }: StoredPayout) {
  if (status !== 'FAILED' && status !== 'RETURNED') return null
  const { title } = explainPayoutFailure(failureCode, failureDetail)
  return { code: failureCode, message: failureDetail || title }
}
