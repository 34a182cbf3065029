import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  findWithdrawalAccounts,
  requireConfirmedAccount,
  saveWithdrawalAccount,
} from '@/lib/bank-accounts/bank-account'
import { addBankAccount } from '@/lib/bank-accounts/bank-account-dashboard'
import {
  addWithdrawalAccount,
  archiveWithdrawalAccount,
} from '@/lib/bank-accounts/withdrawal-account-dashboard'
import { readSelf, readWithdrawalAccounts } from '@/lib/bank-accounts/withdrawal-accounts-page'
import { customerList } from '@/lib/customers/customer-list'
import { connectionPool } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { now, setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { DAY_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { statementList } from '@/lib/wallet/statement'
import {
  buildBankAccount,
  buildCustomer,
  buildLiveApproval,
  buildMember,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { recordPayoutIntent } from './create-payout'
import { LEASE_MS, OWN_ACCOUNT, STAND_IN, walletOf } from './payable-customer.fixture'
import { requestPayout } from './payout-dashboard'
import { schedulePayout, updateScheduledPayout } from './schedule-dashboard'

vi.mock('@/lib/providers/registry', async (load) => ({
  ...(await load<typeof import('@/lib/providers/registry')>()),
  isLiveModeAvailable: () => true,
}))

let vendor: Awaited<ReturnType<typeof buildVendor>>
let account: Account
let call: Awaited<ReturnType<typeof signedIn>>['call']
let signInAgain: Awaited<ReturnType<typeof signedIn>>['signInAgain']

beforeEach(async () => {
  vendor = await buildVendor()
  account = vendor.test
  ;({ call, signInAgain } = await signedIn(vendor.id))
  await fundWallet(account, 10_000n)
})
afterEach(() => setClock(null))

const body = (accountNumber = '123456789012') => ({
  entity_type: 'COMPANY',
  company_name: 'Corner Bakery',
  email: 'owner@example.com',
  address: {
    country_code: 'US',
    state: 'NY',
    city: 'New York',
    postcode: '10001',
    street_address: '1 Main Street',
  },
  bank_details: {
    account_name: 'Corner Bakery',
    account_number: accountNumber,
    routing_number: '021000021',
    bank_name: 'First Bank',
    account_category: 'Checking',
  },
})

const PATH = '/api/dashboard/withdrawal-accounts'
const add = async (accountNumber?: string) => {
  const { status, body: added } = await call(addWithdrawalAccount, 'POST', PATH, body(accountNumber))
  expect(status).toBe(201)
  const { id } = added as { id: string }
  return { customerId: (await readSelf(account.id)) ?? '', bankAccountId: id }
}
type Payee = Awaited<ReturnType<typeof add>>
const withdraw = ({ customerId, bankAccountId }: Payee, amount = '40', by = call) =>
  by(
    requestPayout,
    'POST',
    '/api/dashboard/payouts',
    { customer_id: customerId, bank_account_id: bankAccountId, amount },
    undefined,
    { 'idempotency-key': newId() },
  )
const titles = async () => {
  const { rows } = await statementList.read(account.id, new URLSearchParams())
  return rows.map(({ title }) => title)
}
const wallet = () => walletOf({ account, customerId: '', bankAccountId: '' })

test('a withdrawal is a payout to the vendor itself, and the statement names it', async () => {
  const payee = await add()
  expect((await withdraw(payee)).status).toBe(201)
  expect(await wallet()).toEqual({ available: 6_000n, held: 0n })
  expect(await titles()).toContain('Withdrawal to your bank account')
  expect((await customerList.read(account.id, new URLSearchParams())).rows).toEqual([])
})

test('a withdrawal that the provider refuses is back in the wallet, and the statement says so', async () => {
  const payee = await add('000111111116')
  expect((await withdraw(payee)).status).toBe(502)
  expect(await wallet()).toEqual({ available: 10_000n, held: 0n })
  expect(await titles()).toContain('Withdrawal failed')
})

test('of a withdrawal and a payout that the wallet can cover only one of, one is made', async () => {
  const payee = await add()
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId)
  const answers = await Promise.all([
    withdraw(payee, '60'),
    withdraw({ customerId, bankAccountId }, '60'),
    withdraw(payee, '60'),
    withdraw({ customerId, bankAccountId }, '60'),
  ])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await wallet()).toEqual({ available: 4_000n, held: 0n })
})

test('a withdrawal of any amount takes a late proof, where a payout of the same amount takes none', async () => {
  const payee = await add()
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId)
  const stale = (await signedIn(vendor.id)).call
  await connectionPool().query("UPDATE member_sessions SET proved_at = proved_at - interval '1 hour'")
  expect(await withdraw(payee, '1', stale)).toMatchObject({ status: 403 })
  expect(await withdraw({ customerId, bankAccountId }, '1', stale)).toMatchObject({ status: 201 })

  const day = formatIsoDate(dayAfter(now(), 3))
  const order = { bank_account_id: payee.bankAccountId, amount: '1', day }
  const scheduled = await call(
    schedulePayout,
    'POST',
    '/api/dashboard/scheduled-payouts',
    { ...order, customer_id: payee.customerId },
    await signInAgain(),
    { 'idempotency-key': newId() },
  )
  expect(scheduled.status).toBe(201)
  const path = `/api/dashboard/scheduled-payouts/${String(scheduled.body.id)}`
  expect((await stale(updateScheduledPayout, 'POST', path, order)).status).toBe(403)
})

