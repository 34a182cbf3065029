import { signUpFields } from '@/lib/auth/credentials'
import { hashPassword } from '@/lib/auth/password'
import { inTransaction } from '@/lib/db/transaction'
import { requestEmailConfirmation } from '@/lib/domain/vendors/confirm-email'
import { createVendor } from '@/lib/domain/vendors/create-vendor'
import { parseFields } from '../form-fields'
import { operation } from '../operation'
import { limitAddress } from '../rate-limit'
import { refuseOtherOrigins } from '../same-origin'

/** Makes a vendor, who then signs in with the same e-mail and password, and mails it a link to confirm it. */
export const signUp = operation('/api/dashboard/sign-up', async ({ request }) => {
  refuseOtherOrigins(request)
  await limitAddress(request.headers, 'sign_up', 'Too many attempts. Wait a minute and try again.')
  const { name, email, password } = await parseFields(signUpFields, request)
  const passwordHash = await hashPassword(password)
  const vendor = await inTransaction(async (tx) => {
    const made = await createVendor(tx, { name, email, passwordHash, isEmailConfirmed: false })
    await requestEmailConfirmation(tx, made.id)
    return made
  })
  return { status: 201, body: { vendorId: vendor.id } }
})
