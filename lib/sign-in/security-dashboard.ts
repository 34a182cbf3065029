import { z } from 'zod'
import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { notePasskeyUse, verifyPasskey } from '@/lib/auth/passkeys'
import { hashPassword } from '@/lib/auth/password'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import {
  activateTotp,
  giveSecondFactor,
  prepareTotp,
  replaceRecoveryCodes,
  turnOffTotp,
} from '@/lib/auth/second-factor'
import { provenSession, session, sessionEvenIfBanned } from '@/lib/auth/session-access'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { endSession, endSessions, noteProof } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { limitMemberTries } from '@/lib/http/rate-limit'
import { nothing } from '@/lib/http/schemas'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import {
  changePasswordFields,
  codeFields,
  passwordAndCodeFields,
  passwordFields,
  payoutApprovalFields,
  payoutProofFields,
  proofFields,
} from './credentials'
import { passkeyAssertion } from './passkey-fields'
import { changeOwnPassword, confirmPassword } from './passwords'
import { savePayoutApproval } from './payout-approval'
import { readSecurity, securityView } from './security'

const PATH = '/api/dashboard/settings'
const TAG = 'Security'

/** Codes that an open session gives count for it alone: guesses at sign-in keep nobody from them. */
const codeTryOf = ({ memberId, sessionId }: SessionVendor) => ({
  memberId,
  name: 'code' as const,
  source: { kind: 'session' as const, id: sessionId },
})

const recoveryCodesView = z.object({
  recoveryCodes: z.array(z.string()).describe('No other answer contains them.'),
})

export const getSecurity = operation({
  method: 'GET',
  path: `${PATH}/security`,
  summary: 'Read sessions, passkeys and two-step sign-in',
  tag: TAG,
  access: session('self'),
  answers: { 200: securityView },
}).handle(async ({ vendor }) => ({ status: 200, body: await readSecurity(vendor) }))

export const changePassword = operation({
  method: 'POST',
  path: `${PATH}/password`,
  summary: 'Change the password',
  description: 'Ends every other session.',
  tag: TAG,
  access: session('self'),
  body: jsonFields(changePasswordFields),
  answers: { 200: nothing },
  errors: ['too_many_wrong_tries', 'password_wrong', 'password_too_common', 'password_is_own_name'],
}).handle(async ({ vendor, clientAddress: address, input: { password, next } }) => {
  const fromHash = await confirmPassword(vendor, password)
  refuseWeakPassword(next, vendor)
  const toHash = await hashPassword(next)
  const { memberId, sessionId } = vendor
  await inOrmTransaction((tx) => changeOwnPassword(tx, { memberId, sessionId, fromHash, toHash, address }))
  return { status: 200, body: {} }
})

export const prove = operation({
  method: 'POST',
  path: `${PATH}/proof`,
  summary: 'Give the password or a second factor again, or a passkey',
  description: 'For the next 15 minutes the session may do what asks for it.',
  tag: TAG,
  access: sessionEvenIfBanned('self'),
  body: jsonFields(proofFields.extend({ passkey: passkeyAssertion.optional() })),
  answers: { 200: nothing },
  errors: ['too_many_wrong_tries', 'password_wrong', 'code_wrong', 'passkey_refused'],
}).handle(async ({ vendor, clientAddress: address, input: { password = '', code = '', passkey } }) => {
  const { memberId, sessionId } = vendor
  if (passkey) {
    await limitMemberTries({ ...codeTryOf(vendor), name: 'passkey' }, async () => {
      const answer = await verifyPasskey(passkey, vendor)
      await inOrmTransaction((tx) => notePasskeyUse(tx, answer))
    })
  } else if (vendor.hasSecondFactor) {
    await limitMemberTries(codeTryOf(vendor), () =>
      inOrmTransaction((tx) => giveSecondFactor(tx, { memberId, address, code })),
    )
  } else {
    await confirmPassword(vendor, password)
  }
  await noteProof(database(), { memberId, sessionId })
  return { status: 200, body: {} }
})

export const setPayoutProof = operation({
  method: 'POST',
  path: `${PATH}/payout-proof`,
  summary: 'Set above which amount payouts ask for the password or a code again',
  description: 'In USD, for payouts from the dashboard. Blank: no payout asks.',
  tag: TAG,
  access: provenSession('settings.write'),
  body: jsonFields(payoutProofFields),
  answers: { 200: nothing },
}).handle(async ({ vendor, auditVendor, input: { above } }) => {
  const payoutProofAboveMinor = centsOf(above)
  const detail = above === '' ? 'Never' : `Above ${above} USD`
  await inOrmTransaction(async (tx) => {
    await setVendorSettings(tx, vendor.id, { payoutProofAboveMinor })
    await auditVendor(tx, { action: 'payout_proof.changed', detail })
  })
  return { status: 200, body: {} }
})

