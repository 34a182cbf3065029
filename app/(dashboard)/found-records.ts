import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { currentMode } from '@/lib/auth/mode'
import { currentAccount } from '@/lib/auth/session'
import { readSelf } from '@/lib/bank-accounts/withdrawal-accounts-page'
import { readCustomer } from '@/lib/home/customer-overview'
import { readDraftInEitherMode } from '@/lib/invoices/draft-list'
import { readMail } from '@/lib/mail/mail-list'
import { readVendor } from '@/lib/operator/vendor-view'
import { readInvoice } from '@/lib/payments/queries'
import { readApproval } from '@/lib/payouts/approval-view'
import { readVendorBatch } from '@/lib/payouts/batch-view'
import { readPayout } from '@/lib/payouts/queries'
import { readRecurringPayout } from '@/lib/payouts/recurring-payout-view'
import { isSweep } from '@/lib/payouts/sweep'
import { readRecurring } from '@/lib/recurring/queries'
import { readRequest } from '@/lib/request-log/request-list'
import { readDelivery } from '@/lib/webhooks/queries'

/** Read once per request; shows the not-found page if the vendor has no such invoice. */
export const foundInvoice = cache(
  async (vendorId: string, id: string) =>
    (await readInvoice(vendorId, id, (await currentAccount()).zone)) ?? notFound(),
)

/**
 * Read once per request, with its account; shows the not-found page if the vendor has no such draft of an invoice. An
 * invoice may be voided and duplicated while the dashboard is in the other mode.
 */
export const foundDraft = cache(
  async (id: string) => (await readDraftInEitherMode(await currentAccount(), id)) ?? notFound(),
)

/** Read once per request; shows the not-found page if the vendor has no such recurring invoice. */
export const foundRecurring = cache(
  async (id: string) => (await readRecurring(await currentAccount(), id)) ?? notFound(),
)

/**
 * Read once per request; shows the not-found page if the vendor has no such customer. The payee of withdrawals, whom
 * payouts name like any other, is in the settings.
 */
export const foundCustomer = cache(async (vendorId: string, id: string) => {
  const account = await currentAccount()
  if ((await readSelf(account.id)) === id) redirect('/settings/withdrawals')
  return (await readCustomer(vendorId, id, account.zone)) ?? notFound()
})

/** Read once per request; shows the not-found page if the vendor has no such payout. */
export const foundPayout = cache(async (vendorId: string, id: string, isOperator = false) => {
  const mode = await currentMode()
  // Mail about an approval leads here, whatever mode its reader last looked at.
  const otherMode = mode === 'test' ? 'live' : 'test'
  const read = (each: typeof mode) => readPayout(vendorId, each, id, isOperator)
  return (await read(mode)) ?? (await read(otherMode)) ?? notFound()
})

/** Read once per request; shows the not-found page if the vendor has no such recurring payout. */
export const foundRecurringPayout = cache(async (id: string) => {
  const account = await currentAccount()
  const series = await readRecurringPayout(account, id)
  if (series) return series
  // Payouts and mail name the automatic withdrawals like any series; their page is in the settings.
  if (await isSweep(account.id, id)) redirect('/settings/withdrawals')
  return notFound()
})

/** Read once per request; shows the not-found page if the vendor has no such payout to approve. */
export const foundApproval = cache(
  async (vendor: { id: string; memberId: string; email: string }, id: string) =>
    (await readApproval(vendor, id)) ?? notFound(),
)

/** Read once per request; shows the not-found page if the vendor has no such batch of payouts. */
export const foundPayoutBatch = cache(
  async (vendorId: string, id: string) => (await readVendorBatch(vendorId, id)) ?? notFound(),
)

/** Read once per request; shows the not-found page if the vendor has no such mail. */
export const foundMail = cache(
  async (id: string) => (await readMail((await currentAccount()).id, id)) ?? notFound(),
)

/** Read once per request; shows the not-found page if the vendor has no such API request. */
export const foundRequest = cache(
  async (id: string) => (await readRequest(await currentAccount(), id)) ?? notFound(),
)

/** Read once per request; shows the not-found page if the vendor has no such delivery. */
export const foundDelivery = cache(
  async (id: string) => (await readDelivery(await currentAccount(), id)) ?? notFound(),
)

/** Read once per request; shows the not-found page if there is no such vendor. */
export const foundVendor = cache(
  async (operatorId: string, id: string) => (await readVendor(operatorId, id)) ?? notFound(),
)
