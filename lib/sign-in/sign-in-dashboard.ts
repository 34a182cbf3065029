import { z } from 'zod'
import { knownBrowserCookie } from '@/lib/auth/known-browser'
import { hashPassword } from '@/lib/auth/password'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import { anySession } from '@/lib/auth/session-access'
import { MODE_COOKIE, vendorOfRequest } from '@/lib/auth/session-vendor'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { cookieHeader } from '@/lib/http/cookies'
import { object, oneOf } from '@/lib/http/fields'
import { jsonFields, orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { Refusal, refuse } from '@/lib/http/refusals'
import { nothing } from '@/lib/http/schemas'
import { isZoneName } from '@/lib/time/zone-names'
import { createVendor } from '@/lib/vendors/manage-vendor'
import { confirmEmailFields, signUpRequest } from './credentials'
import { confirmEmailChange, findConfirmation } from './email-change'
import { requireSignUp, spendInvitation } from './invitations'
import { confirmEmailWithToken, confirmPassword, requestEmailConfirmation } from './passwords'

const TAG = 'Sign-in'

export const signUp = operation({
  method: 'POST',
  path: '/api/dashboard/sign-up',
  summary: 'Sign up',
  description:
    'Creates a vendor and emails a link that confirms the address. An invitation (`SIGN_UP=invite`) has confirmed it already.',
  tag: TAG,
  access: anyone({ limit: 'sign_up', tooMany: 'too_many_attempts' }),
  body: jsonFields(signUpRequest),
  answers: { 201: z.object({ vendorId: z.uuid() }) },
  errors: [
    'sign_up_closed',
    'sign_up_by_invitation',
    'password_too_common',
    'password_is_own_name',
    'vendor_email_taken',
    'invitation_not_valid',
  ],
}).handle(async ({ input: { name, email, password, invitation, timeZone: zoneName } }) => {
  requireSignUp({ isInvited: invitation !== undefined })
  refuseWeakPassword(password, { email, name })
  const passwordHash = await hashPassword(password)
  // A browser may know a zone that we don't, which keeps nobody from signing up.
  const timeZone = zoneName && isZoneName(zoneName) ? zoneName : undefined
  const vendor = await inOrmTransaction(async (tx) => {
    if (invitation) await spendInvitation(tx, invitation, email)
    // The invitation's link reached its owner by mail, which is what a confirmation proves.
    const isEmailConfirmed = invitation !== undefined
    const created = await createVendor(tx, { name, email, passwordHash, isEmailConfirmed, timeZone })
    if (!isEmailConfirmed) await requestEmailConfirmation(tx, created.ownerId)
    return created
  })
  return { status: 201, body: { vendorId: vendor.id }, cookies: [knownBrowserCookie(vendor.ownerId)] }
})

export const sendConfirmation = operation({
  method: 'POST',
  path: '/api/dashboard/email-confirmation',
  summary: 'Send another confirmation link',
  tag: TAG,
  access: anySession,
  answers: { 202: nothing },
  errors: ['too_many_confirmation_mails'],
}).handle(async ({ vendor }) => {
  const isSent = await inOrmTransaction((tx) => requestEmailConfirmation(tx, vendor.memberId))
  if (!isSent && !vendor.isEmailConfirmed) throw new Refusal('too_many_confirmation_mails')
  return { status: 202, body: {} }
})

export const confirmEmail = operation({
  method: 'POST',
  path: '/api/dashboard/email-confirmation/complete',
  summary: 'Confirm an email address by an emailed link',
  description:
    'Takes the account’s password too, unless the browser is signed in to it: a stranger may have signed up with the address. A link to a new address makes it the sign-in email.',
  tag: TAG,
  access: anyone({ limit: 'email_confirmation', tooMany: 'too_many_attempts' }),
  body: jsonFields(confirmEmailFields),
  answers: { 200: nothing },
  errors: [
    'link_not_valid',
    'password_needed',
    'too_many_wrong_tries',
    'password_wrong',
    'member_email_taken',
  ],
}).handle(async ({ clientAddress: address, headers, input: { token, password } }) => {
  const link = await findConfirmation(database(), token)
  if (!link) throw new DomainError('link_not_valid')
  const { memberId, isChange } = link
  const signedIn = await vendorOfRequest({ headers })
  // Mail proves who reads the address, and the password who set the account up. Who reads the mail without knowing
  // the password resets it, which revokes what the other has made.
  if (signedIn?.memberId !== memberId)
    await confirmPassword({ memberId }, password ?? refuse('password_needed'))
  await inOrmTransaction((tx) =>
    (isChange ? confirmEmailChange : confirmEmailWithToken)(tx, { token, address }),
  )
  return { status: 200, body: {} }
})

const YEAR_SECONDS = 365 * 24 * 60 * 60
const MODES = ['test', 'live'] as const

export const switchMode = operation({
  method: 'POST',
  path: '/api/dashboard/mode',
  summary: 'Switch between test and live mode',
  description: 'Remembers the mode in a cookie: a preference of the browser that grants nothing.',
  tag: TAG,
  access: anyone(),
  body: orderedBody(object({ mode: oneOf(MODES, 'invalid_mode') })),
  answers: { 200: z.object({ mode: z.enum(MODES) }) },
}).handle(async ({ input: { mode } }) => {
  const cookie = cookieHeader(MODE_COOKIE, mode, { path: '/', maxAgeSeconds: YEAR_SECONDS, sameSite: 'Lax' })
  return { status: 200, body: { mode }, cookies: [cookie] }
})
