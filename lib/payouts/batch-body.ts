import { z } from 'zod'
import * as field from '@/lib/http/fields'
import { type BodyObject, type BodyValue, isBodyObject } from '@/lib/http/json-body'
import { mergeMetadata, metadataField } from '@/lib/http/metadata'
import { inputFault, refusalFrom } from '@/lib/http/refusals'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { payoutFields } from './payout-body'

const MAX_ROWS = 1000
const MAX_DAYS_AHEAD = 366

/** A row that can't be paid, from 1, and the first of its fields that is wrong. */
export type RowError = { row: number; field: string; message: string }

/** A row of a batch by API, with the money in US cents and the metadata as JSON text. */
export type BatchOrderRow = {
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  reference: string | null
  metadata: string | null
}

/** The rows of a batch in order; null stands for one with an error. */
type RowsReading = { rows: (BatchOrderRow | null)[]; errors: RowError[] }

const rowFields = {
  customer_id: field
    .code()
    .required(inputFault('customer_id is required'))
    .describe('The customer who receives the payout.'),
  ...payoutFields,
  reference: field
    .text()
    .optional()
    .describe('Your own reference for it. The payout has it in `metadata`, as `reference`.'),
  metadata: metadataField,
}

export const payoutBatchBody = field.object({
  name: field
    .name()
    .required('payout_batch_name_required')
    .describe('What the dashboard calls the batch, such as `Payroll, May`.'),
  payouts: field
    .custom(
      z.array(field.object(rowFields).schema).min(1).max(MAX_ROWS),
      (value) => (Array.isArray(value) && value.length > 0 ? value : null),
      'payout_batch_rows_required',
    )
    .check((rows) => rows.length <= MAX_ROWS, 'payout_batch_rows_too_many')
    .map(readRows)
    .describe('Up to 1,000. They are sent in this order: what the balance covers goes to the first rows.'),
  send_on: field
    .day('invalid_send_on')
    .check((day) => day >= dayAfter(now(), 0) && day <= dayAfter(now(), MAX_DAYS_AHEAD), 'invalid_send_on')
    .optional()
    .describe('The day on which they are sent, as soon as it begins in UTC. Without it: at once.'),
})

/** Reads every row, so that all errors are told at once. */
function readRows(values: BodyValue[]): RowsReading {
  const errors: RowError[] = []
  const rows = values.map((value, index) => {
    const read = readRow(isBodyObject(value) ? value : {})
    if (!('message' in read)) return read
    errors.push({ row: index + 1, ...read })
    return null
  })
  return { rows, errors }
}

function readRow(body: BodyObject): BatchOrderRow | Omit<RowError, 'row'> {
  let current = ''
  const read = <Name extends keyof typeof rowFields>(name: Name) => {
    current = name
    return rowFields[name].read(body[name], { path: name, body }) as ReturnType<
      (typeof rowFields)[Name]['read']
    >
  }
  try {
    const customerId = read('customer_id').toLowerCase()
    const bankAccountId = read('bank_account_id').toLowerCase()
    const amountMinor = read('amount')
    read('currency')
    const reference = read('reference')
    const metadata = read('metadata')
    // The payout's metadata has the reference too.
    if (reference !== null) mergeMetadata(metadata, new Map([['reference', reference]]))
    return { customerId, bankAccountId, amountMinor, reference, metadata }
  } catch (error) {
    const refusal = refusalFrom(error)
    if (!refusal) throw error
    return { field: current, message: refusal.message }
  }
}
