import { Readable } from 'node:stream'
import { z } from 'zod'
import { requireProof, requireProofAbove, session } from '@/lib/auth/session-access'
import { holdSession } from '@/lib/auth/sessions'
import { noControlCharacters } from '@/lib/control-characters'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { refuseInput } from '@/lib/http/refusals'
import { csvAnswer, csvFile } from '@/lib/lists/csv'
import { MAX_BODY_BYTES } from '@/lib/lists/parse-csv'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import { formatMajor } from '@/lib/money/money'
import { BATCH_FILE_COLUMNS, batchListRow, batchView, readBatch, readBatches } from './batch-view'
import { nextStepAfter } from './explain-payout-failure'
import { correctRow, decideOnBatch, payBatch, removeRow, stopBatch, uploadBatch } from './payout-batches'

const PATH = '/api/dashboard/payout-batches'

export const listPayoutBatches = operation({
  method: 'GET',
  path: PATH,
  summary: 'List batches of payouts',
  description: 'The latest hundred.',
  tag: 'Payouts',
  access: session('read'),
  answers: { 200: z.object({ batches: z.array(batchListRow) }) },
}).handle(async ({ account }) => ({
  status: 200,
  body: { batches: await readBatches(database(), account.id) },
}))

export const uploadPayoutBatch = operation({
  method: 'POST',
  path: PATH,
  summary: 'Upload a batch of payouts',
  description: 'Takes a CSV file. Nothing is paid before the batch is confirmed.',
  tag: 'Payouts',
  access: session('payouts.write'),
  body: jsonFields(
    z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(255)
        .refine(...noControlCharacters),
      file: z.string(),
    }),
    { maximumBytes: MAX_BODY_BYTES },
  ),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ['invalid_input'],
}).handle(async ({ account, audit, by, input }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const batch = await uploadBatch(tx, account, { name: input.name, text: input.file }, by.member)
    const detail = `${input.name}, ${rowsInWords(batch.rowCount)}`
    await audit(tx, { action: 'payout_batch.uploaded', subjectId: batch.id, detail })
    return batch
  })
  return { status: 201, body: { id } }
})

export const getPayoutBatch = operation({
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a batch of payouts',
  tag: 'Payouts',
  access: session('read'),
  answers: { 200: batchView },
  errors: ['payout_batch_not_found'],
}).handle(async ({ account, params }) => ({
  status: 200,
  body: await readBatch(database(), account, params.id),
}))

export const exportPayoutBatch = operation({
  method: 'GET',
  path: `${PATH}/{id}/export`,
  summary: 'Export a batch of payouts',
  tag: 'Payouts',
  access: session('read'),
  answers: { 200: csvFile },
  errors: ['payout_batch_not_found'],
}).handle(async ({ account, params }) => {
  const { name, rows } = await readBatch(database(), account, params.id)
  const filename = `${name.replace(/\.csv$/i, '').replaceAll(/[^\w.-]+/g, '-')}-${account.mode}.csv`
  return csvAnswer(Readable.from(rows), BATCH_FILE_COLUMNS, { filename, timeZone: 'UTC' })
})

const confirmedFields = z.object({
  selection: z.enum(['new', 'failed']),
  count: z.int().min(1),
  sum: z.string().max(40),
})

export const payPayoutBatch = operation({
  method: 'POST',
  path: `${PATH}/{id}/pay`,
  summary: 'Pay a batch',
  description:
    'Confirms the rows that can be paid, or the failed ones that can be tried again, by their number and sum as they were shown. If either has changed, nothing is confirmed. If the sum is above the vendor’s own threshold, it takes a session that was proven lately.',
  tag: 'Payouts',
  access: session('payouts.write'),
  body: jsonFields(confirmedFields),
  answers: { 202: z.object({ id: z.uuid() }) },
  errors: [
    'invalid_input',
    'password_needed',
    'code_needed',
    'payout_batch_not_found',
    'payout_batch_changed',
    'daily_payout_limit_exceeded',
    'insufficient_balance',
  ],
  refused: (refusal) => {
    const nextStep = nextStepAfter(refusal)
    return nextStep === null ? null : { status: refusal.status, body: { error: refusal.message, nextStep } }
  },
}).handle(async ({ account, audit, by, input, params, requestId, vendor }) => {
  const sumMinor = centsOf(input.sum)
  // By the sum: a large payout in small rows is as large.
  requireProofAbove(vendor, sumMinor)
  await inOrmTransaction(async (tx) => {
    await holdSession(tx, vendor)
    await payBatch(tx, account, params.id, { ...input, sumMinor }, { member: by.member, requestId })
    const detail = `${rowsInWords(input.count)}, ${formatMajor(sumMinor, 'USD')} USD`
    await audit(tx, { action: 'payout_batch.confirmed', subjectId: params.id, detail })
  })
  return { status: 202, body: { id: params.id } }
})

