import { database } from '@/lib/db/client'
import { findPayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { findLogo } from '@/lib/domain/vendors/find-branding'
import { RequestError } from './errors'
import { operation } from './operation'

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The vendor's logo on its payment page. The address names the picture's digest, and so never gets old. */
export const paymentLogo = operation('/api/pay/:token/logo', async ({ url, params, logged }) => {
  const { invoice, vendor } = await findPayableInvoice(database(), params.token ?? '')
  logged.accountId = invoice.accountId
  const logo = await findLogo(database(), vendor.id)
  if (!logo) throw new RequestError(404, 'Not found')
  const isCurrent = url.searchParams.get('v') === logo.digest
  return {
    status: 200,
    content: new Uint8Array(logo.bytes),
    contentType: logo.mediaType,
    filename: `logo.${logo.mediaType.split('/')[1] ?? 'png'}`,
    disposition: 'inline',
    headers: { 'Cache-Control': isCurrent ? FOR_GOOD : 'no-cache' },
  }
})
