import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { hashPassword, verifyPassword } from '@/lib/auth/password'
import {
  confirmTotp as confirm,
  disableTotp as disable,
  replaceRecoveryCodes,
  startTotp as start,
} from '@/lib/auth/second-factor'
import { endSession, endSessions } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { checkFields } from '@/lib/http/fields'
import { limitVendorTries } from '@/lib/http/rate-limit'
import { findPasswordHash } from '@/lib/vendors/vendor'
import { changePasswordFields, codeFields, passwordAndCodeFields, passwordFields } from './credentials'
import { changePassword as change } from './passwords'
import { readSecurity } from './read-security'

const PATH = '/api/dashboard/settings'

export const getSecurity = sessionRead(`${PATH}/security`, async ({ vendor }) => ({
  status: 200,
  body: await readSecurity(vendor),
}))

/** Changes the password, given the old one, and ends every other session. */
export const changePassword = sessionWrite(`${PATH}/password`, async ({ vendor, address, body }) => {
  const { password, next } = checkFields(changePasswordFields, body)
  const fromHash = await confirmPassword(vendor.id, password)
  const toHash = await hashPassword(next)
  const { id: vendorId, sessionId } = vendor
  await inTransaction((tx) => change(tx, { vendorId, sessionId, fromHash, toHash, address }))
  return { status: 200, body: {} }
})

/** Ends one session, possibly the current one. */
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

/** Ends every session except the current one. */
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

/** Creates a secret for an authenticator app. It has no effect until a code confirms it. */
export const startTotp = sessionWrite(`${PATH}/totp`, async ({ vendor, body }) => {
  const { password } = checkFields(passwordFields, body)
  await confirmPassword(vendor.id, password)
  return { status: 200, body: await inTransaction((tx) => start(tx, vendor)) }
})

/** Turns two-step sign-in on, and shows the recovery codes once. */
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

/** Ten new recovery codes; the old ones stop working. */
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

/**
 * Verifies the password again: a session alone, on an unattended machine, must not be enough to change how a
 * vendor signs in. Returns the hash it was verified against. Throws `password_wrong`, and 429 after several
 * wrong ones.
 */
export async function confirmPassword(vendorId: string, password: string): Promise<string> {
  const passwordHash = await findPasswordHash(database(), vendorId)
  await limitVendorTries(vendorId, 'password', async () => {
    if (!(await verifyPassword(passwordHash, password))) throw new DomainError('password_wrong')
  })
  return passwordHash
}
