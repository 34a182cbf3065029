import { operator } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { Refusal, refuseInput } from '@/lib/http/refusals'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import { grantLiveMode, withdrawLiveMode } from '@/lib/vendors/live-approval'
import { liftVendorBan, markVendorBanned, setVendorTerms } from '@/lib/vendors/manage-vendor'
import { PERCENT_SCALE, vendorList } from '@/lib/vendors/vendor-list'
import { banFields, vendorTermsFields } from '@/lib/vendors/vendor-terms-fields'
import {
  type OperatorVendorView,
  operatorVendorListRow,
  operatorVendorView,
  readVendor,
  readVendorRows,
} from './vendor-view'

const PATH = '/api/dashboard/operator/vendors'
const TAG = 'Vendors'

export const listVendors = operation({
  method: 'GET',
  path: PATH,
  summary: 'List vendors',
  tag: TAG,
  access: operator,
  query: listParameters(vendorList),
  answers: { 200: listView(operatorVendorListRow) },
  errors: parameterErrors,
}).handle(async ({ query, account }) => ({ status: 200, body: await readVendorRows(query, account.mode) }))

export const getVendor = operation({
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a vendor',
  tag: TAG,
  access: operator,
  answers: { 200: operatorVendorView },
  errors: ['vendor_not_found'],
}).handle(async ({ vendor, params: { id } }) => ({ status: 200, body: await viewOf(vendor.id, id) }))

export const banVendor = operation({
  method: 'POST',
  path: `${PATH}/{id}/ban`,
  summary: 'Ban a vendor',
  description: 'The vendor can still read, and sees the reason.',
  tag: TAG,
  access: operator,
  body: jsonFields(banFields),
  answers: { 200: operatorVendorView },
  errors: ['vendor_not_found', 'cannot_ban_yourself'],
}).handle(async ({ vendor, operator, params, input: { reason } }) => {
  const { id } = await viewOf(vendor.id, params.id)
  if (id === vendor.id) throw new Refusal('cannot_ban_yourself')
  await inOrmTransaction((tx) => markVendorBanned(tx, id, reason, operator))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

export const unbanVendor = operation({
  method: 'POST',
  path: `${PATH}/{id}/unban`,
  summary: 'Lift a ban',
  tag: TAG,
  access: operator,
  answers: { 200: operatorVendorView },
  errors: ['vendor_not_found'],
}).handle(async ({ vendor, operator, params }) => {
  const { id } = await viewOf(vendor.id, params.id)
  await inOrmTransaction((tx) => liftVendorBan(tx, id, operator))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

export const approveLive = operation({
  method: 'POST',
  path: `${PATH}/{id}/approve-live`,
  summary: 'Approve live mode',
  description: 'Asks for a confirmed email and two-step sign-in of the vendor.',
  tag: TAG,
  access: operator,
  answers: { 200: operatorVendorView },
  errors: ['vendor_not_found', 'live_approval_too_early'],
}).handle(async ({ vendor, operator, params }) => {
  const { id } = await viewOf(vendor.id, params.id)
  await inOrmTransaction((tx) => grantLiveMode(tx, id, operator))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

export const suspendLive = operation({
  method: 'POST',
  path: `${PATH}/{id}/suspend-live`,
  summary: 'Suspend live mode',
  description: 'Live keys are refused, invoices can’t be paid and nothing is paid out.',
  tag: TAG,
  access: operator,
  answers: { 200: operatorVendorView },
  errors: ['vendor_not_found'],
}).handle(async ({ vendor, operator, params }) => {
  const { id } = await viewOf(vendor.id, params.id)
  await inOrmTransaction((tx) => withdrawLiveMode(tx, id, operator))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

export const changeTerms = operation({
  method: 'POST',
  path: `${PATH}/{id}/terms`,
  summary: 'Set the payout limits, fee and hold',
  description:
    'The fee, and what a refund does with it, apply to new invoices, the hold to invoices that are paid from now on.',
  tag: TAG,
  access: operator,
  body: jsonFields(vendorTermsFields),
  answers: { 200: operatorVendorView },
  errors: ['vendor_not_found'],
}).handle(async ({ vendor, operator, params, input }) => {
  const { id } = await viewOf(vendor.id, params.id)
  const terms = {
    payoutLimitMinor: minorOf(input.payoutLimit, 2),
    dailyLimitMinor: input.dailyLimit === '' ? null : minorOf(input.dailyLimit, 2),
    feePpm: Number(minorOf(input.feePercent, PERCENT_SCALE)),
    feeFixedMinor: minorOf(input.feeFixed, 2),
    returnsFee: input.feeOnRefund === 'return',
    holdDays: Number(input.holdDays),
  }
  await inOrmTransaction((tx) => setVendorTerms(tx, id, terms, operator))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

async function viewOf(operatorId: string, vendorId: string): Promise<OperatorVendorView> {
  const view = await readVendor(operatorId, vendorId)
  if (!view) throw new DomainError('vendor_not_found')
  return view
}

/** A validated number as an integer number of 10^-`scale`. */
function minorOf(text: string, scale: number): bigint {
  const decimal = parsePlainDecimal(text)
  const minor = decimal && toMinor(decimal, scale)
  if (minor === null) refuseInput('Enter the terms as numbers')
  return minor
}
