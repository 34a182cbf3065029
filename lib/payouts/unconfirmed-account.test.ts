import { beforeEach, expect, test } from 'vitest'
import { saveBankAccount } from '@/lib/bank-accounts/bank-account'
import { confirmBankAccount } from '@/lib/bank-accounts/bank-account-dashboard'
import { issueBankAccountLink } from '@/lib/bank-accounts/bank-account-link'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { DAY_MS, MINUTE_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { buildBankAccount, buildCustomer, buildMember, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { getPayoutBatch, payPayoutBatch, uploadPayoutBatch } from './batch-dashboard'
import type { BatchView } from './batch-view'
import { payOut } from './create-payout'
import { requestPayout } from './payout-dashboard'
import { readNewPayout } from './payout-form-data'
import { schedulePayout } from './schedule-dashboard'

let account: Account
let vendorId: string
let customerId: string
let call: Awaited<ReturnType<typeof signedIn>>['call']
/** An account that the customer has just entered through a link. */
let bankAccountId: string

beforeEach(async () => {
  const vendor = await buildVendor()
  vendorId = vendor.id
  account = vendor.test
  call = (await signedIn(vendor.id)).call
  customerId = (await buildCustomer(account, { email: 'ada@example.com' })).id
  await fundWallet(account, 10_000n)
  bankAccountId = await fromLink()
})

const details = {
  entityType: 'PERSONAL',
  email: 'ada@example.com',
  countryCode: 'US',
  state: 'NY',
  city: 'New York',
  postcode: '10001',
  streetAddress: '1 Main Street',
  accountName: 'Ada Lovelace',
  accountNumber: '123456789012',
  routingNumber: '021000021',
  bankName: 'First Bank',
  accountCategory: 'Checking',
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: null,
  companyName: null,
} as const

const fromLink = () =>
  inOrmTransaction(async (tx) => {
    const { id: linkId } = await issueBankAccountLink(tx, account.id, customerId, {
      validMs: DAY_MS,
      redirectUrl: null,
    })
    return (await saveBankAccount(tx, account.id, customerId, details, { requestId: null, linkId })).id
  })

const key = () => ({ 'idempotency-key': newId() })
const pay = (id = bankAccountId) =>
  call(
    requestPayout,
    'POST',
    '/api/dashboard/payouts',
    { customer_id: customerId, bank_account_id: id, amount: '5' },
    undefined,
    key(),
  )
const schedule = () =>
  call(
    schedulePayout,
    'POST',
    '/api/dashboard/scheduled-payouts',
    {
      customer_id: customerId,
      bank_account_id: bankAccountId,
      amount: '5',
      day: formatIsoDate(dayAfter(now(), 3)),
    },
    undefined,
    key(),
  )
const confirmPath = () => `/api/dashboard/customers/${customerId}/bank-accounts/${bankAccountId}/confirm`
const confirm = () => call(confirmBankAccount, 'POST', confirmPath(), {})
const enteredBefore = (ms: number) =>
  database().bankAccount.update({
    where: { accountId_id: { accountId: account.id, id: bankAccountId } },
    data: { createdAt: new Date(now().getTime() - ms) },
  })
const payoutCount = () => database().payout.count({ where: { accountId: account.id } })
const needsConfirmation = async () =>
  (await readNewPayout(account, customerId))?.customer?.bankAccounts.find(({ id }) => id === bankAccountId)
    ?.needsConfirmation

const REFUSED = { status: 409, body: { error: expect.stringContaining('This bank account is new') } }

test('a payout from the dashboard to a new account from a link is refused until a person has confirmed it', async () => {
  expect(await pay()).toMatchObject(REFUSED)
  expect(await schedule()).toMatchObject(REFUSED)
  expect(await payoutCount()).toBe(0)
  expect(await needsConfirmation()).toBe(true)

  expect(await confirm()).toMatchObject({ status: 200, body: { id: bankAccountId } })
  expect(await needsConfirmation()).toBe(false)
  expect(await pay()).toMatchObject({ status: 201, body: { status: 'PAID' } })
  expect(await schedule()).toMatchObject({ status: 201 })
  const events = await database().auditEvent.findMany({
    where: { vendorId, action: 'bank_account.confirmed' },
  })
  expect(events).toMatchObject([
    { subjectId: bankAccountId, detail: 'Ada Lovelace, First Bank, ending in 9012' },
  ])
})

test('an account that the vendor added, and one that is a day old, take payouts at once', async () => {
  const added = await buildBankAccount(account, customerId, { accountNumber: '222222222222' })
  expect(await pay(added.id)).toMatchObject({ status: 201 })
  await enteredBefore(DAY_MS - MINUTE_MS)
  expect(await pay()).toMatchObject(REFUSED)
  await enteredBefore(DAY_MS)
  expect(await pay()).toMatchObject({ status: 201 })
})

test('a program pays out to a new account as before', async () => {
  const order = { customerId, bankAccountId, amountMinor: 500n }
  expect(await payOut(account, order, { claim: null, requestId: null })).toMatchObject({ status: 'PAID' })
})

test('a row of a batch waits for the confirmation of its account, and is paid after it', async () => {
  const path = '/api/dashboard/payout-batches'
  const file = 'recipient,bank account,amount,reference\nada@example.com,,5,'
  const { body } = await call(uploadPayoutBatch, 'POST', path, { name: 'may.csv', file })
  const read = async () =>
    (await call(getPayoutBatch, 'GET', `${path}/${body.id}`)).body as unknown as BatchView
  const payBatch = () =>
    call(payPayoutBatch, 'POST', `${path}/${body.id}/pay`, { selection: 'new', count: 1, sum: '5.00' })
  expect((await read()).rows).toMatchObject([
    { status: 'bad', problem: expect.stringContaining('came through a link') },
  ])
  expect(await payBatch()).toMatchObject({ status: 409 })
  await confirm()
  expect((await read()).rows).toMatchObject([{ status: 'ready', problem: null }])
  expect(await payBatch()).toMatchObject({ status: 202 })
})

test('only a person of the vendor whose role pays out confirms an account, and only a customer’s own', async () => {
  const reader = await signedIn(await buildMember(vendorId, 'read_only'))
  expect(await reader.call(confirmBankAccount, 'POST', confirmPath(), {})).toMatchObject({ status: 403 })
  const stranger = await signedIn((await buildVendor()).id)
  expect(await stranger.call(confirmBankAccount, 'POST', confirmPath(), {})).toMatchObject({ status: 404 })
  expect(await needsConfirmation()).toBe(true)
})
