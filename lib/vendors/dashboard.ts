import { operatorRead, operatorWrite } from '@/lib/api/dashboard/operator-operation'
import { inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { checkFields } from '@/lib/http/fields'
import { Refusal, refuseInput } from '@/lib/http/refusals'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import { banVendor as ban, setVendorTerms, unbanVendor as unban } from './manage-vendor'
import { type OperatorVendorView, readVendor } from './queries'
import { PERCENT_SCALE, readVendors } from './vendor-list'
import { banFields, vendorTermsFields } from './vendor-terms-fields'

const PATH = '/api/dashboard/operator/vendors'

export const listVendors = operatorRead(PATH, async ({ url }) => ({
  status: 200,
  body: await readVendors(url.searchParams),
}))

export const getVendor = operatorRead(`${PATH}/:id`, async ({ vendor, params }) => ({
  status: 200,
  body: await viewOf(vendor.id, params.id),
}))

/** Bans a vendor from everything but reading, with a reason that the vendor is shown. */
export const banVendor = operatorWrite(`${PATH}/:id/ban`, async ({ vendor, params, body, address }) => {
  const { reason } = checkFields(banFields, body)
  const { id } = await viewOf(vendor.id, params.id)
  if (id === vendor.id) throw new Refusal('cannot_ban_yourself')
  await inTransaction((tx) => ban(tx, id, reason, address))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

export const unbanVendor = operatorWrite(`${PATH}/:id/unban`, async ({ vendor, params, address }) => {
  const { id } = await viewOf(vendor.id, params.id)
  await inTransaction((tx) => unban(tx, id, address))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

/** Sets the payout limit, and the fee of invoices created from now on. */
export const changeTerms = operatorWrite(`${PATH}/:id/terms`, async ({ vendor, params, body, address }) => {
  const { payoutLimit, feePercent, feeFixed } = checkFields(vendorTermsFields, body)
  const { id } = await viewOf(vendor.id, params.id)
  const terms = {
    payoutLimitMinor: minorOf(payoutLimit, 2),
    feePpm: Number(minorOf(feePercent, PERCENT_SCALE)),
    feeFixedMinor: minorOf(feeFixed, 2),
  }
  await inTransaction((tx) => setVendorTerms(tx, id, terms, address))
  return { status: 200, body: await viewOf(vendor.id, id) }
})

async function viewOf(operatorId: string, vendorId = ''): Promise<OperatorVendorView> {
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
