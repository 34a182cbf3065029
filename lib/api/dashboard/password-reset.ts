import { setTimeout as wait } from 'node:timers/promises'
import { forgotPasswordFields, resetPasswordFields } from '@/lib/auth/credentials'
import { hashPassword } from '@/lib/auth/password'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { isTokenGood } from '@/lib/domain/vendors/one-time-token'
import { requestPasswordReset as request, resetPassword as reset } from '@/lib/domain/vendors/reset-password'
import { DomainError } from '@/lib/errors'
import { parseFields } from '../form-fields'
import { operation } from '../operation'
import { limitAddress } from '../rate-limit'
import { refuseOtherOrigins } from '../same-origin'

/** Longer than it takes to make a mail: whether one was made must not show in the time either. */
const ANSWER_MS = 250

const TOO_MANY = 'Too many attempts. Wait a minute and try again.'

/** Mails a link to set a new password. The answer is the same whether or not the address has a vendor. */
export const requestPasswordReset = operation('/api/dashboard/password-reset', async (call) => {
  refuseOtherOrigins(call.request)
  await limitAddress(call.request.headers, 'password_reset', TOO_MANY)
  const { email } = await parseFields(forgotPasswordFields, call.request)
  await Promise.all([inTransaction((tx) => request(tx, email)), wait(ANSWER_MS)])
  return { status: 202, body: {} }
})

/** Sets a new password by a mailed link, and ends every session of its vendor. */
export const resetPassword = operation('/api/dashboard/password-reset/complete', async (call) => {
  refuseOtherOrigins(call.request)
  await limitAddress(call.request.headers, 'password_reset', TOO_MANY)
  const { token, password } = await parseFields(resetPasswordFields, call.request)
  // Hashing is work: not for a token that somebody has made up.
  if (!(await isTokenGood(database(), token, 'password_reset'))) throw new DomainError('link_not_valid')
  const passwordHash = await hashPassword(password)
  const address = call.request.headers.get('x-client-address')
  await inTransaction((tx) => reset(tx, { token, passwordHash, address }))
  return { status: 200, body: {} }
})
