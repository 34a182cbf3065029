import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { inTransaction } from '@/lib/db/transaction'
import { checkFields } from '@/lib/http/fields'
import { changeEmailFields, changeNameFields } from '@/lib/sign-in/credentials'
import { confirmPassword } from '@/lib/sign-in/security'
import { changeEmail as moveTo, readProfile, changeName as rename } from './profile'

const PATH = '/api/dashboard/settings/profile'

export const getProfile = sessionRead(PATH, async ({ vendor }) => ({
  status: 200,
  body: await readProfile(vendor.id),
}))

/** Renames the vendor; its customers see the name on invoices from now on. */
export const changeName = sessionWrite(PATH, async ({ vendor, address, body }) => {
  const { name } = checkFields(changeNameFields, body)
  await inTransaction((tx) => rename(tx, { vendorId: vendor.id, name, address }))
  return { status: 200, body: await readProfile(vendor.id) }
})

/** Changes the vendor's email after checking the password. The new one has to be confirmed. */
export const changeEmail = sessionWrite(`${PATH}/email`, async ({ vendor, address, body }) => {
  const { email, password } = checkFields(changeEmailFields, body)
  await confirmPassword(vendor.id, password)
  await inTransaction((tx) => moveTo(tx, { vendorId: vendor.id, email, address }))
  return { status: 200, body: await readProfile(vendor.id) }
})
