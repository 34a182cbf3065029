import { changeEmailFields, changeNameFields } from '@/lib/auth/credentials'
import { inTransaction } from '@/lib/db/transaction'
import { changeEmail as moveTo, changeName as rename } from '@/lib/domain/vendors/profile'
import { checkFields } from '../form-fields'
import { confirmPassword } from './confirm-password'
import { readProfile } from './read-profile'
import { sessionRead, sessionWrite } from './session-operation'

const PATH = '/api/dashboard/settings/profile'

export const getProfile = sessionRead(PATH, async ({ vendor }) => ({
  status: 200,
  body: await readProfile(vendor.id),
}))

/** Renames the vendor: what its customers see on invoices from now on. */
export const changeName = sessionWrite(PATH, async ({ vendor, address, body }) => {
  const { name } = checkFields(changeNameFields, body)
  await inTransaction((tx) => rename(tx, { vendorId: vendor.id, name, address }))
  return { status: 200, body: await readProfile(vendor.id) }
})

/** Moves the vendor to another address, for the password. It has to be confirmed again. */
export const changeEmail = sessionWrite(`${PATH}/email`, async ({ vendor, address, body }) => {
  const { email, password } = checkFields(changeEmailFields, body)
  await confirmPassword(vendor.id, password)
  await inTransaction((tx) => moveTo(tx, { vendorId: vendor.id, email, address }))
  return { status: 200, body: await readProfile(vendor.id) }
})
