import { beforeEach, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import { payoutProviders } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import type { Account } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildBankAccount, buildCustomer, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { explainPayoutFailure } from './explain-payout-failure'
import { getPayout, listPayouts, requestPayout } from './payout-dashboard'
import { readNewPayout } from './payout-form-data'
import { readPayout } from './queries'
import { reconcilePayout } from './reconcile-payout'

let vendorId: string
let account: Account
let customerId: string
let call: Awaited<ReturnType<typeof signedIn>>['call']

beforeEach(async () => {
  const vendor = await buildVendor()
  vendorId = vendor.id
  account = vendor.test
  customerId = (await buildCustomer(account, { name: 'Ada Lovelace' })).id
  call = (await signedIn(vendor.id)).call
})

const PATH = '/api/dashboard/payouts'

const bankAccount = async (accountNumber = '123456789012') =>
  (await buildBankAccount(account, customerId, { accountNumber })).id

type Order = { customer_id: string; bank_account_id: string; amount: string | number }

const send = (order: Partial<Order>, key: string | null = newId()) =>
  call(requestPayout, 'POST', PATH, order, undefined, key ? { 'idempotency-key': key } : {})

const orderTo = async (amount: Order['amount'], accountNumber?: string): Promise<Order> => ({
  customer_id: customerId,
  bank_account_id: await bankAccount(accountNumber),
  amount,
})

const available = async () =>
  (await walletBalances(database(), account.id)).find(({ currency }) => currency === 'USD')?.availableMinor ??
  0n
const payouts = () => database().payout.findMany({ where: { accountId: account.id }, orderBy: { id: 'asc' } })
const audited = () =>
  database().auditEvent.findMany({ where: { vendorId, accountId: { not: null } }, orderBy: { id: 'asc' } })

test('a payout is created, debits the wallet, and is recorded', async () => {
  await fundWallet(account, 10_000n)
  const answer = await send(await orderTo('25.50'))
  expect(answer).toMatchObject({ status: 201, body: { status: 'PAID' } })
  expect(await available()).toBe(7450n)
  expect(await audited()).toMatchObject([
    { action: 'payout.requested', subjectId: answer.body.id, accountId: account.id, detail: '25.50 USD' },
  ])
  const view = await readPayout(vendorId, 'test', String(answer.body.id))
  expect(view).toMatchObject({
    status: 'PAID',
    amount: { amount: '25.50', currency: 'USD' },
    customer: { name: 'Ada Lovelace' },
    bankAccount: { last4: '9012' },
    failure: null,
    steps: [
      { title: 'Requested' },
      { title: 'Sent to the provider', detail: expect.stringMatching(/^Sandbox accepted the transfer as /) },
      { title: 'Delivered' },
    ],
    entries: [
      { source: 'Your wallet', destination: 'Customer’s wallet', reason: 'Payout requested' },
      { source: 'Customer’s wallet', destination: 'In transit', reason: 'Payout requested' },
      { source: 'In transit', destination: 'Provider', reason: 'Payout delivered' },
    ],
  })
  expect(JSON.stringify(view)).not.toContain('123456789012')
})

test('a payout beyond the balance or the limit is not created, and the answer names the next step', async () => {
  await fundWallet(account, 10_000n)
  expect(await send(await orderTo('100.01'))).toMatchObject({
    status: 400,
    body: {
      error: 'Insufficient available balance',
      nextStep: expect.stringContaining('Enter a smaller amount'),
    },
  })
  expect(await send(await orderTo('10000.01'))).toMatchObject({
    status: 400,
    body: {
      error: 'Withdrawal exceeds your limit of $10000 per request',
      nextStep: expect.stringContaining('smaller payouts'),
    },
  })
  expect(await payouts()).toEqual([])
  expect(await available()).toBe(10_000n)
})

test('a form sent twenty times at once pays once', async () => {
  await fundWallet(account, 100_000n)
  const order = await orderTo(25)
  const key = newId()
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(order, key)))
  const ids = replies.filter(({ status }) => status === 201).map(({ body }) => body.id)
  expect(new Set(ids).size).toBe(1)
  // Requests that arrive during the first one are answered with a conflict.
  expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect(await payouts()).toHaveLength(1)
  expect(await available()).toBe(97_500n)
  expect(await audited()).toHaveLength(1)
})

test('a repeat after a lost answer gets the first answer, and pays nothing more', async () => {
  await fundWallet(account, 10_000n)
  const order = await orderTo('25')
  const key = newId()
  const first = await send(order, key)
  const again = await send(order, key)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await send({ ...order, amount: '26' }, key)).toMatchObject({ status: 422 })
  expect(await payouts()).toHaveLength(1)
  expect(await available()).toBe(7500n)
})

test('a repeat tells what became of the payout', async () => {
  await fundWallet(account, 10_000n)
  const order = await orderTo('25', '000777777771')
  const key = newId()
  const { body: made } = await send(order, key)
  expect(made.status).toBe('PROCESSING')
  const payout = { accountId: account.id, payoutId: String(made.id) }
  const options = { providers: payoutProviders(), timeoutMs: 1000, isEarly: true }
  // The sandbox delivers at the second look-up.
  await reconcilePayout(payout, options)
  await reconcilePayout(payout, options)
  const again = await send(order, key)
  expect(again).toMatchObject({ status: 201, body: { id: made.id, status: 'PAID' } })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await payouts()).toHaveLength(1)
})

test('without a key nothing is sent: a second click would pay again', async () => {
  await fundWallet(account, 10_000n)
  expect(await send(await orderTo('25'), null)).toMatchObject({
    status: 400,
    body: { error: 'Idempotency-Key is required' },
  })
  expect(await payouts()).toEqual([])
})

