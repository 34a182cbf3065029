import { signUpFields } from '@/lib/auth/credentials'
import { hashPassword } from '@/lib/auth/password'
import { inTransaction } from '@/lib/db/transaction'
import { createVendor } from '@/lib/domain/vendors/create-vendor'
import { RequestError } from '../errors'
import { operation } from '../operation'
import { limitAddress } from '../rate-limit'
import { readJsonBody } from '../read-json-body'
import { refuseOtherOrigins } from '../same-origin'

/** Makes a vendor, who then signs in with the same e-mail and password. */
export const signUp = operation('/api/dashboard/sign-up', async ({ request }) => {
  refuseOtherOrigins(request)
  await limitAddress(request.headers, 'sign_up', 'Too many attempts. Wait a minute and try again.')
  const fields = signUpFields.safeParse(await readJsonBody(request))
  if (!fields.success) throw new RequestError(400, fields.error.issues[0]?.message ?? 'Invalid sign-up')
  const { name, email, password } = fields.data
  const passwordHash = await hashPassword(password)
  const vendor = await inTransaction((tx) => createVendor(tx, { name, email, passwordHash }))
  return { status: 201, body: { vendorId: vendor.id } }
})
