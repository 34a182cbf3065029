/*
 * Answers of Airwallex's sandbox of 7 October 2026, in API version 2026-08-21, as github.com/aprilanndjakonya-design/
 * honest-incident-commander publishes them (test/fixtures/sandbox-2026-10-07.json), with the fields that it kept.
 */

const paidOut = { transfer_amount: 10, transfer_currency: 'USD' }

const delivered = {
  ...paidOut,
  id: '0c395b6a-791c-4d39-a97b-7b37daf2ce8e',
  request_id: 'hic-smoke-20261007113444-a',
  short_reference_id: 'P261007-5E5F9E9',
  created_at: '2026-10-07T11:34:48+0000',
}

const failed = {
  ...paidOut,
  id: '94b77bf1-5eba-4f0f-b468-5b68806d2c07',
  request_id: 'hic-smoke-20261007113444-b',
  short_reference_id: 'P261007-57YZRH5',
  created_at: '2026-10-07T11:34:54+0000',
}

const returned = {
  ...paidOut,
  id: 'ca0105ea-a6ea-46c6-aca6-5a8ccf6a2d4b',
  request_id: 'hic-smoke-20261007113444-c',
  short_reference_id: 'P261007-P5KLP1J',
  created_at: '2026-10-07T11:34:59+0000',
}

const failureOf = (code: string, message: string) => ({
  code,
  details: { type: 'INCORRECT_ROUTING' },
  message,
})

/** Three transfers, each as one look-up after the other showed it. */
export const RECORDED_TRANSFERS = {
  delivered: [
    { ...delivered, status: 'PROCESSING', updated_at: '2026-10-07T11:34:49+0000' },
    { ...delivered, status: 'SENT', updated_at: '2026-10-07T11:34:50+0000' },
    { ...delivered, status: 'PAID', updated_at: '2026-10-07T11:34:52+0000' },
  ],
  failed: [
    { ...failed, status: 'PROCESSING', updated_at: '2026-10-07T11:34:54+0000' },
    { ...failed, status: 'SENT', updated_at: '2026-10-07T11:34:55+0000' },
    {
      ...failed,
      status: 'CANCELLED',
      updated_at: '2026-10-07T11:34:57+0000',
      failure: failureOf('90701', 'Account closed'),
    },
  ],
  returned: [
    { ...returned, status: 'PROCESSING', updated_at: '2026-10-07T11:34:59+0000' },
    { ...returned, status: 'SENT', updated_at: '2026-10-07T11:35:01+0000' },
    { ...returned, status: 'PAID', updated_at: '2026-10-07T11:35:02+0000' },
    {
      ...returned,
      status: 'CANCELLED',
      updated_at: '2026-10-07T11:35:04+0000',
      failure: failureOf('90802', 'Beneficiary bank returned'),
    },
  ],
}

/** The answer, with status 400, to a `request_id` that was used before. */
export const RECORDED_DUPLICATE = {
  code: 'duplicate_request_id',
  details: { id: delivered.id, request_id: delivered.request_id },
  message: `The request ID ${delivered.request_id} has been used for a transfer with the transfer ID ${delivered.id} before. Please use a different request ID if you wish to create a separate transfer.`,
  source: 'request_id',
}

const movement = (id: string, type: string, amount: number, createdAt: string) => ({
  id,
  source_id: returned.id,
  transaction_type: type,
  amount,
  currency: 'USD',
  status: 'SETTLED',
  created_at: createdAt,
})

/** What the returned transfer took from the balance, and gave back: `GET /api/v1/financial_transactions?source_id=…`. */
export const RECORDED_TRANSACTIONS = [
  movement('ftx_0cVxn_eGO62bzTReijv2RA', 'PAYOUT_REVERSAL', 10, '2026-10-07T11:35:04.220+00:00'),
  movement('ftx_Ult8VtILNJC8S-58xdeB3g', 'PAYOUT', -10, '2026-10-07T11:34:59.357+00:00'),
  movement('ftx_5F7BUOYcPkuCkGJSSNhV9Q', 'FEE', -3, '2026-10-07T11:34:59.357+00:00'),
]