test('a refusal names the payout, explains the reason and the next step, and returns the money', async () => {
  await fundWallet(account, 10_000n)
  const key = newId()
  const order = await orderTo('25', '000111111116')
  const refused = await send(order, key)
  const [payout] = await payouts()
  expect(refused).toMatchObject({
    status: 502,
    body: {
      error: expect.stringContaining('sandbox error: no_account'),
      refused: { id: payout?.id, ...explainPayoutFailure('no_account', null) },
    },
  })
  expect(await available()).toBe(10_000n)
  const view = await readPayout(vendorId, 'test', String(payout?.id))
  expect(view).toMatchObject({
    status: 'FAILED',
    failure: { code: 'no_account' },
    steps: [
      { title: 'Requested' },
      { title: 'Refused', detail: 'There is no bank account with this number', status: 'failed' },
      { title: 'Reversed' },
    ],
  })
  expect(view?.entries).toHaveLength(4)
  // A refusal is certain, so the same form may pay to another account.
  const good = await send({ ...order, bank_account_id: await bankAccount() }, key)
  expect(good).toMatchObject({ status: 201 })
  expect(await available()).toBe(7500n)
})

test('an unknown code is explained in the provider’s own words', () => {
  expect(explainPayoutFailure('beneficiary_frozen', 'The beneficiary is frozen')).toMatchObject({
    meaning: 'The beneficiary is frozen',
  })
  expect(explainPayoutFailure(null, null).meaning).not.toBe('')
})

test('a payout with an unknown outcome holds the money and says so', async () => {
  await fundWallet(account, 10_000n)
  const answer = await send(await orderTo('25', '000777777771'))
  expect(answer).toMatchObject({ status: 201, body: { status: 'PROCESSING' } })
  const view = await call(getPayout, 'GET', `${PATH}/${answer.body.id}`)
  expect(view).toMatchObject({ status: 200, body: { status: 'PROCESSING', failure: null } })
  expect((view.body.steps as { status: string }[]).at(-1)?.status).toBe('waiting')
  expect(await readNewPayout(account, customerId)).toMatchObject({
    available: { amount: '75.00' },
    held: { amount: '25.00' },
    limit: { amount: '10000.00' },
  })
})

test.each([
  ['25', 'Insufficient available balance'],
  ['10000.01', 'Withdrawal exceeds your limit of $10000 per request'],
  ['0', 'amount must be greater than 0'],
  ['1.234', 'Invalid amount format'],
])('an amount of %s is refused and leaves nothing behind', async (amount, error) => {
  expect(await send(await orderTo(amount))).toMatchObject({ status: 400, body: { error } })
  expect(await payouts()).toEqual([])
  expect(await audited()).toEqual([])
})

test('another vendor’s customer, bank account and payout look missing', async () => {
  await fundWallet(account, 10_000n)
  const other = await buildVendor()
  const theirs = await buildCustomer(other.test)
  const theirAccount = await buildBankAccount(other.test, theirs.id)
  const mine = await orderTo('25')
  expect(await send({ ...mine, customer_id: theirs.id })).toMatchObject({ status: 404 })
  expect(await send({ ...mine, bank_account_id: theirAccount.id })).toMatchObject({ status: 404 })
  expect(await readNewPayout(account, theirs.id)).toBeNull()
  const answer = await send(mine)
  const { call: theirCall } = await signedIn(other.id)
  const path = `${PATH}/${answer.body.id}`
  expect(await theirCall(getPayout, 'GET', path)).toMatchObject({
    status: 404,
    body: { error: 'Payout not found' },
  })
  expect(await readPayout(other.id, 'test', String(answer.body.id))).toBeNull()
  // The same vendor's other mode is another tenant too.
  expect(await readPayout(vendorId, 'live', String(answer.body.id))).toBeNull()
  expect(await theirCall(listPayouts, 'GET', PATH)).toMatchObject({ body: { rows: [] } })
  expect(await payouts()).toHaveLength(1)
})

test('a banned vendor sees its payouts and creates none', async () => {
  await fundWallet(account, 10_000n)
  const order = await orderTo('25')
  const answer = await send(order)
  await inOrmTransaction((tx) => markVendorBanned(tx, vendorId, null, anOperator))
  expect(await send(order)).toMatchObject({ status: 403 })
  expect(await call(getPayout, 'GET', `${PATH}/${answer.body.id}`)).toMatchObject({ status: 200 })
  expect(await payouts()).toHaveLength(1)
})

test('the list filters by status and customer, searches the customer’s name, and sorts by amount', async () => {
  await fundWallet(account, 100_000n)
  for (const amount of ['30', '10', '20']) await send(await orderTo(amount))
  await send(await orderTo('40', '000111111113'))
  const amounts = async (query: string) => {
    const { body } = await call(listPayouts, 'GET', `${PATH}?${query}`)
    return (body.rows as { amount: { amount: string } }[]).map(({ amount }) => amount.amount)
  }
  expect(await amounts('')).toEqual(['40.00', '20.00', '10.00', '30.00'])
  expect(await amounts('sort=amount')).toEqual(['10.00', '20.00', '30.00', '40.00'])
  expect(await amounts('status=FAILED')).toEqual(['40.00'])
  expect(await amounts('status=PAID&sort=-amount&q=ada')).toEqual(['30.00', '20.00', '10.00'])
  expect(await amounts(`customer=${newId()}`)).toEqual([])
  expect(await amounts('q=grace')).toEqual([])
  expect(await call(listPayouts, 'GET', `${PATH}?status=LOST`)).toMatchObject({ status: 400 })
})
