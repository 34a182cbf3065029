import {
  changePasswordFields,
  codeFields,
  passwordAndCodeFields,
  passwordFields,
} from '@/lib/auth/credentials'
import { hashPassword } from '@/lib/auth/password'
import { inTransaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { changePassword as change } from '@/lib/domain/vendors/change-password'
import { endSession, endSessions } from '@/lib/domain/vendors/end-sessions'
import {
  confirmTotp as confirm,
  disableTotp as disable,
  replaceRecoveryCodes,
  startTotp as start,
} from '@/lib/domain/vendors/totp'
import { checkFields } from '../form-fields'
import { limitVendorTries } from '../rate-limit'
import { confirmPassword } from './confirm-password'
import { describeUserAgent } from './describe-user-agent'
import { readSecurity } from './read-security'
import { sessionRead, sessionWrite } from './session-operation'

const PATH = '/api/dashboard/settings'

export const getSecurity = sessionRead(`${PATH}/security`, async ({ vendor }) => ({
  status: 200,
  body: await readSecurity(vendor),
}))

/** Sets a new password, for the old one; every other session is ended. */
export const changePassword = sessionWrite(`${PATH}/password`, async ({ vendor, address, body }) => {
  const { password, next } = checkFields(changePasswordFields, body)
  const fromHash = await confirmPassword(vendor.id, password)
  const toHash = await hashPassword(next)
  const { id: vendorId, sessionId } = vendor
  await inTransaction((tx) => change(tx, { vendorId, sessionId, fromHash, toHash, address }))
  return { status: 200, body: {} }
})

/** Ends one session, which may be the one that asks. */
export const revokeSession = sessionWrite(`${PATH}/sessions/:id`, async ({ vendor, address, params }) => {
  const { id = '' } = params
  await inTransaction(async (tx) => {
    const { userAgent } = await endSession(tx, vendor.id, id)
    await recordAuditEvent(tx, {
      vendorId: vendor.id,
      action: 'session.revoked',
      subjectId: id,
      detail: describeUserAgent(userAgent),
      address,
    })
  })
  return { status: 200, body: { id } }
})

/** Ends every session but the one that asks. */
export const revokeOtherSessions = sessionWrite(`${PATH}/sessions`, async ({ vendor, address }) => {
  const ended = await inTransaction(async (tx) => {
    const count = await endSessions(tx, vendor.id, { except: vendor.sessionId })
    const detail = `All others: ${count}`
    if (count > 0) {
      await recordAuditEvent(tx, { vendorId: vendor.id, action: 'session.revoked', detail, address })
    }
    return count
  })
  return { status: 200, body: { ended } }
})

/** A secret for an authenticator app. It counts for nothing until a code of it is confirmed. */
export const startTotp = sessionWrite(`${PATH}/totp`, async ({ vendor, body }) => {
  const { password } = checkFields(passwordFields, body)
  await confirmPassword(vendor.id, password)
  return { status: 200, body: await inTransaction((tx) => start(tx, vendor)) }
})

/** Switches two-step sign-in on, and shows the recovery codes for the only time. */
export const confirmTotp = sessionWrite(`${PATH}/totp/confirm`, async ({ vendor, address, body }) => {
  const { code } = checkFields(codeFields, body)
  const given = { vendorId: vendor.id, address, code }
  const recoveryCodes = await limitVendorTries(vendor.id, 'code', () =>
    inTransaction((tx) => confirm(tx, given)),
  )
  return { status: 200, body: { recoveryCodes } }
})

export const disableTotp = sessionWrite(`${PATH}/totp/disable`, async ({ vendor, address, body }) => {
  const { password, code } = checkFields(passwordAndCodeFields, body)
  await confirmPassword(vendor.id, password)
  const given = { vendorId: vendor.id, address, code }
  await limitVendorTries(vendor.id, 'code', () => inTransaction((tx) => disable(tx, given)))
  return { status: 200, body: {} }
})

/** Ten new recovery codes; the old ones are worthless from then on. */
export const renewRecoveryCodes = sessionWrite(
  `${PATH}/recovery-codes`,
  async ({ vendor, address, body }) => {
    const { password, code } = checkFields(passwordAndCodeFields, body)
    await confirmPassword(vendor.id, password)
    const given = { vendorId: vendor.id, address, code }
    const recoveryCodes = await limitVendorTries(vendor.id, 'code', () =>
      inTransaction((tx) => replaceRecoveryCodes(tx, given)),
    )
    return { status: 200, body: { recoveryCodes } }
  },
)
