import { requireProof, session, sessionEvenIfBanned } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { changeEmailFields, changeNameFields, timeZoneFields } from './credentials'
import { dropEmailChange, requestEmailChange, sendEmailChangeAgain } from './email-change'
import { confirmPassword } from './passwords'
import { profileView, readProfile, saveName, saveTimeZone } from './profile'

const PATH = '/api/dashboard/settings/profile'

export const getProfile = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read the profile',
  tag: 'Profile',
  access: session('self'),
  answers: { 200: profileView },
}).handle(async ({ vendor }) => ({ status: 200, body: await readProfile(vendor) }))

export const changeName = operation({
  method: 'POST',
  path: PATH,
  summary: 'Change the business name',
  description: 'New invoices show the new name.',
  tag: 'Profile',
  access: session('settings.write'),
  body: jsonFields(changeNameFields),
  answers: { 200: profileView },
}).handle(async ({ vendor, clientAddress: address, input: { name } }) => {
  await inOrmTransaction((tx) =>
    saveName(tx, { memberId: vendor.memberId, vendorId: vendor.id, name, address }),
  )
  return { status: 200, body: await readProfile(vendor) }
})

export const setTimeZone = operation({
  method: 'POST',
  path: `${PATH}/time-zone`,
  summary: 'Set the time zone',
  description: 'In it, the days of pages and papers begin and end. The API counts in UTC.',
  tag: 'Profile',
  access: session('settings.write'),
  body: jsonFields(timeZoneFields),
  answers: { 200: profileView },
}).handle(async ({ vendor, clientAddress: address, input: { timeZone } }) => {
  await inOrmTransaction((tx) =>
    saveTimeZone(tx, { memberId: vendor.memberId, vendorId: vendor.id, timeZone, address }),
  )
  return { status: 200, body: await readProfile(vendor) }
})

export const changeEmail = operation({
  method: 'POST',
  path: `${PATH}/email`,
  summary: 'Change the sign-in email',
  description:
    'Takes the password and, if set up, a recent second factor. Emails a link to the new address, which counts once it is opened. Until then the old one does, and is told how to stop the change.',
  tag: 'Profile',
  access: session('self'),
  body: jsonFields(changeEmailFields),
  answers: { 200: profileView },
  errors: [
    'too_many_wrong_tries',
    'password_wrong',
    'code_needed',
    'member_email_taken',
    'too_many_confirmation_mails',
  ],
}).handle(async ({ vendor, headers, clientAddress: address, input: { email, password } }) => {
  await confirmPassword(vendor, password)
  // The password is one factor; the other must be recent.
  if (vendor.hasSecondFactor) requireProof(vendor)
  const origin = { address, userAgent: headers.get('user-agent') }
  await inOrmTransaction((tx) => requestEmailChange(tx, { memberId: vendor.memberId, email, origin }))
  return { status: 200, body: await readProfile(vendor) }
})

export const resendEmailChange = operation({
  method: 'POST',
  path: `${PATH}/email/resend`,
  summary: 'Send another link to the new sign-in email',
  tag: 'Profile',
  access: session('self'),
  answers: { 200: profileView },
  errors: ['email_change_not_found', 'too_many_confirmation_mails'],
}).handle(async ({ vendor }) => {
  await inOrmTransaction((tx) => sendEmailChangeAgain(tx, vendor.memberId))
  return { status: 200, body: await readProfile(vendor) }
})

export const cancelEmailChange = operation({
  method: 'DELETE',
  path: `${PATH}/email`,
  summary: 'Cancel the change of the sign-in email',
  description: 'The links that were sent to the new address stop working.',
  tag: 'Profile',
  access: sessionEvenIfBanned('self'),
  answers: { 200: profileView },
  errors: ['email_change_not_found'],
}).handle(async ({ vendor, clientAddress: address }) => {
  await inOrmTransaction((tx) => dropEmailChange(tx, { memberId: vendor.memberId, address }))
  return { status: 200, body: await readProfile(vendor) }
})
