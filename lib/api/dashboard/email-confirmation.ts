import { confirmEmailFields } from '@/lib/auth/credentials'
import { vendorOfRequest } from '@/lib/auth/session'
import { inTransaction } from '@/lib/db/transaction'
import { confirmEmail as confirm, requestEmailConfirmation } from '@/lib/domain/vendors/confirm-email'
import { RequestError } from '../errors'
import { parseFields } from '../form-fields'
import { operation } from '../operation'
import { limitAddress } from '../rate-limit'
import { refuseOtherOrigins } from '../same-origin'
import { SESSION_ENDED } from './session-operation'

const TOO_MANY = 'Too many attempts. Wait a minute and try again.'

/** Mails the signed-in vendor another link to confirm its address. Open to a banned vendor too. */
export const sendConfirmation = operation('/api/dashboard/email-confirmation', async ({ request }) => {
  refuseOtherOrigins(request)
  const vendor = await vendorOfRequest(request)
  if (!vendor) throw new RequestError(401, SESSION_ENDED)
  const isMade = await inTransaction((tx) => requestEmailConfirmation(tx, vendor.id))
  if (!isMade && !vendor.isEmailConfirmed) {
    throw new RequestError(429, 'Several links were sent in the last hour. Look for them, or wait a while.')
  }
  return { status: 202, body: {} }
})

/** Confirms a vendor's address by a mailed link, signed in or not. */
export const confirmEmail = operation('/api/dashboard/email-confirmation/complete', async ({ request }) => {
  refuseOtherOrigins(request)
  await limitAddress(request.headers, 'email_confirmation', TOO_MANY)
  const { token } = await parseFields(confirmEmailFields, request)
  const address = request.headers.get('x-client-address')
  await inTransaction((tx) => confirm(tx, { token, address }))
  return { status: 200, body: {} }
})