test('in live mode a new account takes no withdrawal for 24 hours, not even from a program', async () => {
  account = vendor.live
  await fundWallet(account, 10_000n)
  const { id: bankAccountId, customerId: self } = await saveWithdrawalAccount(
    connectionPool(),
    account.id,
    OWN_ACCOUNT,
    newId(),
  )
  const [{ waitsUntil } = { waitsUntil: null }] = (await readWithdrawalAccounts(account)).bankAccounts
  expect(waitsUntil).not.toBeNull()
  await expect(requireConfirmedAccount(connectionPool(), account.id, bankAccountId)).rejects.toMatchObject({
    code: 'bank_account_waits',
  })
  const intend = () =>
    recordPayoutIntent(
      connectionPool(),
      account,
      { customerId: self, bankAccountId, amountMinor: 100n },
      { provider: STAND_IN, leaseMs: LEASE_MS },
    )
  await expect(intend()).rejects.toMatchObject({ code: 'bank_account_not_found' })
  const later = new Date(Date.now() + DAY_MS + 1000)
  setClock(() => later)
  await requireConfirmedAccount(connectionPool(), account.id, bankAccountId)
  await expect(intend()).resolves.toMatchObject({ amountMinor: 100n })
})

test('only the owner adds and archives accounts, and an archived one takes nothing', async () => {
  const payee = await add()
  const admin = (await signedIn(await buildMember(vendor.id, 'admin'))).call
  expect((await admin(addWithdrawalAccount, 'POST', PATH, body())).status).toBe(403)
  const path = `${PATH}/${payee.bankAccountId}/archive`
  expect((await admin(archiveWithdrawalAccount, 'POST', path, {})).status).toBe(403)
  expect((await call(archiveWithdrawalAccount, 'POST', path, {})).status).toBe(200)
  expect((await call(archiveWithdrawalAccount, 'POST', path, {})).status).toBe(404)
  expect((await withdraw(payee)).status).toBe(404)
  expect(await findWithdrawalAccounts(connectionPool(), account.id)).toEqual([])
})

test('the owner hears of a new account in live mode, and the audit log names it', async () => {
  await buildLiveApproval(vendor.id)
  const { status } = await call(addWithdrawalAccount, 'POST', `${PATH}?mode=live`, body())
  expect(status).toBe(201)
  const [mail] = await mailsOf(vendor.id)
  expect(mail).toMatchObject({ kind: 'security_notice', subject: 'New bank account for payouts' })
  const { rows } = await connectionPool().query('SELECT action FROM audit_events WHERE vendor_id = $1', [
    vendor.id,
  ])
  expect(rows).toContainEqual({ action: 'withdrawal_account.added' })
})

test('an account of the vendor itself can’t be added as a customer’s, which takes no owner', async () => {
  const { customerId } = await add()
  const path = `/api/dashboard/customers/${customerId}/bank-accounts`
  const answer = await call(addBankAccount, 'POST', path, body())
  expect(answer.status).toBe(404)
})

test('two requests that add the first account at once share one payee', async () => {
  const [first, second] = await Promise.all([add(), add()])
  expect(first.customerId).toBe(second.customerId)
  expect((await readWithdrawalAccounts(account)).bankAccounts).toHaveLength(2)
})
