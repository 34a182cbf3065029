import { setTimeout as wait } from 'node:timers/promises'
import { operation } from '@/lib/api/operation'
import { MODE_COOKIE } from '@/lib/auth/mode'
import { isTokenGood } from '@/lib/auth/one-time-token'
import { hashPassword } from '@/lib/auth/password'
import { vendorOfRequest } from '@/lib/auth/session'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { cookieHeader } from '@/lib/http/cookies'
import { parseFields } from '@/lib/http/fields'
import { limitAddress } from '@/lib/http/rate-limit'
import { readJsonBody } from '@/lib/http/read-json-body'
import { Refusal } from '@/lib/http/refusals'
import { refuseOtherOrigins } from '@/lib/http/same-origin'
import { clientAddress } from '@/lib/http/served-request'
import { createVendor } from '@/lib/vendors/manage-vendor'
import { confirmEmailFields, forgotPasswordFields, resetPasswordFields, signUpFields } from './credentials'
import {
  confirmEmail as confirm,
  requestPasswordReset as request,
  requestEmailConfirmation,
  resetPassword as reset,
} from './passwords'

/**
 * Creates a vendor, who then signs in with the same email and password, and mails a link to confirm the
 * email.
 */
export const signUp = operation('/api/dashboard/sign-up', async ({ request }) => {
  refuseOtherOrigins(request)
  await limitAddress(clientAddress(), 'sign_up', 'too_many_attempts')
  const { name, email, password } = await parseFields(signUpFields, request)
  const passwordHash = await hashPassword(password)
  const vendor = await inTransaction(async (tx) => {
    const made = await createVendor(tx, { name, email, passwordHash, isEmailConfirmed: false })
    await requestEmailConfirmation(tx, made.id)
    return made
  })
  return { status: 201, body: { vendorId: vendor.id } }
})

/** Longer than creating a mail takes, so that the response time does not reveal whether one was created. */
const ANSWER_MS = 250

/** Mails a link to set a new password. The answer is the same whether or not the email has a vendor. */
export const requestPasswordReset = operation('/api/dashboard/password-reset', async (call) => {
  refuseOtherOrigins(call.request)
  await limitAddress(clientAddress(), 'password_reset', 'too_many_attempts')
  const { email } = await parseFields(forgotPasswordFields, call.request)
  await Promise.all([inTransaction((tx) => request(tx, email)), wait(ANSWER_MS)])
  return { status: 202, body: {} }
})

/** Sets a new password with a mailed link, and ends every session of its vendor. */
export const resetPassword = operation('/api/dashboard/password-reset/complete', async (call) => {
  refuseOtherOrigins(call.request)
  await limitAddress(clientAddress(), 'password_reset', 'too_many_attempts')
  const { token, password } = await parseFields(resetPasswordFields, call.request)
  // Hashing is expensive, so check for an invented token first.
  if (!(await isTokenGood(database(), token, 'password_reset'))) throw new DomainError('link_not_valid')
  const passwordHash = await hashPassword(password)
  const address = clientAddress()
  await inTransaction((tx) => reset(tx, { token, passwordHash, address }))
  return { status: 200, body: {} }
})

/** Mails the signed-in vendor another link to confirm its email. Open to banned vendors too. */
export const sendConfirmation = operation('/api/dashboard/email-confirmation', async ({ request }) => {
  refuseOtherOrigins(request)
  const vendor = await vendorOfRequest(request)
  if (!vendor) throw new Refusal('session_ended')
  const isMade = await inTransaction((tx) => requestEmailConfirmation(tx, vendor.id))
  if (!isMade && !vendor.isEmailConfirmed) {
    throw new Refusal('too_many_confirmation_mails')
  }
  return { status: 202, body: {} }
})

/** Confirms a vendor's email with a mailed link, signed in or not. */
export const confirmEmail = operation('/api/dashboard/email-confirmation/complete', async ({ request }) => {
  refuseOtherOrigins(request)
  await limitAddress(clientAddress(), 'email_confirmation', 'too_many_attempts')
  const { token } = await parseFields(confirmEmailFields, request)
  const address = clientAddress()
  await inTransaction((tx) => confirm(tx, { token, address }))
  return { status: 200, body: {} }
})

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Sets the mode that the dashboard opens in: a browser preference that grants nothing. */
export const switchMode = operation('/api/dashboard/mode', async ({ request }) => {
  refuseOtherOrigins(request)
  const { mode } = await readJsonBody(request)
  if (mode !== 'test' && mode !== 'live') throw new Refusal('invalid_mode')
  const cookie = cookieHeader(MODE_COOKIE, mode, { path: '/', maxAgeSeconds: YEAR_SECONDS, sameSite: 'Lax' })
  return { status: 200, body: { mode }, headers: { 'Set-Cookie': cookie } }
})