export const decideOnPayoutBatch = operation({
  method: 'POST',
  path: `${PATH}/{id}/decide`,
  summary: 'Approve a batch, or send it back',
  description:
    'The payouts that another person has confirmed, by their number and sum as shown. Sent back, they have to be confirmed again; the person who confirmed them can take them back that way. Approving takes a session that was proven lately.',
  tag: 'Payouts',
  access: session('payouts.write'),
  body: jsonFields(confirmedFields.omit({ selection: true }).extend({ isApproved: z.boolean() })),
  answers: { 202: z.object({ id: z.uuid() }) },
  errors: [
    'invalid_input',
    'password_needed',
    'code_needed',
    'payout_batch_not_found',
    'payout_batch_changed',
    'payout_approval_own',
    'approver_too_new',
  ],
}).handle(async ({ account, audit, by, input, params, vendor }) => {
  const sumMinor = centsOf(input.sum)
  // Whatever the sum: the second person is there because one session may be stolen.
  if (input.isApproved) requireProof(vendor)
  await inOrmTransaction(async (tx) => {
    await decideOnBatch(tx, account, params.id, { ...input, sumMinor }, by.member)
    const action = input.isApproved ? 'payout_batch.approved' : 'payout_batch.returned'
    const detail = `${rowsInWords(input.count)}, ${formatMajor(sumMinor, 'USD')} USD`
    await audit(tx, { action, subjectId: params.id, detail })
  })
  return { status: 202, body: { id: params.id } }
})

function centsOf(sum: string): bigint {
  const decimal = parsePlainDecimal(sum)
  return (decimal && toMinor(decimal, 2)) ?? refuseInput('sum must be an amount such as 1250.00')
}

const correctFields = z
  .object({ recipient: z.string(), bankAccount: z.string(), amount: z.string(), reference: z.string() })
  .transform(({ recipient, bankAccount, amount, reference }) => ({
    recipient: recipient.trim(),
    bankAccount: bankAccount.trim(),
    amount: amount.trim(),
    reference: reference.trim(),
  }))

export const correctPayoutRow = operation({
  method: 'POST',
  path: `${PATH}/{id}/rows/{row}`,
  summary: 'Correct a row of a batch',
  description: 'A row that is not confirmed, or has failed. It has to be confirmed then.',
  tag: 'Payouts',
  access: session('payouts.write'),
  body: jsonFields(correctFields),
  answers: { 200: batchView },
  errors: ['invalid_input', 'payout_batch_not_found', 'payout_batch_changed'],
}).handle(async ({ account, audit, input, params }) => {
  await inOrmTransaction(async (tx) => {
    await correctRow(tx, account, { batchId: params.id, rowId: params.row }, input)
    await audit(tx, { action: 'payout_batch.corrected', subjectId: params.id, detail: inWords(input) })
  })
  return { status: 200, body: await readBatch(database(), account, params.id) }
})

export const removePayoutRow = operation({
  method: 'POST',
  path: `${PATH}/{id}/rows/{row}/remove`,
  summary: 'Remove a row of a batch',
  description: 'A row that is not confirmed.',
  tag: 'Payouts',
  access: session('payouts.write'),
  answers: { 200: batchView },
  errors: ['payout_batch_not_found', 'payout_batch_changed'],
}).handle(async ({ account, audit, params }) => {
  await inOrmTransaction(async (tx) => {
    await removeRow(tx, account.id, { batchId: params.id, rowId: params.row })
    await audit(tx, { action: 'payout_batch.corrected', subjectId: params.id, detail: '1 row removed' })
  })
  return { status: 200, body: await readBatch(database(), account, params.id) }
})

export const stopPayoutBatch = operation({
  method: 'POST',
  path: `${PATH}/{id}/stop`,
  summary: 'Stop a batch',
  description:
    'Discards a batch that is not confirmed. Of another, the rows that are not sent yet never will be.',
  tag: 'Payouts',
  access: session('payouts.write'),
  answers: { 200: batchView },
  errors: ['payout_batch_not_found', 'payout_batch_changed'],
}).handle(async ({ account, audit, params }) => {
  await inOrmTransaction(async (tx) => {
    const detail = rowsInWords(await stopBatch(tx, account.id, params.id))
    await audit(tx, { action: 'payout_batch.stopped', subjectId: params.id, detail })
  })
  return { status: 200, body: await readBatch(database(), account, params.id) }
})

function rowsInWords(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

function inWords({ recipient, bankAccount, amount, reference }: z.infer<typeof correctFields>): string {
  return [recipient, bankAccount, amount, reference].filter(Boolean).join(', ').slice(0, 500)
}
