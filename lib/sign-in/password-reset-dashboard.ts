import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { revokeAllApiKeys } from '@/lib/api-keys/api-keys'
import { type ByMember, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { knownBrowserCookie } from '@/lib/auth/known-browser'
import { memberOfToken } from '@/lib/auth/one-time-token'
import { hashPassword } from '@/lib/auth/password'
import { refuseWeakPassword } from '@/lib/auth/password-strength'
import { saveOwnAccount } from '@/lib/branding/own-account'
import { NO_OWN_ACCOUNT } from '@/lib/branding/own-account-fields'
import { saveSeller } from '@/lib/branding/seller'
import { NO_SELLER } from '@/lib/branding/seller-fields'
import { database } from '@/lib/db/client'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { nothing } from '@/lib/http/schemas'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { cancelUnsentPayouts } from '@/lib/payouts/cancel-requests'
import { pauseEveryPayoutSeries } from '@/lib/payouts/recurring-payout'
import { pauseEveryRecurring } from '@/lib/recurring/recurring-invoice'
import { replaceWebhookSecrets } from '@/lib/vendors/manage-vendor'
import { findProfile } from '@/lib/vendors/member'
import { deleteEndpoints, shownUrl } from '@/lib/webhooks/endpoints'
import { forgotPasswordFields, resetPasswordFields } from './credentials'
import { resetPasswordWithToken, sendPasswordReset } from './passwords'
import { suspendTeam } from './suspension'

const TAG = 'Sign-in'

/**
 * Longer than creating a mail takes, so that the response time does not reveal whether the email has a
 * vendor.
 */
const ANSWER_MS = 250

export const requestPasswordReset = operation({
  method: 'POST',
  path: '/api/dashboard/password-reset',
  summary: 'Request a password reset',
  description: 'Emails a link. The answer is the same whether or not the address has an account.',
  tag: TAG,
  access: anyone({ limit: 'password_reset', tooMany: 'too_many_attempts' }),
  body: jsonFields(forgotPasswordFields),
  answers: { 202: nothing },
}).handle(async ({ input: { email } }) => {
  await Promise.all([inOrmTransaction((tx) => sendPasswordReset(tx, email)), delay(ANSWER_MS)])
  return { status: 202, body: {} }
})

export const resetPassword = operation({
  method: 'POST',
  path: '/api/dashboard/password-reset/complete',
  summary: 'Set a new password by an emailed link',
  description:
    'Ends every session of the person. If the email was not confirmed yet, also turns two-step sign-in off and, for an owner, undoes what somebody else may have set up: suspends everybody else, revokes invitations and API keys, replaces the signing secrets, deletes webhook endpoints, cancels unsent payouts, pauses recurring invoices and payouts, and clears the seller details.',
  tag: TAG,
  access: anyone({ limit: 'password_reset', tooMany: 'too_many_attempts' }),
  body: jsonFields(resetPasswordFields),
  answers: {
    200: z.object({ isTakenOver: z.boolean().describe('True if the email was not confirmed yet.') }),
  },
  errors: ['link_not_valid', 'password_too_common', 'password_is_own_name'],
}).handle(async ({ clientAddress: address, input: { token, password } }) => {
  // Hashing is expensive, so check for an invented token first.
  const memberId = await memberOfToken(database(), token, 'password_reset')
  if (!memberId) throw new DomainError('link_not_valid')
  refuseWeakPassword(password, await findProfile(database(), memberId))
  const passwordHash = await hashPassword(password)
  const isTakenOver = await inOrmTransaction(async (tx) => {
    const outcome = await resetPasswordWithToken(tx, { token, passwordHash, address })
    if (outcome.newOwner) await undoSetUp(tx, outcome.newOwner)
    return outcome.isTakenOver
  })
  return { status: 200, body: { isTakenOver }, cookies: [knownBrowserCookie(memberId)] }
})

const SET_UP = 'Set up before the email was confirmed'

/**
 * Takes away what somebody who set the account up with the owner's address could still reach it, its data or its money
 * by, in both modes, and tells the owner what. Customers, bank accounts, invoices and drafts stay: none of them acts by
 * itself. Runs after the sessions of before have ended, so that nothing is added meanwhile.
 */
async function undoSetUp(tx: OrmTransaction, by: ByMember): Promise<void> {
  const { vendorId, member } = by
  const { people, invitations } = await suspendTeam(tx, by, SET_UP)
  const keys = await revokeAllApiKeys(tx, vendorId)
  for (const { accountId, id, name, hint } of keys) {
    const event = { ...by, accountId, action: 'api_key.revoked', subjectId: id } as const
    await recordAuditEvent(tx, { ...event, detail: `${name} (${hint}). ${SET_UP}` })
  }
  const undone = { payouts: 0, endpoints: 0, series: 0, payoutSeries: 0, sweeps: 0 }
  for (const accountId of await replaceWebhookSecrets(tx, vendorId)) {
    await recordAuditEvent(tx, { ...by, accountId, action: 'webhook_secret.rotated', detail: SET_UP })
    undone.payouts += await cancelUnsentPayouts(tx, accountId, by, SET_UP)
    for (const { id, url } of await deleteEndpoints(tx, accountId)) {
      const event = { ...by, accountId, action: 'webhook_endpoint.deleted', subjectId: id } as const
      await recordAuditEvent(tx, { ...event, detail: `${shownUrl(url)}. ${SET_UP}` })
      undone.endpoints += 1
    }
    for (const id of await pauseEveryRecurring(tx, accountId)) {
      const event = { ...by, accountId, action: 'recurring_invoice.paused', subjectId: id } as const
      await recordAuditEvent(tx, { ...event, detail: SET_UP })
      undone.series += 1
    }
    for (const { id, amountMinor } of await pauseEveryPayoutSeries(tx, accountId)) {
      const isSweep = amountMinor === null
      const action = isSweep ? 'sweep.paused' : 'recurring_payout.paused'
      await recordAuditEvent(tx, { ...by, accountId, action, subjectId: id, detail: SET_UP })
      undone[isSweep ? 'sweeps' : 'payoutSeries'] += 1
    }
  }
  // Notes can name another's bank account, and customers answer to the support email.
  await saveSeller(tx, { ...by, fields: NO_SELLER })
  await saveOwnAccount(tx, { ...by, fields: NO_OWN_ACCOUNT })
  await mailSecurityNotice(tx, member.id, {
    what: 'takenOver',
    people,
    invitations,
    apiKeys: keys.length,
    ...undone,
  })
}