export const setPayoutApproval = operation({
  method: 'POST',
  path: `${PATH}/payout-approval`,
  summary: 'Set from which amount payouts need a second person',
  description:
    'In USD, for both modes. Blank: none does. Payouts that wait for approval go on waiting. Every owner and admin is told by email.',
  tag: TAG,
  access: provenSession('ownership'),
  body: jsonFields(payoutApprovalFields),
  answers: { 200: nothing },
  errors: ['too_few_approvers'],
}).handle(async ({ by, input: { from } }) => {
  await inOrmTransaction((tx) => savePayoutApproval(tx, by, centsOf(from)))
  return { status: 200, body: {} }
})

/** US cents of a validated amount; null for none. */
function centsOf(text: string): bigint | null {
  const decimal = text === '' ? null : parsePlainDecimal(text)
  return decimal && toMinor(decimal, 2)
}

export const revokeSession = operation({
  method: 'DELETE',
  path: `${PATH}/sessions/{id}`,
  summary: 'Revoke a session',
  description: 'May revoke the session that asks.',
  tag: TAG,
  access: session('self'),
  answers: { 200: z.object({ id: z.string() }) },
  errors: ['session_not_found'],
}).handle(async ({ vendor, auditVendor, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const { userAgent } = await endSession(tx, vendor.memberId, id)
    const detail = describeUserAgent(userAgent)
    await auditVendor(tx, { action: 'session.revoked', subjectId: id, detail })
  })
  return { status: 200, body: { id } }
})

export const revokeOtherSessions = operation({
  method: 'DELETE',
  path: `${PATH}/sessions`,
  summary: 'Revoke all other sessions',
  tag: TAG,
  access: session('self'),
  answers: { 200: z.object({ ended: z.int() }) },
}).handle(async ({ vendor, auditVendor }) => {
  const ended = await inOrmTransaction(async (tx) => {
    const count = await endSessions(tx, vendor.memberId, { except: vendor.sessionId })
    if (count > 0) await auditVendor(tx, { action: 'session.revoked', detail: `All others: ${count}` })
    return count
  })
  return { status: 200, body: { ended } }
})

export const startTotp = operation({
  method: 'POST',
  path: `${PATH}/totp`,
  summary: 'Start setting up two-step sign-in',
  description: 'Answers a secret for an authenticator app. It takes effect once a code confirms it.',
  tag: TAG,
  access: session('self'),
  body: jsonFields(passwordFields),
  answers: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  errors: ['too_many_wrong_tries', 'password_wrong', 'totp_enabled_already'],
}).handle(async ({ vendor, input: { password } }) => {
  await confirmPassword(vendor, password)
  return {
    status: 200,
    body: await inOrmTransaction((tx) => prepareTotp(tx, { id: vendor.memberId, email: vendor.email })),
  }
})

export const confirmTotp = operation({
  method: 'POST',
  path: `${PATH}/totp/confirm`,
  summary: 'Turn on two-step sign-in',
  tag: TAG,
  access: session('self'),
  body: jsonFields(codeFields),
  answers: { 200: recoveryCodesView },
  errors: ['too_many_wrong_tries', 'totp_not_started', 'totp_enabled_already', 'code_wrong'],
}).handle(async ({ vendor, clientAddress: address, input: { code } }) => {
  const attempt = { memberId: vendor.memberId, address, code }
  const recoveryCodes = await limitMemberTries(codeTryOf(vendor), () =>
    inOrmTransaction((tx) => activateTotp(tx, attempt)),
  )
  return { status: 200, body: { recoveryCodes } }
})

export const disableTotp = operation({
  method: 'POST',
  path: `${PATH}/totp/disable`,
  summary: 'Turn off two-step sign-in',
  tag: TAG,
  access: session('self'),
  body: jsonFields(passwordAndCodeFields),
  answers: { 200: nothing },
  errors: ['too_many_wrong_tries', 'password_wrong', 'totp_not_started', 'code_wrong'],
}).handle(async ({ vendor, clientAddress: address, input: { password, code } }) => {
  await confirmPassword(vendor, password)
  const attempt = { memberId: vendor.memberId, address, code }
  await limitMemberTries(codeTryOf(vendor), () =>
    inOrmTransaction(async (tx) => {
      await turnOffTotp(tx, attempt)
      await mailSecurityNotice(tx, vendor.memberId, { what: 'secondFactorRemoved' })
    }),
  )
  return { status: 200, body: {} }
})

export const renewRecoveryCodes = operation({
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  summary: 'Generate recovery codes',
  description: 'Answers ten new codes. The old ones stop working.',
  tag: TAG,
  access: session('self'),
  body: jsonFields(passwordAndCodeFields),
  answers: { 200: recoveryCodesView },
  errors: ['too_many_wrong_tries', 'password_wrong', 'totp_not_started', 'code_wrong'],
}).handle(async ({ vendor, clientAddress: address, input: { password, code } }) => {
  await confirmPassword(vendor, password)
  const attempt = { memberId: vendor.memberId, address, code }
  const recoveryCodes = await limitMemberTries(codeTryOf(vendor), () =>
    inOrmTransaction((tx) => replaceRecoveryCodes(tx, attempt)),
  )
  return { status: 200, body: { recoveryCodes } }
})
