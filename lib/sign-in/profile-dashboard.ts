import { requireProof, session } from '@/lib/auth/session-access'
import { inTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { changeEmailFields, changeNameFields } from './credentials'
import { confirmPassword } from './passwords'
import { changeEmail as moveTo, profileView, readProfile, changeName as rename } from './profile'

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
  errors: ['invalid_input'],
}).handle(async ({ vendor, clientAddress: address, input: { name } }) => {
  await inTransaction((tx) => rename(tx, { memberId: vendor.memberId, vendorId: vendor.id, name, address }))
  return { status: 200, body: await readProfile(vendor) }
})

export const changeEmail = operation({
  method: 'POST',
  path: `${PATH}/email`,
  summary: 'Change the sign-in email',
  description:
    'Asks for the password and, if set up, a recent second factor. The new address has to be confirmed.',
  tag: 'Profile',
  access: session('self'),
  body: jsonFields(changeEmailFields),
  answers: { 200: profileView },
  errors: ['invalid_input', 'too_many_wrong_tries', 'password_wrong', 'code_needed', 'vendor_email_taken'],
}).handle(async ({ vendor, clientAddress: address, input: { email, password } }) => {
  await confirmPassword(vendor.memberId, password)
  // The password is one factor; the other must be recent.
  if (vendor.hasSecondFactor) requireProof(vendor)
  await inTransaction((tx) => moveTo(tx, { memberId: vendor.memberId, email, address }))
  return { status: 200, body: await readProfile(vendor) }
})
