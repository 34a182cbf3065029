import { afterEach, expect, test } from 'vitest'
import { generateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { saveWithdrawalAccount } from '@/lib/bank-accounts/bank-account'
import { setSeller } from '@/lib/branding/branding-dashboard'
import { NO_SELLER } from '@/lib/branding/seller-fields'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import type { Operation } from '@/lib/http/operation'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { due } from '@/lib/jobs/queue.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { OWN_ACCOUNT } from '@/lib/payouts/payable-customer.fixture'
import { createPayoutOrRequestApproval } from '@/lib/payouts/payout-approval'
import { uploadBatch } from '@/lib/payouts/payout-batches'
import { payoutRequestQueue } from '@/lib/payouts/payout-request'
import { createPayoutSeries, payoutSeriesQueue } from '@/lib/payouts/recurring-payout'
import { createScheduledPayout } from '@/lib/payouts/scheduled-payouts'
import { saveSweep } from '@/lib/payouts/sweep'
import { buildRecurring } from '@/lib/recurring/recurring.fixture'
import { recurringQueue } from '@/lib/recurring/recurring-invoice'
import { setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { findAccount } from '@/lib/vendors/account'
import { addWebhookEndpoint } from '@/lib/webhooks/webhook-dashboard'
import { buildBankAccount, buildCustomer, fundWallet } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import { requestPasswordReset, resetPassword } from './password-reset-dashboard'
import { changeEmail } from './profile-dashboard'
import { confirmEmail, signUp } from './sign-in-dashboard'
import { signedIn } from './signed-in.fixture'
import { getTeam, inviteMember, joinTeam, readmitMember, transferOwnership } from './team-dashboard'

const ATTACKER_PASSWORD = 'an attacking horse'
const VICTIM_PASSWORD = 'a rightful horse'

type Session = Awaited<ReturnType<typeof signedIn>>

afterEach(() => setClock(null))

/** A browser that is not signed in. */
async function post(operation: Operation, body: object) {
  const request = new Request(`http://localhost:3000${operation.path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const response = await fromAddress('192.0.2.9', () => ask(operation, request))
  return { status: response.status, body: await response.json() }
}

async function linkOf(vendorId: string, kind: Parameters<typeof mailsOf>[1], recipient: string) {
  const mail = (await mailsOf(vendorId, kind)).findLast((one) => one.recipient === recipient)
  return /\/(?:confirm-email|reset-password|join)\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const invite = (by: Session, email: string) =>
  by.call(inviteMember, 'POST', inviteMember.path, { email, role: 'admin' })
const addEndpoint = (by: Session) =>
  by.call(addWebhookEndpoint, 'POST', addWebhookEndpoint.path, { url: 'https://evil.example/hook' })
const generate = (by: Session) => by.call(generateApiKey, 'POST', generateApiKey.path, { name: 'Till' })
const readTeam = (by: Session) => by.call(getTeam, 'GET', getTeam.path)
const signIn = async (email: string, password: string) => {
  try {
    const origin = { address: null, userAgent: null }
    return (await checkSignIn({ email, password }, origin)) ? 'in' : 'wrong'
  } catch (error) {
    return (error as Error).message
  }
}

/** The account of somebody who has a helper in the team, an open invitation, an endpoint and a key. */
async function attackersAccount() {
  const [own, helper, third] = ['att', 'helper', 'third'].map((name) => `${name}-${newId()}@example.com`)
  if (!own || !helper || !third) throw new Error('three emails')
  const { body } = await post(signUp, { name: 'Victim Corp', email: own, password: ATTACKER_PASSWORD })
  const vendorId = String(body.vendorId)
  const owner = await signedIn(vendorId)
  const token = await linkOf(vendorId, 'email_confirmation', own)
  expect(await owner.call(confirmEmail, 'POST', confirmEmail.path, { token })).toMatchObject({ status: 200 })
  for (const email of [helper, third]) expect(await invite(owner, email)).toMatchObject({ status: 201 })
  const joining = {
    token: await linkOf(vendorId, 'invitation', helper),
    name: 'H',
    password: ATTACKER_PASSWORD,
  }
  expect(await post(joinTeam, joining)).toMatchObject({ status: 201 })
  const { id: helperId } = await database().member.findUniqueOrThrow({ where: { email: helper } })
  expect(await addEndpoint(owner)).toMatchObject({ status: 201 })
  expect(await generate(owner)).toMatchObject({ status: 201 })
  return { vendorId, owner, helper: await signedIn(helperId), emails: { own, helper, third } }
}

test('an account can’t be prepared for somebody else by changing its email to theirs', async () => {
  const { vendorId, owner, emails } = await attackersAccount()
  const victim = `victim-${newId()}@example.com`
  const change = { email: victim, password: ATTACKER_PASSWORD }
  expect(await owner.call(changeEmail, 'POST', changeEmail.path, change)).toMatchObject({ status: 200 })
  // The victim has no account there to reset, and makes one of their own.
  await post(requestPasswordReset, { email: victim })
  expect(await mailsOf(vendorId, 'password_reset')).toEqual([])
  const fields = { name: 'Victim Corp', email: victim, password: VICTIM_PASSWORD }
  const { status, body } = await post(signUp, fields)
  expect(status).toBe(201)
  expect(body.vendorId).not.toBe(vendorId)
  expect(await database().member.count({ where: { vendorId: String(body.vendorId) } })).toBe(1)
  expect(await signIn(emails.own, ATTACKER_PASSWORD)).toBe('in')
  // Nor does the victim's click hand the account over.
  const token = await linkOf(vendorId, 'email_confirmation', victim)
  expect(await post(confirmEmail, { token, password: ATTACKER_PASSWORD })).toMatchObject({ status: 409 })
})

/** The same account where the owner's email, by whatever way, is one that its reader never confirmed. */
async function takenOver(before: (account: Awaited<ReturnType<typeof attackersAccount>>) => Promise<void>) {
  const account = await attackersAccount()
  await before(account)
  const { vendorId, emails } = account
  await database().member.update({ where: { id: vendorId }, data: { emailConfirmedAt: null } })
  await post(requestPasswordReset, { email: emails.own })
  const token = await linkOf(vendorId, 'password_reset', emails.own)
  const reset = () => post(resetPassword, { token, password: VICTIM_PASSWORD })
  return { ...account, reset }
}

test('a reset that takes an account over leaves nobody of before any right in it', async () => {
  const { vendorId, owner, helper, emails, reset } = await takenOver(async () => {})
  expect(await reset()).toEqual({ status: 200, body: { isTakenOver: true } })

  for (const session of [owner, helper]) {
    expect((await readTeam(session)).status).toBe(401)
    expect((await generate(session)).status).toBe(401)
  }
  expect(await signIn(emails.own, ATTACKER_PASSWORD)).toBe('wrong')
  expect(await signIn(emails.helper, ATTACKER_PASSWORD)).toBe('suspended')
  expect(await signIn(emails.helper, 'a wrong password')).toBe('wrong')
  const used = {
    name: 'T',
    password: ATTACKER_PASSWORD,
    token: await linkOf(vendorId, 'invitation', emails.third),
  }
  expect(await post(joinTeam, used)).toMatchObject({ status: 400 })
  const accounts = await database().account.findMany({ where: { vendorId } })
  const accountId = { in: accounts.map(({ id }) => id) }
  expect(await database().webhookEndpoint.count({ where: { accountId, deletedAt: null } })).toBe(0)
  expect(await database().apiKey.count({ where: { accountId, revokedAt: null } })).toBe(0)

  const mail = (await mailsOf(vendorId, 'security_notice')).at(-1)
  expect(mail).toMatchObject({
    recipient: emails.own,
    subject: 'Somebody else may have set up your account',
  })
  for (const line of [
    `People suspended until you re-admit them: ${emails.helper}`,
    'Invitations revoked: 1',
    'API keys revoked: 1',
    'Webhook endpoints deleted: 1',
  ]) {
    expect(mail?.text).toContain(line)
  }
  expect(mail?.text).not.toContain('Unsent payouts canceled')
})

test('a suspended person signs in again once the owner re-admits them, and not before by a reset', async () => {
  const { vendorId, helper, emails, reset } = await takenOver(async () => {})
  await reset()
  await post(requestPasswordReset, { email: emails.helper })
  const token = await linkOf(vendorId, 'password_reset', emails.helper)
  expect(await post(resetPassword, { token, password: 'another horse battery' })).toMatchObject({
    status: 200,
  })
  expect(await signIn(emails.helper, 'another horse battery')).toBe('suspended')

  const owner = await signedIn(vendorId)
  const { id } = await database().member.findUniqueOrThrow({ where: { email: helper.email } })
  expect((await readTeam(owner)).body.members).toContainEqual(
    expect.objectContaining({ id, isSuspended: true }),
  )
  const at = (path: string) => path.replace('{id}', id)
  // Nobody is made owner who is kept out.
  expect(await owner.call(transferOwnership, 'POST', at(transferOwnership.path), {})).toMatchObject({
    status: 409,
  })
  expect(await owner.call(readmitMember, 'POST', at(readmitMember.path), {})).toMatchObject({ status: 200 })
  expect(await signIn(emails.helper, 'another horse battery')).toBe('in')
  expect(await database().auditEvent.count({ where: { vendorId, action: 'member.readmitted' } })).toBe(1)
  const admin = await signedIn(id)
  expect(await admin.call(readmitMember, 'POST', at(readmitMember.path), {})).toMatchObject({ status: 403 })
})

test('a reset that takes an account over sends no payout and no invoice of before', async () => {
  const { vendorId, reset } = await takenOver(async ({ owner, helper }) => {
    const account = await findAccount(database(), owner.id, 'test')
    await fundWallet(account, 100_000n)
    const { id: customerId } = await buildCustomer(account)
    const { id: bankAccountId } = await buildBankAccount(account, customerId)
    const requester = { member: { id: owner.id, name: owner.email }, requestId: newId() }
    const to = { customerId, bankAccountId, amountMinor: 2500n }
    const day = dayAfter(new Date(), 1)
    await inOrmTransaction((tx) => createScheduledPayout(tx, account, { ...to, day }, requester))
    const file = { name: 'may.csv', text: 'recipient,amount\nada@example.com,10\n' }
    await inOrmTransaction((tx) => uploadBatch(tx, account, file, requester.member))
    await database().vendor.update({ where: { id: owner.id }, data: { payoutApprovalFromMinor: 1n } })
    const careful = await findAccount(database(), owner.id, 'test')
    await inOrmTransaction((tx) => createScheduledPayout(tx, careful, { ...to, day }, requester))
    const { id } = await database().member.findUniqueOrThrow({ where: { email: helper.email } })
    for (const member of [
      { id: owner.id, name: owner.email },
      { id, name: helper.email },
    ]) {
      const commit = { claim: null, requestId: newId() } as Parameters<
        typeof createPayoutOrRequestApproval
      >[2]
      await createPayoutOrRequestApproval(careful, to, commit, { vendorId: owner.id, member, address: null })
    }
    await buildRecurring(account)
    const monthly = { unit: 'month', every: 1, startsOn: dayAfter(new Date(), 1), dayOfMonth: 1 } as const
    const series = { ...to, reference: null, schedule: monthly, end: { endsOn: null, endsAfter: null } }
    await inOrmTransaction((tx) => createPayoutSeries(tx, account, series, requester))
    await inOrmTransaction(async (tx) => {
      const { id: bankAccountId } = await saveWithdrawalAccount(tx, account.id, OWN_ACCOUNT, newId())
      const terms = { bankAccountId, keepMinor: 0n, leastMinor: 1n, scheduleFrom: () => monthly }
      await saveSweep(tx, account, { ...terms, revision: null }, requester)
    })
    const seller = { ...NO_SELLER, legalName: 'A', supportEmail: 'att@example.com', notes: 'Pay to A' }
    await owner.call(setSeller, 'POST', setSeller.path, seller)
  })
  await reset()
  const { id: accountId } = await findAccount(database(), vendorId, 'test')
  setClock(() => dayAfter(new Date(), 3660))
  const ours = async (queue: typeof payoutRequestQueue) =>
    (await due(queue)).filter(({ tenantId }) => tenantId === accountId)
  expect(await ours(payoutRequestQueue)).toEqual([])
  expect(await ours(recurringQueue)).toEqual([])
  expect(await ours(payoutSeriesQueue)).toEqual([])
  setClock(null)
  const requests = await database().payoutRequest.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
  // Scheduled ones and a row of a batch, then what the owner and the helper wanted to pay at once.
  expect(requests.map(({ kind, status }) => [kind, status])).toEqual([
    ['scheduled', 'CANCELED'],
    ['batch', 'CANCELED'],
    ['scheduled', 'CANCELED'],
    ['immediate', 'CANCELED'],
    ['immediate', 'REJECTED'],
  ])
  expect(await database().payoutBatch.count({ where: { accountId, discardedAt: null } })).toBe(0)
  expect(await database().payout.count({ where: { accountId } })).toBe(0)
  expect(await database().recurringInvoice.findFirst({ where: { accountId } })).toMatchObject({
    status: 'PAUSED',
  })
  expect(await database().vendor.findUniqueOrThrow({ where: { id: vendorId } })).toMatchObject({
    legalName: null,
    supportEmail: null,
    invoiceNotes: null,
  })
  const mail = (await mailsOf(vendorId, 'security_notice')).at(-1)
  expect(mail?.text).toContain('Unsent payouts canceled: 5')
  expect(mail?.text).toContain('Recurring invoices paused: 1')
  expect(mail?.text).toContain('Recurring payouts paused: 1')
  expect(mail?.text).toContain('Automatic withdrawals paused: 1')
  const paused = await database().auditEvent.findMany({
    where: { vendorId, action: { endsWith: '.paused' } },
    orderBy: { action: 'asc' },
  })
  expect(paused.map(({ action }) => action)).toEqual([
    'recurring_invoice.paused',
    'recurring_payout.paused',
    'sweep.paused',
  ])
})

test('nothing that is added at the same moment is left', async () => {
  const { vendorId, owner, helper, emails, reset } = await takenOver(async () => {})
  const joining = {
    name: 'T',
    password: ATTACKER_PASSWORD,
    token: await linkOf(vendorId, 'invitation', emails.third),
  }
  await Promise.all([
    ...[owner, helper].flatMap((by) => [
      invite(by, `more-${newId()}@example.com`),
      addEndpoint(by),
      generate(by),
    ]),
    post(joinTeam, joining),
    reset(),
    ...[owner, helper].flatMap((by) => [invite(by, `more-${newId()}@example.com`), addEndpoint(by)]),
  ])
  const others = { vendorId, role: { not: 'owner' as const } }
  expect(await database().member.count({ where: { ...others, suspendedAt: null } })).toBe(0)
  expect(await database().memberInvitation.count({ where: { vendorId } })).toBe(0)
  expect(await database().memberSession.count({ where: { member: { vendorId } } })).toBe(0)
  const account = { in: (await database().account.findMany({ where: { vendorId } })).map(({ id }) => id) }
  expect(await database().webhookEndpoint.count({ where: { accountId: account, deletedAt: null } })).toBe(0)
  expect(await database().apiKey.count({ where: { accountId: account, revokedAt: null } })).toBe(0)
})
